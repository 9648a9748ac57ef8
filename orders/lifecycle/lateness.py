"""Which orders are late: one rule for customer, provider and operator.

A pickup is late when its hour has ended and it has not begun; it is stuck when it began over two hours ago
and washing has not; a return is late when the promised instant has passed. An order is late in one way at a
time, and its return comes first. :func:`lateness` tells it of one order; the conditions find such orders.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, F, OuterRef, Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.db.json_rows import JsonMap, as_utc
from orders.models import PICKUP_LASTS, Order, OrderEvent, OrderStatus
from orders.prices.turnaround import EXPRESS_WITHIN_HOURS, RETURN_WITHIN_HOURS, return_of

WASHED_WITHIN = timedelta(hours=2)
BEGUN = (OrderStatus.PICKUP, OrderStatus.WASHING, OrderStatus.DELIVERY)
# For how long after its pickup hour an order that was completed before it is shown to operators: until its
# money is the provider's.
EARLY_SHOWN_FOR = timedelta(hours=24)


class Step(TextChoices):
    """What is due, and late after its deadline."""

    PICKUP = "pickup", gettext_lazy("Pickup is late")
    WASHING = "washing", gettext_lazy("Pickup is stuck")
    RETURN = "return", gettext_lazy("Return is late")


@dataclass(frozen=True)
class Deadline:
    """The step that an order waits for, and by when (UTC) it is due."""

    step: Step
    at: datetime


# --- Of one order --------------------------------------------------------------------------------------


def deadline_of(order: Order, *, now: datetime) -> Deadline | None:
    """Return what is due next and by when; ``None`` for an order that is not confirmed, or over.

    At the status ``pickup`` it takes a query, unless the order carries the annotation of
    :func:`with_deadline` or of :mod:`orders.selectors`.
    """
    if order.status == OrderStatus.CONFIRMED:
        return Deadline(Step.PICKUP, order.pickup_ends_at)
    if order.status not in BEGUN:
        return None
    back = Deadline(Step.RETURN, return_of(order))
    if order.status != OrderStatus.PICKUP or back.at < now:
        return back
    return Deadline(Step.WASHING, _begun_at(order) + WASHED_WITHIN)


def lateness(order: Order, *, now: datetime) -> Deadline | None:
    """Return the deadline that an order has missed, if any."""
    due = deadline_of(order, now=now)
    if due is None:
        return None
    # The hour of a pickup ends before the next one begins: intervals are half-open.
    is_late = due.at <= now if due.step == Step.PICKUP else due.at < now
    return due if is_late else None


def is_late(order: Order, *, now: datetime) -> bool:
    """Tell whether an order is late in any way."""
    return lateness(order, now=now) is not None


def _begun_at(order: Order) -> datetime:
    times = vars(order).get("status_times", {})
    if OrderStatus.PICKUP.value in times:
        return as_utc(times[OrderStatus.PICKUP.value])
    at = order.events.filter(to_status=OrderStatus.PICKUP).values_list("at", flat=True).last()
    return at or order.pickup_at


# --- Of many --------------------------------------------------------------------------------------------


def late_pickups(now: datetime) -> Q:
    """Return the condition for confirmed orders whose pickup hour has ended."""
    return Q(status=OrderStatus.CONFIRMED, pickup_at__lte=now - PICKUP_LASTS)


def pickups_of_today(now: datetime) -> Q:
    """Return the condition for confirmed orders that are picked up on this Swiss day."""
    start, end = clock.day_bounds(clock.local_date(now))
    return Q(status=OrderStatus.CONFIRMED, pickup_at__gte=start, pickup_at__lt=end)


def stuck_pickups(now: datetime) -> Q:
    """Return the condition for pickups that began over two hours ago, while washing has not."""
    lately = OrderEvent.objects.filter(
        order=OuterRef("pk"), to_status=OrderStatus.PICKUP, at__gte=now - WASHED_WITHIN
    )
    return Q(status=OrderStatus.PICKUP) & ~_was_due_back(now) & ~Q(Exists(lately.order_by()))


def late_returns(now: datetime) -> Q:
    """Return the condition for orders whose laundry should have been returned by now."""
    return Q(status__in=BEGUN) & _was_due_back(now)


def late(now: datetime) -> Q:
    """Return the condition for orders that are late in any way."""
    return late_returns(now) | late_pickups(now) | stuck_pickups(now)


def completed_early(now: datetime) -> Q:
    """Return the condition for orders that were completed before their pickup hour began.

    Until 24 hours after that hour, when what they earned becomes the provider's.
    """
    done = OrderEvent.objects.filter(
        order=OuterRef("pk"), to_status=OrderStatus.COMPLETED, at__lt=OuterRef("pickup_at")
    )
    shown = Q(status=OrderStatus.COMPLETED, pickup_at__gt=now - PICKUP_LASTS - EARLY_SHOWN_FOR)
    return shown & Q(Exists(done.order_by()))


def with_deadline(orders: QuerySet[Order]) -> QuerySet[Order]:
    """Annotate what :func:`deadline_of` needs, so that it takes no query."""
    events = OrderEvent.objects.filter(order=OuterRef("pk")).order_by("at", "id")
    times = {"status_times": JsonMap(events.values(name=F("to_status"), item=F("at")))}
    return orders.annotate(**times)


def _was_due_back(now: datetime) -> Q:
    due = Q(is_express=True, pickup_at__lt=now - timedelta(hours=EXPRESS_WITHIN_HOURS))
    for service, hours in RETURN_WITHIN_HOURS.items():
        due |= Q(service_type=service, is_express=False, pickup_at__lt=now - timedelta(hours=hours))
    return due
