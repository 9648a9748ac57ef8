"""The single dates of recurring bookings: rows, made six weeks ahead.

A task calls :func:`extend_due`, which makes them from the rule; a unique constraint on booking and date
allows it to run twice, late or concurrently.
"""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet

from marketplace import clock
from marketplace.jobs import due, outbox, sweeping
from marketplace.jobs.models import Job
from orders.models import Occurrence, OccurrenceReason, OccurrenceStatus, RecurringBooking
from orders.recurring import deadlines, pattern

AHEAD = timedelta(days=42)
BATCH = 200
MANY = 20_000
KIND = "recurring dates"
POLICY = due.Policy(first_pause=timedelta(minutes=10))
PLACING_TASK = "orders.place_recurring_orders"


def rule_of(booking: RecurringBooking) -> pattern.Rule:
    """Return the :class:`pattern.Rule` of a booking."""
    return pattern.Rule(booking.pattern, booking.day_of_week, booking.day_of_month)


def extend(booking: RecurringBooking, *, today: date) -> list[Occurrence]:
    """Return the missing rows of the next six weeks, not saved; sets ``extended_until`` and ``extend_on``.

    Dates before the end of a pause are made as skipped, and are planned again if it is resumed.
    """
    until = today + AHEAD
    rule = rule_of(booking)
    missing = pattern.dates_between(
        rule, first_on=booking.first_on, after=booking.extended_until, until=until
    )
    rows = [_row(booking, day) for day in missing]
    booking.extended_until = max(booking.extended_until, until)
    next_date = pattern.next_after(rule, first_on=booking.first_on, day=booking.extended_until)
    booking.extend_on = next_date - AHEAD
    return rows


def _row(booking: RecurringBooking, day: date) -> Occurrence:
    paused = booking.paused_until is not None and day < booking.paused_until
    return Occurrence(
        booking=booking,
        on=day,
        status=OccurrenceStatus.SKIPPED if paused else OccurrenceStatus.PLANNED,
        reason=OccurrenceReason.PAUSED if paused else "",
        place_at=deadlines.place_at(booking.pickup_on(day)),
    )


def extend_due(*, now: datetime) -> int:
    """Make the occurrences of the next six weeks; return how many.

    A booking that fails is retried later and does not stop the others.
    """
    today, made = clock.local_date(now), 0

    def together(ids: list[UUID]) -> set[UUID]:
        nonlocal made
        made += _extend(ids, today)
        return set(ids)

    def one_by_one(ids: list[UUID]) -> None:
        def one(job: Job, _instant: datetime) -> None:
            together([job.subject])

        sweeping.sweep(KIND, _to_extend(today).filter(pk__in=ids), act=one, policy=POLICY, now=now)

    ids = list(_to_extend(today).order_by("extend_on").values_list("pk", flat=True)[:MANY])
    batches = (ids[first : first + BATCH] for first in range(0, len(ids), BATCH))
    sweeping.sweep_together(KIND, batches, together=together, one_by_one=one_by_one, now=now)
    return made


def _to_extend(today: date) -> QuerySet[RecurringBooking]:
    return RecurringBooking.objects.filter(is_active=True, extend_on__lte=today)


@transaction.atomic
def _extend(ids: list[UUID], today: date) -> int:
    # Locked rows belong to a concurrent run; if that fails, the next run finds them.
    locked = _to_extend(today).select_for_update(
        no_key=True, skip_locked=connection.features.has_select_for_update_skip_locked
    )
    bookings = list(locked.filter(pk__in=ids).order_by("extend_on"))
    rows = [row for booking in bookings for row in extend(booking, today=today)]
    Occurrence.objects.bulk_create(rows, ignore_conflicts=True)
    RecurringBooking.objects.bulk_update(bookings, ["extended_until", "extend_on"])
    return len(rows)


def coming(booking: RecurringBooking, rows: Iterable[Occurrence]) -> list[date]:
    """Return the days of planned rows, or else the first date without a row."""
    after = booking.extended_until
    return [row.day for row in rows if row.status == OccurrenceStatus.PLANNED] or [
        pattern.next_after(rule_of(booking), first_on=booking.first_on, day=after)
    ]


def at_the_hour_of(booking: RecurringBooking) -> QuerySet[RecurringBooking]:
    """Return the customer's other active bookings of the same day and time, with any provider."""
    return RecurringBooking.objects.filter(
        customer_id=booking.customer_id,
        day_of_week=booking.day_of_week,
        day_of_month=booking.day_of_month,
        preferred_time=booking.preferred_time,
        is_active=True,
    ).exclude(pk=booking.pk)


def wake_placing() -> None:
    """Start the placing task after the commit; without a broker the next scheduled one does it."""
    outbox.wake(PLACING_TASK)
