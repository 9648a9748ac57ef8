"""The single dates of recurring bookings: rows, made six weeks ahead.

They are made from the rule by :func:`extend_due`, which a task calls; a unique constraint on booking
and date makes doing so twice, late or beside itself harmless.
"""

import logging
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta

from celery import current_app
from django.db import connection, transaction

from marketplace import clock
from orders.models import Occurrence, OccurrenceReason, OccurrenceStatus, RecurringBooking
from orders.recurring import deadlines, pattern

AHEAD = timedelta(days=42)
BATCH = 200
PLACING_TASK = "orders.place_recurring_orders"
log = logging.getLogger(__name__)


def rule_of(booking: RecurringBooking) -> pattern.Rule:
    """Return the rule of a booking."""
    return pattern.Rule(booking.pattern, booking.day_of_week, booking.day_of_month)


def pickup_at(booking: RecurringBooking, *, day: date, wall: time | None = None) -> datetime:
    """Return the instant of a pickup of the booking, at its usual time unless ``wall`` is another."""
    return pattern.instant(day=day, wall=wall or booking.preferred_time, zone=booking.time_zone)


def pickup_of(occurrence: Occurrence) -> datetime:
    """Return the instant of an occurrence's pickup, wherever the customer moved it."""
    return pickup_at(occurrence.booking, day=occurrence.day, wall=occurrence.moved_time)


def today_of(now: datetime) -> date:
    """Return the Swiss day."""
    return clock.local_date(now)


def extend(booking: RecurringBooking, *, today: date) -> list[Occurrence]:
    """Return the rows, not saved, that a booking lacks for the next six weeks; move its marks on.

    Dates before the end of a pause are skipped from the start, and come back if it is resumed.
    """
    until = today + AHEAD
    rule = rule_of(booking)
    missing = pattern.dates_between(
        rule, first_on=booking.first_on, after=booking.extended_until, until=until
    )
    rows = [_row(booking, day) for day in missing]
    booking.extended_until = max(booking.extended_until, until)
    following = pattern.next_after(rule, first_on=booking.first_on, day=booking.extended_until)
    booking.extend_on = following - AHEAD
    return rows


def _row(booking: RecurringBooking, day: date) -> Occurrence:
    paused = booking.paused_until is not None and day < booking.paused_until
    return Occurrence(
        booking=booking,
        on=day,
        status=OccurrenceStatus.SKIPPED if paused else OccurrenceStatus.PLANNED,
        reason=OccurrenceReason.PAUSED if paused else "",
        place_at=deadlines.place_at(pickup_at(booking, day=day)),
    )


def extend_due(*, now: datetime) -> int:
    """Make the occurrences that have come within six weeks; return how many."""
    return sum(_extend_batches(today_of(now)))


def _extend_batches(today: date) -> Iterator[int]:
    due = RecurringBooking.objects.filter(is_active=True, extend_on__lte=today)
    while due.exists():
        with transaction.atomic():
            # Somebody else's rows are theirs; what they leave is found again by the next run.
            bookings = list(
                due.select_for_update(
                    no_key=True, skip_locked=connection.features.has_select_for_update_skip_locked
                ).order_by("extend_on")[:BATCH]
            )
            rows = [row for booking in bookings for row in extend(booking, today=today)]
            Occurrence.objects.bulk_create(rows, ignore_conflicts=True)
            RecurringBooking.objects.bulk_update(bookings, ["extended_until", "extend_on"])
        if not bookings:
            return
        yield len(rows)


def wake_placing() -> None:
    """Start the placing task after the commit; without a broker the next sweep does it."""

    def send() -> None:
        try:
            current_app.send_task(PLACING_TASK, retry=False)
        except Exception as error:  # noqa: BLE001 - whatever the broker raises, the change is committed
            log.warning("Placing could not be started (%s); the next sweep does it.", error)

    transaction.on_commit(send)
