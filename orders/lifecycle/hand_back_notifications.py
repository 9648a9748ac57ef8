"""Who is told what while an order that was handed back looks for another provider."""

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
    """Ask the customer what they want, until when."""
    asked = texts.HANDED_BACK.of(name=order.provider.user.short_name, reason=reason, until=until)
    tell(order, kind=KIND, customer=asked, now=now)


def notify_kept(*, order: Order, now: datetime) -> None:
    """Tell the customer that everything stays as it was booked."""
    notice = texts.KEPT.of(name=order.provider.user.short_name, when=order.pickup_at)
    tell(order, kind=KIND, customer=notice, now=now)


def offered(*, order: Order, providers: Sequence[Provider], now: datetime) -> None:
    """Ask neighbours whether they take the order."""
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
    """Tell the customer who comes now, the new provider that it is theirs, and the old one that it is not."""
    name, when = order.provider.user.short_name, order.pickup_at
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
    """Have the open pages of the neighbours who were asked read their offers again."""
    asked = hand_back.offers.filter(declined_at=None).values_list("provider__user_id", flat=True)
    _tell_pages(hand_back.order, list(asked), now)


def _tell_pages(order: Order, account_ids: list[UUID], now: datetime) -> None:
    live_events.publish(account_ids=account_ids, topic="order", data={"orderId": str(order.pk)}, now=now)
