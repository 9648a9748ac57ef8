"""The open orders of a customer by the hour of their pickup: nobody books an hour twice without noticing."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet

from orders.errors import PickupExists
from orders.models import IN_PROGRESS, PICKUP_LASTS, Order, OrderStatus

OPEN = [OrderStatus.PENDING, *IN_PROGRESS]


def open_orders(customer_id: UUID, *, now: datetime) -> QuerySet[Order]:
    """Return a customer's orders whose pickup hour is not over, with anybody; an expired checkout is none."""
    return Order.objects.filter(is_open(now), customer_id=customer_id)


def is_open(now: datetime) -> Q:
    """Return the condition for orders under way, or about to be paid, whose pickup hour is not over."""
    held = Q(hold_expires_at=None) | Q(hold_expires_at__gt=now) | ~Q(status=OrderStatus.PENDING)
    return Q(status__in=OPEN, pickup_at__gt=now - PICKUP_LASTS) & held


def overlaps(order: Order, pickup_at: datetime) -> bool:
    """Tell whether a pickup at that instant would overlap the one of an order."""
    return abs(order.pickup_at - pickup_at) < PICKUP_LASTS


def overlapping(orders: Iterable[Order], pickup_at: datetime) -> Order | None:
    """Return the first of the orders whose pickup a new one at that instant would overlap."""
    return next((order for order in orders if overlaps(order, pickup_at)), None)


def refuse_second_pickup(*, customer_id: UUID, pickup_at: datetime, now: datetime) -> None:
    """Raise ``pickup_exists`` (409) if the customer has an open order within that hour, with anybody.

    The caller has locked the customer's account, so of two calls at once the second one is refused.
    """
    near = open_orders(customer_id, now=now).filter(
        pickup_at__gt=pickup_at - PICKUP_LASTS, pickup_at__lt=pickup_at + PICKUP_LASTS
    )
    if order := near.select_related("provider__user").order_by("pickup_at").first():
        raise PickupExists(order)
