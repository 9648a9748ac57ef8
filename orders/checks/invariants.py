"""Invariants of the data. Each check yields a sentence for every violation. Read only.

Run after every test, by ``manage.py check_invariants``, and in the background for the admin site
(:mod:`orders.checks.data_checks`).
"""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, DecimalField, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from marketplace.db.snapshots import snapshot
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.jobs.outbox import Queue
from marketplace.money import ZERO
from orders.lifecycle.transitions import TRANSITIONS
from orders.models import Order, OrderEvent, OrderLine, OrderStatus, Reservation
from orders.payments.payment_invariants import INVARIANTS as OF_MONEY
from orders.payouts.payout_invariants import INVARIANTS as OF_PAYOUTS
from orders.recurring.recurring_invariants import INVARIANTS as OF_RECURRING
from providers.models import Provider, Review
from scheduling.models import TimeSlot

Check = Callable[[], Iterator[str]]
OUTBOX_PATIENCE = timedelta(minutes=5)
# What goes to very many gives way to everything else, and copies of people's data are made one at a time.
BULK_PATIENCE = timedelta(days=1)
EXPORTS_PATIENCE = timedelta(hours=1)
# Histories are checked in pages of this size, which are held in memory.
ORDERS_AT_ONCE = 5_000
_LEGAL = {(row.source.value, row.target.value) for row in TRANSITIONS}
_MONEY: "DecimalField[Any, Any]" = DecimalField(max_digits=12, decimal_places=2)


def _count(rows: QuerySet[Any], key: str) -> Coalesce:
    counted = rows.order_by().values(key).annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0)


def booked_capacity_is_reserved() -> Iterator[str]:
    """Find slots whose counter is not the number of their active reservations."""
    active = _count(Reservation.objects.filter(slot=OuterRef("pk"), released_at__isnull=True), "slot")
    for slot in TimeSlot.objects.annotate(active=active).exclude(active=F("booked")).iterator():
        yield f"Slot {slot.pk} counts {slot.booked} bookings and has {slot.active} reservations."


def running_orders_hold_one_reservation() -> Iterator[str]:
    """Find uncancelled orders without an active reservation, and cancelled ones with one."""
    active = _count(Reservation.objects.filter(order=OuterRef("pk"), released_at__isnull=True), "order")
    cancelled = Q(status=OrderStatus.CANCELLED)
    for order in Order.objects.annotate(active=active).filter(cancelled, active__gt=0).iterator():
        yield f"Order {order.pk} is cancelled and still holds a place."
    for order in Order.objects.annotate(active=active).filter(~cancelled, active=0).iterator():
        yield f"Order {order.pk} is {order.status} without a place."


def histories_are_paths() -> Iterator[str]:
    """Find orders whose events are not a path of legal transitions to their status."""
    after = UUID(int=0)
    pages = Order.objects.order_by("pk").values_list("pk", "status")
    while status := dict(pages.filter(pk__gt=after)[:ORDERS_AT_ONCE]):
        yield from _wrong_histories(status)
        after = max(status)


def _wrong_histories(status: dict[UUID, str]) -> Iterator[str]:
    last_status = dict.fromkeys(status, "")
    events = OrderEvent.objects.filter(order_id__in=status).order_by("pk")
    for order_id, source, target in events.values_list("order_id", "from_status", "to_status"):
        first = (source, target) == ("", OrderStatus.PENDING.value)
        if source != last_status[order_id] or not (first or (source, target) in _LEGAL):
            yield f"Order {order_id} went from {last_status[order_id] or 'nowhere'} by {source} to {target}."
        last_status[order_id] = target
    for order_id, last in last_status.items():
        if last != status[order_id]:
            yield f"Order {order_id} is {status[order_id]}, its history ends at {last or 'nowhere'}."


def ratings_are_of_visible_reviews() -> Iterator[str]:
    """Find providers whose rating or count is not that of their visible reviews."""
    visible = Review.objects.visible().filter(provider=OuterRef("pk")).order_by()
    grouped = visible.values("provider").annotate(number=Count("pk"), total=Sum("rating"))
    providers = Provider.objects.annotate(
        number=Coalesce(Subquery(grouped.values("number")), 0),
        total=Coalesce(Subquery(grouped.values("total")), 0),
    )
    for provider in providers.exclude(number=F("review_count"), total=F("rating_sum")).iterator():
        yield (
            f"Provider {provider.pk} counts {provider.review_count} reviews adding up to "
            f"{provider.rating_sum}; visible are {provider.number} adding up to {provider.total}."
        )


def reviewed_orders_are_completed() -> Iterator[str]:
    """Find reviews of orders that are not completed, or by somebody else than the customer."""
    wrong = Review.objects.exclude(order__status=OrderStatus.COMPLETED, order__customer=F("author"))
    for review in wrong.iterator():
        yield f"Review {review.pk} is not by the customer of a completed order."


def totals_are_sums_of_lines() -> Iterator[str]:
    """Find orders without price lines, or whose lines do not add up to the total."""
    lines = OrderLine.objects.filter(order=OuterRef("pk")).order_by().values("order")
    total = Subquery(lines.annotate(total=Sum("amount")).values("total"), output_field=_MONEY)
    summed = Order.objects.annotate(summed=Coalesce(total, ZERO, output_field=_MONEY))
    for order in summed.exclude(summed=F("total_amount")).iterator():
        yield f"Order {order.pk} costs {order.total_amount}, its lines add up to {order.summed}."


def outbox_moves(now: datetime) -> Iterator[str]:
    """Find messages that have waited for more than five minutes, or longer than their queue may take."""
    bulk = Q(topic__in=outbox.topics_of(Queue.BULK, Queue.BULK_PUSH), due_at__gte=now - BULK_PATIENCE)
    exports = Q(topic__in=outbox.topics_of(Queue.EXPORTS), due_at__gte=now - EXPORTS_PATIENCE)
    late = OutboxMessage.objects.filter(
        ~bulk, ~exports, done_at__isnull=True, failed_at__isnull=True, due_at__lt=now - OUTBOX_PATIENCE
    )
    for message in late.iterator():
        yield f"Outbox message {message.pk} ({message.topic}) has been due since {message.due_at}."


OF_DATA: list[tuple[str, Check]] = [
    ("every booked place is reserved", booked_capacity_is_reserved),
    ("running orders hold one place", running_orders_hold_one_reservation),
    ("histories are paths of the table", histories_are_paths),
    ("ratings are those of visible reviews", ratings_are_of_visible_reviews),
    ("reviews are of completed orders", reviewed_orders_are_completed),
    ("totals are sums of lines", totals_are_sums_of_lines),
    *OF_MONEY,
    *OF_PAYOUTS,
    *OF_RECURRING,
]


def violations() -> list[str]:
    """Return a sentence for each violation in the data; empty if all is well."""
    return [f"{name}: {what}" for name, check in OF_DATA for what in check()]


def all_violations(*, now: datetime) -> dict[str, list[str]]:
    """Return the violations of every invariant, and of the outbox's punctuality.

    Each invariant reads the data of one moment: many compare several statements while orders go on.
    """
    found = {name: _found_by(check) for name, check in OF_DATA}
    return found | {"the outbox is handed on within five minutes": list(outbox_moves(now))}


def _found_by(check: Check) -> list[str]:
    with snapshot():
        return list(check())
