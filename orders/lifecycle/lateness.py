"""Which orders are late, and which are stuck, for the admin site and the provider's workspace.

An order is late when its pickup time has passed and it is still confirmed, or when the promised day of
return (Swiss date) has passed. It is stuck when it has had its status for longer than usual.
"""

from datetime import datetime, time, timedelta

from django.db.models import Exists, OuterRef, Q

from marketplace import clock
from orders.checkout.turnaround import EXPRESS_WITHIN_HOURS, RETURN_WITHIN_HOURS, return_of
from orders.models import Order, OrderEvent, OrderStatus

# The longest that each status usually lasts.
USUAL = {
    OrderStatus.PICKUP: timedelta(hours=3),
    OrderStatus.WASHING: timedelta(hours=72),
    OrderStatus.DELIVERY: timedelta(hours=3),
}
_WITH_PROVIDER = (OrderStatus.WASHING, OrderStatus.DELIVERY)


def late(now: datetime) -> Q:
    """Return the query condition for late orders."""
    midnight = clock.at_wall_time(clock.local_date(now), time(0))
    back = Q()
    for service, hours in RETURN_WITHIN_HOURS.items():
        # The promised instant of return lies before today.
        back |= Q(service_type=service, is_express=False, pickup_at__lt=midnight - timedelta(hours=hours))
    back |= Q(is_express=True, pickup_at__lt=midnight - timedelta(hours=EXPRESS_WITHIN_HOURS))
    overdue = Q(status=OrderStatus.CONFIRMED, pickup_at__lt=now)
    return overdue | (Q(status__in=_WITH_PROVIDER) & back)


def stuck(now: datetime) -> Q:
    """Return the query condition for orders that have had their status for longer than usual."""
    found = Q()
    for status, usual in USUAL.items():
        lately = OrderEvent.objects.filter(order=OuterRef("pk"), to_status=status, at__gte=now - usual)
        found |= Q(status=status) & ~Q(Exists(lately.order_by()))
    return found


def is_late(order: Order, *, now: datetime) -> bool:
    """Tell whether one order is late, as :func:`late` does, without a query."""
    if order.status == OrderStatus.CONFIRMED:
        return order.pickup_at < now
    if order.status not in _WITH_PROVIDER:
        return False
    return clock.local_date(return_of(order)) < clock.local_date(now)


def due_at(order: Order) -> datetime:
    """Return when an order's next step was due: its pickup, or its return."""
    return return_of(order) if order.status in _WITH_PROVIDER else order.pickup_at
