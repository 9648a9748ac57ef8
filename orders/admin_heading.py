"""What stands at the top of an order's page in the back office: who, when, how much, what next."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from orders import notifications, turnaround
from orders.models import Order, OrderStatus


@dataclass(frozen=True)
class Person:
    """One side of an order, and how to reach them."""

    role: str
    name: str
    link: str
    phone: str
    email: str


@dataclass(frozen=True)
class Heading:
    """An order in a few words; the times are Swiss, the amounts CHF."""

    people: tuple[Person, Person]
    when: str
    back: str
    how_much: str
    money: str
    what_next: str
    is_late: bool


def heading_of(order: Order, *, now: datetime) -> Heading:
    """Return the heading of an order whose customer and provider are loaded."""
    customer, owner = order.customer, order.provider.user
    return Heading(
        people=(
            Person(
                "Customer",
                customer.known_name,
                reverse("admin:accounts_user_change", args=[customer.pk]),
                customer.phone,
                customer.email,
            ),
            Person(
                "Provider",
                str(order.provider),
                reverse("admin:providers_provider_change", args=[order.provider_id]),
                owner.phone,
                owner.email,
            ),
        ),
        when=notifications.wall(order.pickup_at),
        back=notifications.wall(turnaround.return_of(order)),
        how_much=notifications.chf(order.total_amount),
        money=_money(order),
        what_next=what_next(order, now=now),
        is_late=_is_late(order, now),
    )


def _money(order: Order) -> str:
    said = order.get_payment_status_display()
    if not order.refunded_amount:
        return said
    return f"{said}: {notifications.chf(order.refunded_amount)} returned"


def _is_late(order: Order, now: datetime) -> bool:
    return order.status == OrderStatus.CONFIRMED and order.pickup_at < now


def what_next(order: Order, *, now: datetime) -> str:
    """Say in a sentence what has to happen with the order now, and by whom."""
    wall, name = notifications.wall, order.provider.user.short_name
    if order.status == OrderStatus.CANCELLED:
        return notifications.reason(order, to_customer=False) or "It is cancelled."
    if order.status == OrderStatus.PENDING and order.answer_due_at:
        return f"{name} accepts or declines it by {wall(order.answer_due_at)}; else everything goes back."
    if order.status == OrderStatus.PENDING:
        until = f" until {wall(order.hold_expires_at)}" if order.hold_expires_at else ""
        return f"{order.customer.short_name} pays; the place is held{until}."
    if _is_late(order, now):
        return f"The pickup is overdue since {wall(order.pickup_at)}: please ask {name}."
    back = wall(turnaround.return_of(order))
    return {
        OrderStatus.CONFIRMED.value: f"{name} picks the laundry up on {wall(order.pickup_at)}.",
        OrderStatus.PICKUP.value: f"{name} is on the way to the pickup.",
        OrderStatus.WASHING.value: f"{name} washes it; it is back by {back}.",
        OrderStatus.DELIVERY.value: f"{name} brings it back, by {back}.",
        OrderStatus.COMPLETED.value: "Nothing: it is done.",
    }[order.status]
