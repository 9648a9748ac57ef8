"""Notifications about an order that was handed back and may get another provider."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from accounts import notifications as notices
from marketplace.events import live as live_events
from orders import notice_texts as texts
from orders import notifications
from orders.models import HandBack, Order
from orders.notifications import tell
from providers.models import Provider

KIND = "order_handed_back"


def handed_back(*, order: Order, reason: str, now: datetime) -> None:
    """Ask the customer what they want; without an answer the order is cancelled when the time is over."""
    text = texts.HANDED_BACK if order.substitute_offered_at is None else texts.HANDED_BACK_LATE
    asked = text.of(name=order.provider.user.short_name, reason=reason, until=order.hand_back_due_at or now)
    tell(order, kind=KIND, customer=asked, now=now)


def notify_kept(*, order: Order, now: datetime) -> None:
    """Notify the customer that the provider does the order after all; who is late stays so."""
    text = texts.KEPT if order.substitute_offered_at is None else texts.KEPT_LATE
    notice = text.of(name=order.provider.user.short_name, when=order.pickup_window)
    tell(order, kind=KIND, customer=notice, now=now)


def offered(
    *, order: Order, providers: Sequence[Provider], pickup_at: datetime, has_moved_on: bool, now: datetime
) -> None:
    """Ask other providers whether they take the order at ``pickup_at``.

    ``has_moved_on``: its customer asked for them because the provider is late, who is told of it.
    """
    new = [
        notices.NewNotification(
            provider.user_id,
            "hand_back_offer",
            texts.OFFERED.of(summary=partial(notifications.summary, order, pickup_at=pickup_at)),
            "/provider",
            f"order:{order.pk}:offer:{order.version}",
        )
        for provider in providers
    ]
    notices.notify_many(new, now=now)
    _tell_pages(order, [provider.user_id for provider in providers], now)
    moved_on = texts.MOVED_ON.of(customer=order.customer.short_name) if has_moved_on else None
    tell(order, kind=KIND, provider=moved_on, now=now)


def taken(*, order: Order, before: Provider, is_later: bool, now: datetime) -> None:
    """Notify the customer, the new provider and the former one (``before``).

    ``is_later``: the new provider comes at another hour than the one that was booked.
    """
    name, when = order.provider.user.short_name, order.pickup_window
    text = texts.TAKEN_LATER if is_later else texts.TAKEN
    tell(
        order,
        kind=KIND,
        customer=text.of(name=name, when=when),
        provider=notifications.new_order(order),
        now=now,
    )
    _tell_pages(order, [before.user_id], now)
    notices.notify(
        user_id=before.user_id,
        kind=KIND,
        said=texts.TAKEN_OVER.of(name=name, customer=order.customer.short_name, when=when),
        # Names the order, as a push replaces an earlier one that leads to the same page.
        link=notifications.job_page(order),
        dedupe_key=f"order:{order.pk}:handed-on:{order.version}",
        now=now,
    )


def no_longer_offered(*, hand_back: HandBack, now: datetime) -> None:
    """Have the open pages of the providers who were asked reload their offers."""
    asked = hand_back.offers.filter(declined_at=None).values_list("provider__user_id", flat=True)
    _tell_pages(hand_back.order, list(asked), now)


def _tell_pages(order: Order, account_ids: list[UUID], now: datetime) -> None:
    live_events.publish(account_ids=account_ids, topic="order", data={"orderId": str(order.pk)}, now=now)
