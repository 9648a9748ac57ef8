"""Invariants of recurring bookings. Read only."""

from collections.abc import Callable, Iterator

from django.db.models import Count, F, Q

from orders.models import Occurrence, OccurrenceStatus, Order, OrderStatus, RecurringBooking
from orders.recurring import occurrences, pattern

OPEN = (OccurrenceStatus.PLANNED, OccurrenceStatus.SKIPPED)


def one_occurrence_per_date() -> Iterator[str]:
    """Find dates with two occurrences of a booking."""
    rows = Occurrence.objects.order_by().values("booking", "on").annotate(number=Count("pk"))
    for row in rows.filter(number__gt=1):
        yield f"Recurring booking {row['booking']} has {row['number']} occurrences on {row['on']}."


def placed_occurrences_have_a_running_order() -> Iterator[str]:
    """Find placed occurrences without an uncancelled order, and others with one."""
    cancelled = Q(order__status=OrderStatus.CANCELLED)
    placed = Q(status=OccurrenceStatus.PLACED)
    for row in Occurrence.objects.filter(placed, cancelled | Q(order__isnull=True)).iterator():
        yield f"Occurrence {row.pk} is placed without an order that runs."
    for row in Occurrence.objects.filter(~placed, ~cancelled, order__isnull=False).iterator():
        yield f"Occurrence {row.pk} is {row.status}, and its order runs."


def recurring_orders_are_the_customers() -> Iterator[str]:
    """Find orders that a recurring booking placed for somebody else."""
    wrong = Order.objects.filter(occurrence__isnull=False).exclude(
        customer=F("occurrence__booking__customer")
    )
    for order in wrong.iterator():
        yield f"Order {order.pk} is not of the customer whose recurring booking placed it."


def ended_bookings_plan_nothing() -> Iterator[str]:
    """Find ended bookings that still would place orders."""
    planned = Q(occurrences__status=OccurrenceStatus.PLANNED)
    for booking in RecurringBooking.objects.filter(planned, is_active=False).distinct().iterator():
        yield f"Recurring booking {booking.pk} has ended and still plans pickups."


def every_date_has_its_row() -> Iterator[str]:
    """Find active bookings that lack a date of their pattern, or plan a date outside it.

    The pattern may have changed: rows before its first date, or with an order, may belong to an earlier one.
    A pickup that was moved to a date counts as that date's.
    """
    for booking in RecurringBooking.objects.filter(is_active=True).prefetch_related("occurrences"):
        rule, first_on = occurrences.rule_of(booking), booking.first_on
        dates = pattern.dates_between(
            rule, first_on=first_on, after=first_on - occurrences.AHEAD, until=booking.extended_until
        )
        expected, rows = set(dates), booking.occurrences.all()
        held = {row.on for row in rows} | {row.day for row in rows}
        coming = {
            row.on for row in rows if row.order_id is None and row.status in OPEN and row.on >= first_on
        }
        planned = {row.on for row in rows if row.status == OccurrenceStatus.PLANNED}
        if wrong := (expected - held) | ((coming | planned) - expected):
            yield f"Recurring booking {booking.pk} differs from its pattern on {sorted(wrong)}."


INVARIANTS: list[tuple[str, Callable[[], Iterator[str]]]] = [
    ("recurring bookings have one occurrence a date", one_occurrence_per_date),
    ("placed occurrences have an order that runs", placed_occurrences_have_a_running_order),
    ("recurring orders are their customers'", recurring_orders_are_the_customers),
    ("ended recurring bookings plan nothing", ended_bookings_plan_nothing),
    ("recurring bookings have every date of their pattern", every_date_has_its_row),
]
