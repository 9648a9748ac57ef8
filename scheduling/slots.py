"""Capacity of time slots: reserving, releasing, moving.

Every function here runs inside the caller's transaction, so that the slot's counter and the reservation
row are committed together or not at all.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, models, transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from providers import catalogue
from providers.models import Provider
from scheduling.models import SlotType, TimeSlot, pickup_within

# A slot lies within one Swiss calendar day, and the longest day has 25 hours.
LONGEST_SLOT = timedelta(hours=25)

# Check and claim are one statement: the row lock orders the claims, so the database decides who gets the last
# one. Reading the count first and writing it afterwards would oversell to everybody who read before the
# first write.
CLAIM = """
UPDATE scheduling_timeslot SET booked = booked + 1
WHERE id = (
    SELECT slot.id FROM scheduling_timeslot slot
    JOIN providers_provider provider ON provider.id = slot.provider_id
    WHERE slot.provider_id = %(provider)s AND provider.status = 'approved'
      AND slot.starts_at > %(not_before)s AND slot.starts_at <= %(pickup)s AND slot.ends_at > %(pickup)s
    ORDER BY slot.is_closed, slot.booked >= slot.capacity, slot.starts_at DESC LIMIT 1
) AND booked < capacity AND NOT is_closed AND starts_at > %(now)s
RETURNING *
"""
# While more is booked than offered (``shrink_to``), releasing also lowers the capacity, so nobody books it.
GIVE_BACK = """
UPDATE scheduling_timeslot SET booked = booked - 1,
    capacity = CASE WHEN shrink_to IS NULL OR shrink_to >= capacity THEN capacity
        WHEN booked - 1 > shrink_to THEN booked - 1 ELSE shrink_to END
WHERE id = %(slot)s AND booked > 0 RETURNING *
"""


class SlotFull(DomainError):
    """The slot is fully booked (409)."""

    code = "slot_full"


class SlotClosed(DomainError):
    """The provider does not work at that time (409)."""

    code = "slot_closed"


class SlotPast(DomainError):
    """The slot has begun or is over (409)."""

    code = "slot_past"


def prepared(model: type[models.Model], field: str, value: object) -> Any:
    """Return a value as the current database stores it in a column."""
    return model._meta.get_field(field).get_db_prep_value(value, connection)  # type: ignore[union-attr]  # a column, not a relation


def covering(provider_id: UUID, pickup_at: datetime) -> QuerySet[TimeSlot]:
    """Return the provider's slots that cover an instant (half-open), open ones first."""
    return TimeSlot.objects.filter(
        provider_id=provider_id,
        starts_at__gt=pickup_at - LONGEST_SLOT,
        starts_at__lte=pickup_at,
        ends_at__gt=pickup_at,
    ).order_by("is_closed", "-starts_at")


def _error(*, provider_id: UUID, pickup_at: datetime, now: datetime) -> DomainError:
    """Return the error that says why the claim failed."""
    slot = covering(provider_id, pickup_at).select_related("provider").first()
    if pickup_at <= now or (slot is not None and slot.starts_at <= now):
        return SlotPast(_("This hour has already begun. Please choose a later time."))
    if slot is None or slot.is_closed:
        return SlotClosed(_("The provider does not work at this time. Please choose another time."))
    if slot.provider.status != Provider.Status.APPROVED:
        return SlotClosed(_("This provider takes no bookings at the moment. Please choose another provider."))
    return SlotFull(_("This hour is fully booked. Please choose another time."))


def reserve(*, provider_id: UUID, pickup_at: datetime, now: datetime) -> TimeSlot:
    """Claim capacity in the provider's slot that covers ``pickup_at``.

    Raises ``slot_full``, ``slot_closed`` (also when there is no such slot) or ``slot_past`` (the
    slot has begun) and has then changed nothing. Safe under any number of callers at once: the
    claim is a single conditional UPDATE, and a check constraint stands behind it.
    """
    claimed = list(
        TimeSlot.objects.raw(
            CLAIM,
            {
                "provider": prepared(TimeSlot, "provider", provider_id),
                "pickup": prepared(TimeSlot, "starts_at", pickup_at),
                "not_before": prepared(TimeSlot, "starts_at", pickup_at - LONGEST_SLOT),
                "now": prepared(TimeSlot, "starts_at", now),
            },
        )
    )
    if not claimed:
        raise _error(provider_id=provider_id, pickup_at=pickup_at, now=now)
    slot = claimed[0]
    if slot.booked == slot.capacity:
        catalogue.touch()
    return slot


def reserve_many(*, wanted: Sequence[tuple[UUID, datetime]], now: datetime) -> list[TimeSlot | None]:
    """Claim capacity for each (provider, start) where an open slot with exactly that start has some left.

    Returns the slots in the order of ``wanted``; ``None`` where the caller must use :func:`reserve`, which
    also finds longer slots and says why it fails. The slots are locked in the order of their ids.
    """
    found = TimeSlot.objects.filter(
        provider_id__in={provider_id for provider_id, _ in wanted},
        starts_at__in={starts_at for _, starts_at in wanted},
        starts_at__gt=now,
        is_closed=False,
        booked__lt=F("capacity"),
        provider__status=Provider.Status.APPROVED,
    )
    rows = found.select_for_update(of=("self",), no_key=True).order_by("pk")
    slots = {(slot.provider_id, slot.starts_at): slot for slot in rows}
    taken: Counter[UUID] = Counter()
    given: list[TimeSlot | None] = []
    for one in wanted:
        slot = slots.get(one)
        if slot is not None and slot.booked < slot.capacity:
            slot.booked += 1
            taken[slot.pk] += 1
            given.append(slot)
        else:
            given.append(None)
    for number in set(taken.values()):
        ids = [pk for pk, count in taken.items() if count == number]
        TimeSlot.objects.filter(pk__in=ids).update(booked=F("booked") + number)
    if any(slot is not None and slot.booked == slot.capacity for slot in given):
        catalogue.touch()
    return given


def check_free(*, provider_id: UUID, pickup_at: datetime, now: datetime) -> None:
    """Raise as :func:`reserve` would, without claiming anything: somebody else may book first."""
    free = covering(provider_id, pickup_at).filter(is_closed=False, booked__lt=F("capacity"))
    if not free.filter(starts_at__gt=now, provider__status=Provider.Status.APPROVED).exists():
        raise _error(provider_id=provider_id, pickup_at=pickup_at, now=now)


def free_at(*, provider_ids: Collection[UUID], pickup_at: datetime, is_new: bool, now: datetime) -> set[UUID]:
    """Return which of some providers have free capacity at ``pickup_at``; nothing is reserved.

    ``is_new``: for a new booking, which begins as :func:`pickup_within` says, so not with every slot then.
    """
    covers = Q(starts_at__gt=pickup_at - LONGEST_SLOT, starts_at__lte=pickup_at, ends_at__gt=pickup_at)
    if is_new and pickup_within(pickup_at - LONGEST_SLOT, pickup_at) != pickup_at:
        covers = Q(starts_at=pickup_at)
    return set(
        free_after(now).filter(covers, provider_id__in=provider_ids).values_list("provider_id", flat=True)
    )


def first_free(
    *, provider_ids: Collection[UUID], not_before: datetime, until: datetime, now: datetime
) -> tuple[datetime, set[UUID]] | None:
    """Return the first start of a slot with free capacity at some of the providers, and who they are.

    The start lies at ``not_before`` or later and before ``until``; ``None`` if there is none. Nothing is
    reserved.
    """
    free = free_after(now).filter(
        provider_id__in=provider_ids, starts_at__gte=not_before, starts_at__lt=until
    )
    starts_at = free.order_by("starts_at").values_list("starts_at", flat=True).first()
    if starts_at is None:
        return None
    return starts_at, set(free.filter(starts_at=starts_at).values_list("provider_id", flat=True))


def release(*, slot_id: UUID, now: datetime) -> bool:
    """Release one unit of capacity; return whether the slot can be booked then, if its provider can be.

    The caller ensures that it happens once for each reservation. ``RuntimeError`` if nothing is booked: that
    is a bug, never a response.
    """
    given_back = list(TimeSlot.objects.raw(GIVE_BACK, {"slot": prepared(TimeSlot, "id", slot_id)}))
    if not given_back:
        raise RuntimeError(f"nobody holds a place in slot {slot_id}")
    slot = given_back[0]
    if slot.booked == slot.capacity - 1 and slot.starts_at > now:
        catalogue.touch()
    return slot.booked < slot.capacity and not slot.is_closed and slot.starts_at > now


@transaction.atomic
def move(*, from_slot_id: UUID, provider_id: UUID, pickup_at: datetime, now: datetime) -> TimeSlot:
    """Claim capacity at ``pickup_at`` and release the old slot's, both or neither.

    Both rows are locked in the order of their ids before either changes, so that two moves in
    opposite directions wait for each other instead of deadlocking. Raises what :func:`reserve`
    raises. A new time within the same slot changes nothing.
    """
    target = covering(provider_id, pickup_at).first()
    if target is not None:
        ids = {from_slot_id, target.pk}
        list(TimeSlot.objects.select_for_update().filter(pk__in=ids).order_by("pk").values_list("pk"))
    if target is not None and target.pk == from_slot_id:
        return _same_slot(slot_id=from_slot_id, now=now)
    slot = reserve(provider_id=provider_id, pickup_at=pickup_at, now=now)
    release(slot_id=from_slot_id, now=now)
    return slot


def _same_slot(*, slot_id: UUID, now: datetime) -> TimeSlot:
    """Return the slot that the booking stays in; raises if it has begun."""
    slot = TimeSlot.objects.get(pk=slot_id)
    if slot.starts_at <= now:
        raise SlotPast(_("This hour has already begun. Please choose a later time."))
    return slot


def free_after(now: datetime) -> QuerySet[TimeSlot]:
    """Return the slots that can be booked: open, with free capacity, and not begun."""
    return TimeSlot.objects.filter(is_closed=False, booked__lt=F("capacity"), starts_at__gt=now)


def slot_type(*, day: date, today: date) -> str:
    """Return ``same_day``, ``next_day`` or ``scheduled`` for a slot's Swiss date as seen today."""
    if day <= today:
        return SlotType.SAME_DAY
    return SlotType.NEXT_DAY if day == today + timedelta(days=1) else SlotType.SCHEDULED
