"""Who is told what when an order changes: live events for open pages, notices for people.

Everything is written in the transaction of the change. Sentences are plain; times are Swiss wall
time, amounts CHF. The customer's notices lead to the order's page, the provider's to their jobs.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from accounts import notifications
from accounts.models import User
from marketplace import clock
from marketplace.events import live as live_events
from marketplace.money import ZERO
from orders.models import ActorRole, CancelReason, Message, Order, OrderStatus


@dataclass(frozen=True)
class Notice:
    """A title and a sentence for one side."""

    title: str
    body: str


def wall(instant: datetime) -> str:
    """Return an instant as people say it in Switzerland: ``Thu 19 Nov, 12:00``."""
    local = instant.astimezone(clock.ZURICH)
    return f"{local:%a} {local.day} {local:%b}, {local:%H:%M}"


def chf(amount: Decimal) -> str:
    """Return an amount as ``CHF 27.50``."""
    return f"CHF {amount:.2f}"


def live(*, order: Order, now: datetime) -> None:
    """Tell the open pages of both sides that the order changed."""
    live_events.publish(
        account_ids=[order.customer_id, order.provider.user_id],
        topic="order",
        data={"orderId": str(order.pk), "status": order.status},
        now=now,
    )


def moved(*, order: Order, actor_role: str, now: datetime) -> None:
    """Tell the customer of a stage that was reached, and the provider if somebody else moved it."""
    if notice := _to_customer(order):
        _tell_customer(order, notice, kind=f"order_{order.status}", key=_step(order), now=now)
    if order.status == OrderStatus.CONFIRMED and actor_role != ActorRole.PROVIDER:
        booked = Notice("New order", f"{_summary(order)} Everything is paid; the pickup is yours.")
        _tell_provider(order, booked, kind="order_confirmed", key=_step(order), now=now)


def _to_customer(order: Order) -> Notice | None:
    name = order.provider.user.short_name
    return {
        OrderStatus.CONFIRMED.value: Notice(
            "Order confirmed", f"{name} is preparing for your pickup on {wall(order.pickup_at)}."
        ),
        OrderStatus.PICKUP.value: Notice("Pickup in progress", f"{name} is on the way."),
        OrderStatus.WASHING.value: Notice("Washing in progress", "Your clothes are being washed and ironed."),
        OrderStatus.DELIVERY.value: Notice("Out for delivery", f"{name} is delivering your order."),
        OrderStatus.COMPLETED.value: Notice(
            "Order completed", f"Your order has been completed. How was it? You can rate {name} now."
        ),
    }.get(order.status)


def awaiting_answer(*, order: Order, now: datetime) -> None:
    """Tell both sides that a paid order waits for the provider to accept it."""
    assert order.answer_due_at is not None  # noqa: S101 - the caller has just set it
    name, due = order.provider.user.short_name, wall(order.answer_due_at)
    _tell_customer(
        order,
        Notice(
            "Waiting for provider confirmation",
            f"Your payment has arrived. {name} has until {due} to accept, else you get everything back.",
        ),
        kind="order_paid",
        key=_step(order),
        now=now,
    )
    _tell_provider(
        order,
        Notice("Please answer", f"{_summary(order)} It is paid. Please accept or decline it by {due}."),
        kind="order_paid",
        key=_step(order),
        now=now,
    )


def cancelled(*, order: Order, actor_role: str, was_paid: bool, refund: Decimal, now: datetime) -> None:
    """Tell the customer why the order is over and what comes back, and the provider of a paid one."""
    money = f" We are returning {chf(refund)} to you." if refund > ZERO else ""
    _tell_customer(
        order,
        Notice("Order cancelled", f"{reason(order, to_customer=True)}{money}{_goes_on(order)}"),
        kind="order_cancelled",
        key=_step(order),
        now=now,
    )
    # An unpaid booking was never a job for the provider.
    if was_paid and actor_role != ActorRole.PROVIDER:
        _tell_provider(
            order,
            Notice("Order cancelled", f"{_summary(order)} It was cancelled, and the place is free again."),
            kind="order_cancelled",
            key=_step(order),
            now=now,
        )


def _goes_on(order: Order) -> str:
    occurrence = getattr(order, "occurrence", None)
    running = occurrence is not None and occurrence.booking.is_active
    return " Your recurring booking goes on." if running else ""


def reason(order: Order, *, to_customer: bool) -> str:
    """Return why an order was cancelled, as a sentence for its customer or others; empty if it was not."""
    name = order.provider.user.short_name
    sentences: dict[str, str] = {
        CancelReason.NOT_PAID: "The payment was not completed in time.",
        CancelReason.BY_CUSTOMER: (
            "You cancelled this order." if to_customer else "The customer cancelled this order."
        ),
        CancelReason.DECLINED: f"{name} could not take this order.",
        CancelReason.NOT_ANSWERED: f"{name} did not answer in time.",
        CancelReason.BY_OPERATOR: "The order was cancelled by our support team.",
    }
    return sentences.get(order.cancel_reason, "")


def paid_too_late(*, order: Order, now: datetime) -> None:
    """Tell the customer that a payment came for an order that stays cancelled, and goes back."""
    _tell_customer(
        order,
        Notice(
            "Payment returned",
            f"Your payment came after the order was cancelled. We are returning {chf(order.total_amount)}.",
        ),
        kind="payment_returned",
        key=f"returned:{order.version}",
        now=now,
    )


def rescheduled(*, order: Order, before: datetime, now: datetime) -> None:
    """Tell both sides that the pickup has another time."""
    live(order=order, now=now)
    change = f"from {wall(before)} to {wall(order.pickup_at)}"
    _tell_customer(
        order,
        Notice("Pickup moved", f"Your pickup was moved {change}."),
        kind="order_rescheduled",
        key=_step(order),
        now=now,
    )
    _tell_provider(
        order,
        Notice("Pickup moved", f"The pickup for {order.customer.short_name} was moved {change}."),
        kind="order_rescheduled",
        key=_step(order),
        now=now,
    )


def edited(*, order: Order, now: datetime) -> None:
    """Tell open pages of an edit, and the provider of a paid order by a notice."""
    live(order=order, now=now)
    if order.is_paid:
        _tell_provider(
            order,
            Notice("Order changed", f"{order.customer.short_name} changed the address or instructions."),
            kind="order_edited",
            key=_step(order),
            now=now,
        )


def message_sent(*, message: Message, order: Order, now: datetime) -> None:
    """Tell the open pages of both sides, and the other side by a notice."""
    live_events.publish(
        account_ids=[order.customer_id, order.provider.user_id],
        topic="message",
        data={"orderId": str(order.pk)},
        now=now,
    )
    start = message.body if len(message.body) <= 120 else f"{message.body[:119]}…"
    notice = Notice(f"Message from {message.sender.short_name}", start)
    if message.sender_id != order.customer_id:
        _tell_customer(order, notice, kind="message", key=f"message:{message.pk}", now=now)
    if message.sender_id != order.provider.user_id:
        _tell_provider(order, notice, kind="message", key=f"message:{message.pk}", now=now)


def reviewed(*, order: Order, rating: int, now: datetime) -> None:
    """Tell the provider of a new review, and the open pages that the order is rated."""
    live(order=order, now=now)
    stars = "1 star" if rating == 1 else f"{rating} stars"
    _tell_provider(
        order,
        Notice("New review", f"{order.customer.short_name} gave you {stars}."),
        kind="review",
        key="review",
        now=now,
    )


def _step(order: Order) -> str:
    return f"{order.status}:{order.version}"


def _summary(order: Order) -> str:
    service = order.get_service_type_display()
    return (
        f"{order.customer.short_name}: {service}, {order.weight.normalize():f} kg, "
        f"pickup on {wall(order.pickup_at)}."
    )


def _tell_customer(order: Order, notice: Notice, *, kind: str, key: str, now: datetime) -> None:
    _tell(order.customer, order, notice, kind=kind, key=key, link=f"/tracking/{order.pk}", now=now)


def _tell_provider(order: Order, notice: Notice, *, kind: str, key: str, now: datetime) -> None:
    _tell(order.provider.user, order, notice, kind=kind, key=key, link="/provider", now=now)


def _tell(user: User, order: Order, notice: Notice, *, kind: str, key: str, link: str, now: datetime) -> None:
    notifications.notify(
        user_id=user.pk,
        kind=kind,
        title=notice.title,
        body=notice.body,
        link=link,
        dedupe_key=f"order:{order.pk}:{key}",
        now=now,
    )
