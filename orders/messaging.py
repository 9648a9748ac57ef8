"""The conversation between an order's customer and its provider.

Whoever is written to sees it in the app at once. What stays unread for two minutes goes out in one
e-mail; what is still unread after that is e-mailed again an hour later at the earliest, however much
is written.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts import notifications as notices
from accounts.models import User
from marketplace.errors import Invalid
from marketplace.jobs import outbox
from orders import notifications
from orders.models import Message, MessageDigest, Order

MAX_LENGTH = 2000
EMPTY = "Please write a message."
DIGEST_TOPIC = "message_digest"
DIGEST_AFTER = timedelta(minutes=2)
DIGEST_AGAIN_AFTER = timedelta(hours=1)
# As many lines as an e-mail shows.
SHOWN = 10


@transaction.atomic
def send_message(*, order: Order, sender: User, body: str, now: datetime) -> Message:
    """Add a line to the conversation and tell the other side; who writes has read what was there.

    The caller has made sure that the sender belongs to the order. The body is trimmed; 1 to 2,000
    characters, else ``Invalid`` (400).
    """
    body = body.strip()
    if not body:
        raise Invalid(EMPTY, fields={"body": [EMPTY]})
    if len(body) > MAX_LENGTH:
        sentence = f"Please keep it within {MAX_LENGTH} characters."
        raise Invalid(sentence, fields={"body": [sentence]})
    message = Message.objects.create(order=order, sender=sender, body=body, sent_at=now)
    mark_read(order=order, reader=sender, now=now)
    for user_id in notifications.message_sent(message=message, order=order, now=now):
        _plan_digest(order_id=order.pk, user_id=user_id, now=now)
    return message


def mark_read(*, order: Order, reader: User, now: datetime) -> None:
    """Note that somebody has the conversation before their eyes."""
    notices.mark_read_about(user_id=reader.pk, about=notifications.about_messages(order.pk), now=now)


def _plan_digest(*, order_id: UUID, user_id: UUID, now: datetime) -> None:
    """Plan an e-mail unless one is planned. One that is long overdue was given up and is planned anew."""
    # Locked: an e-mail that is being written now would miss this message and end its own plan after it.
    locked = MessageDigest.objects.select_for_update()
    digest, _ = locked.get_or_create(order_id=order_id, user_id=user_id)
    due_at = now + DIGEST_AFTER
    if digest.mailed_at is not None and _unread(digest).filter(created_at__lte=digest.mailed_at).exists():
        due_at = max(due_at, digest.mailed_at + DIGEST_AGAIN_AFTER)
    free = Q(due_at=None) | Q(due_at__lt=now - DIGEST_AGAIN_AFTER)
    if MessageDigest.objects.filter(free, pk=digest.pk).update(due_at=due_at):
        outbox.enqueue(topic=DIGEST_TOPIC, payload={"digestId": digest.pk}, now=now, due_at=due_at)


def _unread(digest: MessageDigest) -> Any:
    about = notifications.about_messages(digest.order_id)
    return notices.unread_about(user_id=digest.user_id, about=about)


@transaction.atomic
def handle_digest(payload: dict[str, Any], now: datetime) -> None:
    """Hand one e-mail with all that is unread to the outbox, or none if everything was read; safe twice."""
    digest = MessageDigest.objects.select_for_update().filter(pk=payload["digestId"]).first()
    if digest is None or digest.due_at is None:
        return
    fresh = _unread(digest)
    if digest.mailed_at is not None:
        fresh = fresh.filter(created_at__gt=digest.mailed_at)
    found = list(fresh)
    digest.due_at = None
    if found:
        digest.mailed_at = now
        newest = found[0]
        count = len(found)
        earlier = f"{count - SHOWN} earlier ones, and:\n" if count > SHOWN else ""
        mail = {
            "userId": str(digest.user_id),
            "subject": newest.title if count == 1 else f"{count} messages about your order",
            "body": earlier + "\n".join(notice.body for notice in reversed(found[:SHOWN])),
            "link": newest.link,
            "key": newest.dedupe_key,
        }
        outbox.enqueue(topic=notices.EMAIL_TOPIC, payload=mail, now=now)
    digest.save(update_fields=["due_at", "mailed_at"])
