"""The conversation between an order's customer and its provider; it closes 7 days after the end.

The recipient sees a message in the app at once. Messages unread for two minutes go out in one email; while
those stay unread, the next email follows an hour later at the earliest. In quiet hours it waits for their
end, and holds what is unread by then.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _

from accounts import notifications as notices
from accounts import own_words, quiet_hours, unread
from accounts.models import Notification, User
from accounts.notice_texts import Said
from marketplace.errors import DomainError, Invalid, NotFound
from marketplace.files import private
from marketplace.files.accepting import accepted_picture
from marketplace.jobs import outbox
from orders import locking, notifications, selectors
from orders import notice_texts as texts
from orders.errors import TooManyPhotos
from orders.lifecycle import permissions
from orders.models import Actor, Message, MessageDigest, Order
from providers.models import Provider

MAX_LENGTH = 2000
# Written to the audit log when an operator reads a conversation.
READ = "Read the conversation."
EMPTY = gettext_lazy("Please write a message.")
DIGEST_TOPIC = "message_digest"
DIGEST_AFTER = timedelta(minutes=2)
DIGEST_AGAIN_AFTER = timedelta(hours=1)
# Messages shown in an email.
SHOWN = 10
OPEN_AFTER_THE_END = timedelta(days=7)
# Of one sender in one conversation.
MOST_PHOTOS = 30
FOLDER = "messages"
LONGEST_SIDE = 1600


class ConversationClosed(DomainError):
    """The order ended more than 7 days ago (409)."""

    code = "conversation_closed"

    def __init__(self) -> None:
        super().__init__(_("This conversation is closed. Please write to our support if something is open."))


class ProviderChanged(DomainError):
    """Another provider does the order by now than the one to whom the customer wrote (409)."""

    code = "provider_changed"

    def __init__(self, provider: Provider) -> None:
        super().__init__(
            _(
                "{name} does your order now, so this message to another neighbor was not sent. "
                "Write it again if {name} is to read it."
            ).format(name=provider.user.short_name)
        )


def open_until(order: Order) -> datetime | None:
    """Return until when both sides of an order may write (UTC); ``None`` while it runs. No query."""
    over_since = permissions.ended_at(order)
    return over_since + OPEN_AFTER_THE_END if over_since else None


def send_message(
    *, order: Order, sender: User, body: str, now: datetime, written_to: UUID | None = None
) -> Message:
    """Add a message and notify the other side; marks the conversation as read for its sender.

    The caller has made sure that the sender belongs to the order, or is an operator who may write: both sides
    are notified of their message, under the product's name. The body is trimmed; 1 to 2,000
    characters, else ``Invalid`` (400). :class:`ConversationClosed` (409) for the two sides after 7 days.
    ``written_to`` is the provider whom a customer meant, if known: :class:`ProviderChanged` (409) once
    another one does the order, who is not to read it.
    """
    body = _checked(body)
    if not body:
        raise Invalid(str(EMPTY), fields={"body": [str(EMPTY)]})
    return _send(order=order, sender=sender, body=body, now=now, written_to=written_to)


def send_photo(
    *,
    order: Order,
    sender: User,
    content: bytes,
    body: str,
    now: datetime,
    written_to: UUID | None = None,
) -> Message:
    """Add a photo, with or without text, as :func:`send_message` does.

    ``content`` is a JPEG or PNG of 10 MB at most, else 400; it is re-encoded, which drops its GPS position.
    Raises :class:`TooManyPhotos` (409) for more than :data:`MOST_PHOTOS` of the sender.
    """
    words = _checked(body)
    _refuse_closed(order, sender, now)
    # Checked before the picture is drawn, and again under the lock.
    _refuse_too_many(order, sender)
    picture = accepted_picture(content, longest_side=LONGEST_SIDE)
    with private.stored(picture.content, folder=FOLDER, suffix=picture.suffix) as stored:
        return _send(order=order, sender=sender, body=words, now=now, photo=stored, written_to=written_to)


def photo_of(*, order: Order, message_id: UUID, reader: Actor) -> Message:
    """Return a message with a photo that the reader may see; 404 otherwise."""
    seen = selectors.messages_seen_by(reader, order=order)
    message = seen.filter(pk=message_id).exclude(photo="").first()
    if message is None:
        raise NotFound(_("There is no such photo."))
    return message


def _checked(body: str) -> str:
    if len(body.strip()) > MAX_LENGTH:
        sentence = _("Please keep it within {most} characters.").format(most=MAX_LENGTH)
        raise Invalid(sentence, fields={"body": [sentence]})
    return body.strip()


def _refuse_closed(order: Order, sender: User, now: datetime) -> None:
    until = open_until(order)
    if until is not None and until <= now and sender.pk in _sides(order):
        raise ConversationClosed


def _refuse_too_many(order: Order, sender: User) -> None:
    sent = Message.objects.filter(order=order, sender=sender).exclude(photo="")
    if sent.count() >= MOST_PHOTOS:
        sentence = _("You can send {most} photos in one conversation. Please describe the rest in words.")
        raise TooManyPhotos(sentence.format(most=MOST_PHOTOS))


def _sides(order: Order) -> set[UUID]:
    return {order.customer_id, order.provider.user_id}


@transaction.atomic
def _send(
    *,
    order: Order,
    sender: User,
    body: str,
    now: datetime,
    photo: str = "",
    written_to: UUID | None = None,
) -> Message:
    _refuse_closed(order, sender, now)
    current = _still_theirs(order, sender)
    if written_to not in {None, current.provider_id}:
        raise ProviderChanged(current.provider)
    if photo:
        _refuse_too_many(current, sender)
    if not current.was_paid and not current.has_early_messages:
        # A payment that waits for the lock reads the changed row, but no rows of other tables anew.
        Order.objects.filter(pk=current.pk).update(has_early_messages=True)
    message = Message.objects.create(
        order=current,
        sender=sender,
        body=body,
        photo=photo,
        sent_at=now,
        is_from_team=sender.pk not in _sides(current),
    )
    mark_read(order=current, reader=sender, now=now)
    _notify(message=message, order=current, now=now)
    return message


def _still_theirs(order: Order, sender: User) -> Order:
    """Return the order as it is now, locked; 404 to a sender who did it until just now.

    It may have been paid while a photo was read, or another provider may have taken it over: what is written
    goes to whoever comes, unless it says to whom it was written.
    """
    current = locking.locked_order(order_id=order.pk)
    if sender.pk in _sides(order) - _sides(current):
        raise NotFound(_("There is no such order."))
    return current


def pass_on_earlier(*, order: Order, now: datetime) -> None:
    """Notify the provider of what others wrote before the order was paid. Idempotent."""
    if not order.has_early_messages:
        return
    others = Message.objects.filter(order=order).exclude(sender_id=order.provider.user_id)
    earlier = others.select_related("sender")
    newest = list(enumerate(earlier.order_by("-sent_at", "-id")[:SHOWN]))
    for place, message in reversed(newest):
        # A millisecond apart, so that they are listed and mailed as they were written.
        _notify(message=message, order=order, now=now - timedelta(milliseconds=place))


def _notify(*, message: Message, order: Order, now: datetime) -> None:
    for user_id in notifications.message_sent(message=message, order=order, now=now):
        _plan_digest(order_id=order.pk, user_id=user_id, now=now)


def mark_read(*, order: Order, reader: User, now: datetime) -> None:
    """Mark the notifications of the conversation as read."""
    unread.mark_read_about(user_id=reader.pk, about=notifications.about_messages(order.pk), now=now)


def _plan_digest(*, order_id: UUID, user_id: UUID, now: datetime) -> None:
    """Plan an email unless one is planned. One that is overdue for an hour has failed and is replanned."""
    # Locked: :func:`handle_digest` might be running, miss this message, and then clear ``due_at``.
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
    return unread.unread_about(user_id=digest.user_id, about=about)


@transaction.atomic
def handle_digest(payload: dict[str, Any], now: datetime) -> None:
    """Enqueue one email with all unread messages, or none if everything was read. Idempotent."""
    digest = MessageDigest.objects.select_for_update().filter(pk=payload["digestId"]).first()
    if digest is None or digest.due_at is None:
        return
    if _waits_for_quiet_hours(digest, now):
        return
    fresh = _unread(digest)
    if digest.mailed_at is not None:
        fresh = fresh.filter(created_at__gt=digest.mailed_at)
    found = list(fresh)
    digest.due_at = None
    if found:
        digest.mailed_at = now
        notices.mail(found[0], said=_in_one(found), now=now)
    digest.save(update_fields=["due_at", "mailed_at"])


def _waits_for_quiet_hours(digest: MessageDigest, now: datetime) -> bool:
    """Put an email off to the end of its reader's quiet hours, if it falls into them; tell whether it did."""
    hours = quiet_hours.of(user_id=digest.user_id)
    ends_at = hours.ends_after(now) if hours else None
    if ends_at is None:
        return False
    MessageDigest.objects.filter(pk=digest.pk).update(due_at=ends_at)
    outbox.enqueue(topic=DIGEST_TOPIC, payload={"digestId": digest.pk}, now=now, due_at=ends_at)
    return True


def _in_one(found: list[Notification]) -> Said | None:
    """Return the email about several messages, newest first; ``None`` for one, which has its own text."""
    count = len(found)
    if count == 1:
        return None
    words = partial(_lines, found[:SHOWN])
    if count > SHOWN:
        earlier = count - SHOWN

        def rest() -> str:
            return ngettext("{count} earlier one", "{count} earlier ones", earlier).format(count=earlier)

        return texts.MORE_MESSAGES.of(count=count, rest=rest, earlier=earlier, words=words)
    return texts.MESSAGES.of(count=count, words=words)


def _lines(found: Sequence[Notification]) -> str:
    """Return what the messages of notices say, in the active language; a photo without words is our words."""
    ids = {notice.pk: UUID(notice.dedupe_key.rpartition(":")[2]) for notice in found}
    photos = Message.objects.select_related("sender").filter(pk__in=ids.values(), body="").in_bulk()
    lines = []
    for notice in reversed(found):
        photo = photos.get(ids[notice.pk])
        said = photo and own_words.read(texts.PHOTO.of(name=photo.sender_name), language=get_language() or "")
        lines.append(said.body if said else notice.body)
    return "\n".join(lines)
