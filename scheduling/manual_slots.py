"""Slots that are added, changed, closed or opened one by one, whatever the week says."""

from datetime import date, datetime, time
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.errors import DomainError, NotFound, explain
from providers import approving, catalogue
from providers.models import Provider
from scheduling import notifications
from scheduling.generating import calendar, instant
from scheduling.models import TimeSlot
from scheduling.slots import SlotPast
from scheduling.weeks import CAPACITY, FARTHEST, SLOT_MINUTES, field_error, minutes_between

# What changing a slot writes.
_WRITTEN = ["end_time", "ends_at", "capacity", "shrink_to", "is_manual", "is_closed"]

explain(
    closed_by_operator="Our team has closed that time, and only it can open it (409).",
    slot_already_closed="The slot is closed already (409).",
    slot_already_open="The slot is open already (409).",
    nonexistent_local_time="The local time does not exist: the clocks go forward over it (400).",
    slot_has_bookings="There are bookings after the new end (409).",
    slot_overlaps="Another open slot overlaps (409).",
)


@transaction.atomic
def put_slot(
    *, provider_id: UUID, day: date, start: time, end: time, capacity: int, now: datetime
) -> tuple[TimeSlot, bool]:
    """Add a slot, or change and open the one with the same start; return whether it was added.

    Day and times are Swiss. A capacity below what is booked is no error: it then shrinks as bookings
    are cancelled. Raises 400 for times that are no period of that day, past, or more than two years
    ahead, 409 ``slot_overlaps`` for an overlap with another open slot, 409 ``closed_by_operator`` for a time
    that our team has closed, and 409 ``slot_has_bookings`` for an end before a booked pickup.
    """
    starts_at, ends_at = _bounds(day, start, end, now)
    if not CAPACITY[0] <= capacity <= CAPACITY[1]:
        raise field_error(
            _("A slot has 1 place at least and 50 at most."),
            code="capacity_out_of_range",
            field="maxBookings",
        )
    provider = approving.locked_provider(provider_id)
    # Locked, so that nobody books between check and change.
    slot = TimeSlot.objects.select_for_update().filter(provider_id=provider_id, starts_at=starts_at).first()
    _refuse_closed_by_operator(provider_id, starts_at, ends_at)
    _check_room(provider_id, starts_at, ends_at)
    is_new = slot is None
    if slot is None:
        slot = TimeSlot(provider_id=provider_id, date=day, start_time=start, starts_at=starts_at)
    elif slot.reservations.filter(released_at__isnull=True, order__pickup_at__gte=ends_at).exists():
        sentence = _("A customer has booked a pickup after this end. Choose a later end.")
        raise DomainError(sentence, code="slot_has_bookings", fields={"endTime": [sentence]})
    before = _written(slot)
    slot.end_time, slot.ends_at = end, ends_at
    slot.capacity = max(capacity, slot.booked)
    slot.shrink_to = capacity if capacity < slot.booked else None
    slot.is_manual, slot.is_closed = True, False
    if is_new:
        slot.save(force_insert=True)
    elif _written(slot) == before:
        return slot, False
    else:
        slot.save(update_fields=_WRITTEN)
    if provider.status == Provider.Status.APPROVED:
        catalogue.touch()
    return slot, is_new


def _written(slot: TimeSlot) -> list[Any]:
    return [getattr(slot, column) for column in _WRITTEN]


@transaction.atomic
def set_closed(*, slot_id: UUID, closed: bool, note: str, now: datetime) -> None:
    """Close a slot to new bookings, or open it again, as our team; its bookings stay. ``note`` says why.

    Its provider is told: their week does not show it, and changing the week does not undo it.

    409 ``slot_already_closed`` or ``slot_already_open``; a slot that has begun (``slot_past``) or overlaps an
    open one (``slot_overlaps``) is not opened. :class:`NotFound` for a slot that no longer exists.
    """
    # The lock order of every schedule change: the provider first, then the slot, which bookings lock as well.
    provider_id = TimeSlot.objects.filter(pk=slot_id).values_list("provider_id", flat=True).first()
    if provider_id is not None:
        approving.locked_provider(provider_id)
    slot = TimeSlot.objects.select_for_update().filter(pk=slot_id).first()
    if slot is None:
        raise NotFound(_("There is no such slot."))
    refuse_setting(slot, closed=closed, now=now)
    slot.is_closed, slot.is_manual = closed, True
    slot.save(update_fields=["is_closed", "is_manual"])
    catalogue.touch()
    notifications.hour_set(slot=slot, note=note, now=now)


def refuse_setting(slot: TimeSlot, *, closed: bool, now: datetime) -> None:
    """Raise 409 if a slot cannot be closed, or opened, as it is now."""
    if slot.is_closed == closed:
        if closed:
            raise DomainError(_("This slot is already closed."), code="slot_already_closed")
        raise DomainError(_("This slot is already open."), code="slot_already_open")
    if not closed:
        if slot.starts_at <= now:
            raise SlotPast(_("This hour has already begun."))
        _check_room(slot.provider_id, slot.starts_at, slot.ends_at)


def _bounds(day: date, start: time, end: time, now: datetime) -> tuple[datetime, datetime]:
    """Return the instants of a period of a day; raises 400 if it is invalid."""
    length = minutes_between(start, end)
    if length <= 0:
        sentence = _("The end must be after the start, on the same day.")
        raise field_error(sentence, code="end_before_start", field="endTime")
    if not SLOT_MINUTES[0] <= length <= SLOT_MINUTES[1]:
        sentence = _("A slot takes 15 minutes at least and 8 hours at most.")
        raise field_error(sentence, code="invalid_slot_duration", field="endTime")
    today = clock.local_date(now)
    if day < today:
        raise field_error(_("The day must not be in the past."), code="date_in_past", field="date")
    if day > today + FARTHEST:
        sentence = _("Slots can be added two years ahead at most.")
        raise field_error(sentence, code="date_too_far", field="date")
    clocks = calendar(day, day)[0]
    starts_at, ends_at = instant(clocks, start), instant(clocks, end)
    if ends_at <= starts_at:
        sentence = _("The clocks skip this hour on that night. Choose another time.")
        raise field_error(sentence, code="nonexistent_local_time", field="startTime")
    if starts_at <= now:
        raise field_error(_("This time has already begun."), code="date_in_past", field="startTime")
    return starts_at, ends_at


def _check_room(provider_id: UUID, starts_at: datetime, ends_at: datetime) -> None:
    """Raise 409 ``slot_overlaps`` if another open slot overlaps the period."""
    other = (
        TimeSlot.objects.filter(
            provider_id=provider_id, is_closed=False, starts_at__lt=ends_at, ends_at__gt=starts_at
        )
        .exclude(starts_at=starts_at)
        .first()
    )
    if other is not None:
        sentence = _("You already have a slot from {start} to {end}.").format(
            start=f"{other.start_time:%H:%M}", end=f"{other.end_time:%H:%M}"
        )
        raise DomainError(sentence, code="slot_overlaps", fields={"startTime": [sentence]})


def _refuse_closed_by_operator(provider_id: UUID, starts_at: datetime, ends_at: datetime) -> None:
    """Raise 409 ``closed_by_operator`` if the period overlaps a slot that :func:`set_closed` has closed."""
    closed = TimeSlot.objects.filter(
        provider_id=provider_id,
        is_manual=True,
        is_closed=True,
        starts_at__lt=ends_at,
        ends_at__gt=starts_at,
    ).first()
    if closed is not None:
        sentence = _(
            "Our team has closed {start} to {end}. Please write to support to open it again."
        ).format(start=f"{closed.start_time:%H:%M}", end=f"{closed.end_time:%H:%M}")
        raise DomainError(sentence, code="closed_by_operator", fields={"startTime": [sentence]})
