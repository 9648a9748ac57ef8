"""Slots that a provider adds or changes by hand, whatever their week says."""

from datetime import date, datetime, time
from uuid import UUID

from django.db import transaction

from marketplace import clock
from marketplace.errors import Refusal
from providers import catalogue
from scheduling.generating import calendar, instant, one_at_a_time
from scheduling.models import TimeSlot
from scheduling.weeks import FARTHEST, PLACES, SLOT_MINUTES, locked_provider, minutes_between, refusal


@transaction.atomic
def put_slot(
    *, provider_id: UUID, day: date, start: time, end: time, places: int, now: datetime
) -> tuple[TimeSlot, bool]:
    """Add a slot, or change and open the one with the same start; tell whether it was added.

    Day and times are Swiss. Fewer places than are booked is no error: places are then taken away
    as they are given back. Refuses what is no stretch of that day, past, or more than two years
    ahead (400), what overlaps another open slot (409 ``slot_overlaps``), and an end before the
    pickup of somebody who booked (409 ``slot_has_bookings``).
    """
    starts_at, ends_at = _bounds(day, start, end, now)
    if not PLACES[0] <= places <= PLACES[1]:
        raise refusal("A slot has 1 place at least and 50 at most.", code="places", field="maxBookings")
    locked_provider(provider_id)
    one_at_a_time()
    # Locked, so that nobody books between the look and the change.
    slot = TimeSlot.objects.select_for_update().filter(provider_id=provider_id, starts_at=starts_at).first()
    _check_room(provider_id, starts_at, ends_at)
    if slot is None:
        slot = TimeSlot(provider_id=provider_id, date=day, start_time=start, starts_at=starts_at)
    elif slot.reservations.filter(released_at__isnull=True, order__pickup_at__gte=ends_at).exists():
        sentence = "A customer has booked a pickup after this end. Choose a later end."
        raise Refusal(sentence, code="slot_has_bookings", fields={"endTime": [sentence]})
    is_new = slot._state.adding
    slot.end_time, slot.ends_at = end, ends_at
    slot.capacity = max(places, slot.booked)
    slot.shrink_to = places if places < slot.booked else None
    slot.is_manual, slot.is_closed = True, False
    slot.save()
    catalogue.touch()
    return slot, is_new


def _bounds(day: date, start: time, end: time, now: datetime) -> tuple[datetime, datetime]:
    """Return the instants of a stretch of a day, or refuse it (400)."""
    length = minutes_between(start, end)
    if length <= 0:
        sentence = "The end must be after the start, on the same day."
        raise refusal(sentence, code="slot_inverted", field="endTime")
    if not SLOT_MINUTES[0] <= length <= SLOT_MINUTES[1]:
        sentence = "A slot takes 15 minutes at least and 8 hours at most."
        raise refusal(sentence, code="slot_length", field="endTime")
    today = clock.local_date(now)
    if day < today:
        raise refusal("The day must not be in the past.", code="in_the_past", field="date")
    if day > today + FARTHEST:
        sentence = "Slots can be added two years ahead at most."
        raise refusal(sentence, code="too_far_ahead", field="date")
    clocks = calendar(day, day)[0]
    starts_at, ends_at = instant(clocks, start), instant(clocks, end)
    if ends_at <= starts_at:
        sentence = "The clocks skip this hour on that night. Choose another time."
        raise refusal(sentence, code="no_such_hour", field="startTime")
    if starts_at <= now:
        raise refusal("This time has already begun.", code="in_the_past", field="startTime")
    return starts_at, ends_at


def _check_room(provider_id: UUID, starts_at: datetime, ends_at: datetime) -> None:
    """Refuse (409) a stretch that another open slot overlaps."""
    other = (
        TimeSlot.objects.filter(
            provider_id=provider_id, is_closed=False, starts_at__lt=ends_at, ends_at__gt=starts_at
        )
        .exclude(starts_at=starts_at)
        .first()
    )
    if other is not None:
        sentence = f"You already have a slot from {other.start_time:%H:%M} to {other.end_time:%H:%M}."
        raise Refusal(sentence, code="slot_overlaps", fields={"startTime": [sentence]})
