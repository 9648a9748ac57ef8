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


def handed_back(*, order: Order, reason: str, until: datetime, now: datetime) -> None:
    """Ask the customer what they want; without an answer the order is cancelled at ``until``."""
    asked = texts.HANDED_BACK.of(name=order.provider.user.short_name, reason=reason, until=until)
    tell(order, kind=KIND, customer=asked, now=now)


def notify_kept(*, order: Order, now: datetime) -> None:
    """Notify the customer that the provider does the order after all."""
    notice = texts.KEPT.of(name=order.provider.user.short_name, when=order.pickup_window)
    tell(order, kind=KIND, customer=notice, now=now)


def offered(*, order: Order, providers: Sequence[Provider], now: datetime) -> None:
    """Ask other providers whether they take the order."""
    new = [
        notices.NewNotification(
            provider.user_id,
            "hand_back_offer",
            texts.OFFERED.of(summary=partial(notifications.summary, order)),
            "/provider",
            f"order:{order.pk}:offer:{order.version}",
        )
        for provider in providers
    ]
    notices.notify_many(new, now=now)
    _tell_pages(order, [provider.user_id for provider in providers], now)
    tell(order, kind=KIND, now=now)


def taken(*, order: Order, before: Provider, now: datetime) -> None:
    """Notify the customer, the new provider and the former one (``before``)."""
    name, when = order.provider.user.short_name, order.pickup_window
    tell(
        order,
        kind=KIND,
        customer=texts.TAKEN.of(name=name, when=when),
        provider=notifications.new_order(order),
        now=now,
    )
    _tell_pages(order, [before.user_id], now)
    notices.notify(
        user_id=before.user_id,
        kind=KIND,
        said=texts.TAKEN_OVER.of(name=name, customer=order.customer.short_name, when=when),
        link="/provider",
        dedupe_key=f"order:{order.pk}:handed-on:{order.version}",
        now=now,
    )


def no_longer_offered(*, hand_back: HandBack, now: datetime) -> None:
    """Have the open pages of the providers who were asked reload their offers."""
    asked = hand_back.offers.filter(declined_at=None).values_list("provider__user_id", flat=True)
    _tell_pages(hand_back.order, list(asked), now)


def _tell_pages(order: Order, account_ids: list[UUID], now: datetime) -> None:
    live_events.publish(account_ids=account_ids, topic="order", data={"orderId": str(order.pk)}, now=now)
