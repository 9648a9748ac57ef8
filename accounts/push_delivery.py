"""Notices as pushes on the devices that an account has subscribed, independent of the bell and email.

Each notice becomes one outbox message per device, in the transaction of its cause: a failing push service
delays no other device, and a retry repeats nothing on devices that have the notice. A push says no more than
the subject of the email: it is shown on a locked screen.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from accounts import notification_choices as choices
from accounts import privacy_preferences, push_service, push_subscriptions, quiet_hours
from accounts.models import Notification, PushSubscription
from accounts.notification_choices import Channel
from marketplace.jobs import outbox

TOPIC = "push"
BULK_TOPIC = "push_bulk"
# Older pushes are dropped: the bell still lists them.
STALE_AFTER = timedelta(days=2)
# Kinds of which an order can have many within minutes: a later push replaces the one before it.
REPLACED = {"message", "order_edited", "order_rescheduled", "order_handed_back"}


def devices_of(accounts: Collection[UUID]) -> dict[UUID, list[UUID]]:
    """Return the subscriptions of accounts; one query."""
    rows = PushSubscription.objects.filter(device__user__in=accounts, device__user__is_active=True)
    found: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for account, subscription in rows.values_list("device__user", "pk"):
        found[account].append(subscription)
    return found


def enqueue(
    notices: Sequence[tuple[Notification, quiet_hours.Hours | None, Collection[str]]],
    *,
    now: datetime,
    in_bulk: bool = False,
) -> None:
    """Write an outbox message for each device that wants these notices, due after quiet hours.

    Each notice comes with its reader's quiet hours and what they have switched off. Those ``in_bulk`` give
    way to all others.
    """
    wanted = [
        (notice, hours)
        for notice, hours, off in notices
        if choices.wants(off=off, kind=notice.kind, channel=Channel.PUSH)
    ]
    devices = devices_of({notice.user_id for notice, _ in wanted}) if wanted else {}
    pushes = [(_payload(notice, one, now), due_at(notice.kind, hours, now))
              for notice, hours in wanted for one in devices.get(notice.user_id, ())]  # fmt: skip
    if pushes:
        payloads, instants = zip(*pushes, strict=True)
        topic = BULK_TOPIC if in_bulk else TOPIC
        outbox.enqueue_many(topic=topic, payloads=list(payloads), due_at=instants, now=now)


def due_at(kind: str, hours: quiet_hours.Hours | None, now: datetime) -> datetime:
    """Return when a push of a kind may be sent to somebody with these quiet hours."""
    if hours is None or choices.is_urgent(kind):
        return now
    return hours.ends_after(now) or now


def _payload(notice: Notification, subscription: UUID, now: datetime) -> dict[str, str]:
    return {
        "userId": str(notice.user_id),
        "subscriptionId": str(subscription),
        "noticeId": str(notice.pk),
        "kind": notice.kind,
        "title": notice.title,
        "link": notice.link,
        "language": notice.language,
        "at": now.isoformat(),
    }


def send(payload: dict[str, Any], now: datetime) -> None:
    """Send one notice to one device, unless it was read meanwhile or is no longer wanted there.

    ``payload`` is what :func:`enqueue` has written. Raises what :func:`accounts.push_service.send` and
    :func:`accounts.quiet_hours.respect` do.
    """
    found = PushSubscription.objects.select_related("device__user").filter(
        pk=payload["subscriptionId"], device__user=payload["userId"]
    )
    subscription = found.first()
    if subscription is None or not _is_wanted(payload, subscription, now):
        return
    if not choices.is_urgent(payload["kind"]):
        quiet_hours.respect(user_id=subscription.device.user_id, now=now)
    try:
        push_service.send(
            subscription,
            # That of the title: the account may have chosen another one since.
            _content(payload, payload.get("language") or subscription.device.user.reads),
            is_urgent=choices.is_urgent(payload["kind"]),
            topic=hashlib.sha256(_tag(payload).encode()).hexdigest()[:32],
        )
    except push_service.Gone:
        found.delete()
    else:
        found.update(last_used_at=now)


def _is_wanted(payload: dict[str, Any], subscription: PushSubscription, now: datetime) -> bool:
    user = subscription.device.user
    notice = Notification.objects.filter(pk=payload["noticeId"]).first()
    return (
        bool(settings.VAPID_PRIVATE_KEY)
        and user.is_active
        and now - datetime.fromisoformat(payload["at"]) < STALE_AFTER
        and notice is not None
        # A kind that the bell does not count has ``read_at`` equal to ``created_at``.
        and (notice.read_at is None or notice.read_at <= notice.created_at)
        and privacy_preferences.allows(user_id=user.pk, topic="notifications")
        and choices.wants_push(user_id=user.pk, kind=payload["kind"])
        # The list of push services may have become shorter since the subscription.
        and push_subscriptions.is_push_service(subscription.endpoint)
    )


def _content(payload: dict[str, Any], language: str) -> str:
    product = settings.PRODUCT_NAME
    with translation.override(language):
        said = {
            "account": payload["userId"],
            "title": payload["title"],
            "body": _("Tap to read it in {product}.").format(product=product),
            "path": payload["link"] or "/notifications",
            "tag": _tag(payload),
            "elsewhere": {
                "title": product,
                "body": _("There is news for another account than the one that is signed in here."),
            },
            # Where the device cannot ask who is signed in.
            "unanswered": {"title": product, "body": _("There is news.")},
        }
    return json.dumps(said, ensure_ascii=False)


def _tag(payload: dict[str, Any]) -> str:
    """Return the tag by which a later push replaces an earlier one: per kind and page, else per notice."""
    kind = payload["kind"]
    return f"{kind}:{payload['link']}" if kind in REPLACED else payload["noticeId"]
