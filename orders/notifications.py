"""Who is told what when an order changes: live events for open pages, notices for people.

Everything is written in the transaction of the change. Sentences are plain; times are Swiss wall
time, amounts CHF. The customer's notices lead to the order's page, the provider's to their jobs.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from accounts import notifications
from marketplace import clock
from marketplace.events import live as live_events
from marketplace.money import ZERO
from orders import pricing
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
    live_events.publish_all(_live(order), now=now)


def _live(order: Order, topic: str = "order") -> list[live_events.Event]:
    data = {"orderId": str(order.pk)} | ({"status": order.status} if topic == "order" else {})
    sides = dict.fromkeys([order.customer_id, order.provider.user_id])
    return [live_events.Event(account_id, topic, data) for account_id in sides]


def moved(*, order: Order, actor_role: str, now: datetime) -> None:
    """Tell the customer of a stage that was reached, and the provider if somebody else moved it."""
    booked = None
    if order.status == OrderStatus.CONFIRMED and actor_role != ActorRole.PROVIDER:
        booked = Notice("New order", f"{_summary(order)} Everything is paid; the pickup is yours.")
    _tell(order, kind=f"order_{order.status}", customer=_to_customer(order), provider=booked, now=now)


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
    _tell(
        order,
        kind="order_paid",
        customer=Notice(
            "Waiting for provider confirmation",
            f"Your payment has arrived. {name} has until {due} to accept, else you get everything back.",
        ),
        provider=Notice(
            "Please answer", f"{_summary(order)} It is paid. Please accept or decline it by {due}."
        ),
        now=now,
    )


def cancelled(*, order: Order, actor_role: str, was_paid: bool, refund: Decimal, now: datetime) -> None:
    """Tell the customer why the order is over and what comes back, and the provider of a paid one."""
    money = f" We are returning {chf(refund)} to you." if refund > ZERO else ""
    freed = None
    # An unpaid booking was never a job for the provider.
    if was_paid and actor_role != ActorRole.PROVIDER:
        freed = Notice("Order cancelled", f"{_summary(order)} It was cancelled, and the place is free again.")
    why = Notice("Order cancelled", f"{reason(order, to_customer=True)}{money}{_goes_on(order)}")
    _tell(order, kind="order_cancelled", customer=why, provider=freed, now=now)


def _goes_on(order: Order) -> str:
    return " Your recurring booking goes on." if order.series_is_active else ""


def reason(order: Order, *, to_customer: bool) -> str:
    """Return why an order was cancelled, as a sentence for its customer or others; empty if it was not."""
    if not order.cancel_reason:
        return ""
    name = order.provider.user.short_name
    sentences: dict[str, str] = {
        CancelReason.NOT_PAID: "The payment was not completed in time.",
        CancelReason.BY_CUSTOMER: (
            "You cancelled this order." if to_customer else "The customer cancelled this order."
        ),
        CancelReason.DECLINED: f"{name} could not take this order.",
        CancelReason.NOT_ANSWERED: f"{name} did not answer in time.",
        CancelReason.BY_OPERATOR: _by_operator(order),
    }
    return sentences.get(order.cancel_reason, "")


def _by_operator(order: Order) -> str:
    note = order.cancel_note
    if not note:
        return "The order was cancelled by our support team."
    return f"The order was cancelled by our support team: {note}{'' if note[-1] in '.!?' else '.'}"


def paid_too_late(*, order: Order, now: datetime) -> None:
    """Tell the customer that a payment came for an order that stays cancelled, and goes back."""
    returned = Notice(
        "Payment returned",
        f"Your payment came after the order was cancelled. We are returning {chf(order.total_amount)}.",
    )
    _tell(order, kind="payment_returned", key=f"returned:{order.version}", customer=returned, now=now)


def money_returned(*, order: Order, amount: Decimal, from_provider: Decimal, key: str, now: datetime) -> None:
    """Tell the customer that our people return money, and the provider if it comes out of their share."""
    less = f"{_summary(order)} {chf(amount)} were returned; your share is {chf(from_provider)} less."
    _tell(
        order,
        kind="payment_returned",
        key=key,
        customer=Notice("Money returned", f"We are returning {chf(amount)} of this order to you."),
        provider=Notice("Money returned to a customer", less) if from_provider > ZERO else None,
        now=now,
    )


def rescheduled(*, order: Order, before: datetime, now: datetime) -> None:
    """Tell both sides that the pickup has another time."""
    change = f"from {wall(before)} to {wall(order.pickup_at)}"
    _tell(
        order,
        kind="order_rescheduled",
        customer=Notice("Pickup moved", f"Your pickup was moved {change}."),
        provider=Notice("Pickup moved", f"The pickup for {order.customer.short_name} was moved {change}."),
        now=now,
    )


def edited(*, order: Order, now: datetime) -> None:
    """Tell open pages of an edit, and the provider of a paid order by a notice."""
    change = Notice("Order changed", f"{order.customer.short_name} changed the address or instructions.")
    _tell(order, kind="order_edited", provider=change if order.is_paid else None, now=now)


def message_sent(*, message: Message, order: Order, now: datetime) -> list[UUID]:
    """Tell the open pages of both sides, and the other side by a notice; return who that is."""
    live_events.publish(
        account_ids=[order.customer_id, order.provider.user_id],
        topic="message",
        data={"orderId": str(order.pk)},
        now=now,
    )
    start = message.body if len(message.body) <= 120 else f"{message.body[:119]}…"
    pages = {order.customer_id: f"/tracking/{order.pk}", order.provider.user_id: f"/provider#{order.pk}"}
    others = [user_id for user_id in pages if user_id != message.sender_id]
    for user_id in others:
        notifications.notify(
            user_id=user_id,
            kind="message",
            title=f"Message from {message.sender.short_name}",
            body=start,
            link=pages[user_id],
            dedupe_key=f"{about_messages(order.pk)}{message.pk}",
            now=now,
            email=False,  # a digest goes out if it stays unread
        )
    return others


def about_messages(order_id: UUID) -> str:
    """Return how the keys of the notices of an order's messages begin."""
    return f"order:{order_id}:message:"


def reviewed(*, order: Order, rating: int, now: datetime) -> None:
    """Tell the provider of a new review, and the open pages that the order is rated."""
    stars = "1 star" if rating == 1 else f"{rating} stars"
    review = Notice("New review", f"{order.customer.short_name} gave you {stars}.")
    _tell(order, kind="review", key="review", provider=review, now=now)


def _summary(order: Order) -> str:
    service = order.get_service_type_display()
    amount = pricing.amount_text(service_type=order.service_type, weight=order.weight)
    return f"{order.customer.short_name}: {service}, {amount}, pickup on {wall(order.pickup_at)}."


def _tell(
    order: Order,
    *,
    kind: str,
    now: datetime,
    key: str = "",
    topic: str = "order",
    customer: Notice | None = None,
    provider: Notice | None = None,
) -> None:
    """Tell open pages of both sides, and send each side its notice once for a ``key`` (the step, else)."""
    once = f"order:{order.pk}:{key or f'{order.status}:{order.version}'}"
    sides = [
        (order.customer_id, customer, f"/tracking/{order.pk}"),
        (order.provider.user_id, provider, "/provider"),
    ]
    new = [
        notifications.NewNotification(account_id, kind, notice.title, notice.body, link, once)
        for account_id, notice, link in sides
        if notice is not None
    ]
    if new:
        notifications.notify_many(new, now=now, beside=_live(order, topic))
    else:
        live_events.publish_all(_live(order, topic), now=now)
