"""Notifications: what an account is told in the app, on its open pages, and by e-mail."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import IntegerField, QuerySet, Subquery
from django.db.models.functions import JSONObject

from accounts.models import Notification, User
from marketplace.db.insert_new import insert_new
from marketplace.events import live
from marketplace.jobs import outbox, pruning

EMAIL_TOPIC = "email"
# The bell says no more than that, so nothing counts further.
MOST_UNREAD = 99
_VISITOR_NOTICES = UUID("6f0c3f0e-6f5d-4c53-9a50-3a0f2c0d7d11")


@dataclass(frozen=True)
class Notice:
    """What everybody is told first."""

    kind: str
    title: str
    body: str
    link: str


def first_notices() -> list[Notice]:
    """Return the two notices that a visitor and a new account start with, newest first."""
    return [
        Notice(
            "welcome",
            f"Welcome to {settings.PRODUCT_NAME}",
            "Your neighbours wash, dry, fold and iron for you. See who is near you.",
            "/",
        ),
        Notice(
            "how_it_works",
            "How it works",
            "Book a service, have it picked up, professionally cleaned and delivered back to you.",
            "/help",
        ),
    ]


def visitor_notices(*, now: datetime) -> list[Notification]:
    """Return the first notices as rows that are not stored: a visitor has no account."""
    return [
        Notification(
            id=uuid5(_VISITOR_NOTICES, notice.kind),
            kind=notice.kind,
            title=notice.title,
            body=notice.body,
            link=notice.link,
            created_at=now,
        )
        for notice in first_notices()
    ]


def welcome(*, user: User, now: datetime) -> None:
    """Give a new account its first notices; the welcome also goes out by e-mail."""
    for place, notice in enumerate(first_notices()):
        notify(
            user_id=user.pk,
            kind=notice.kind,
            title=notice.title,
            body=notice.body,
            link=notice.link,
            dedupe_key=notice.kind,
            now=now - timedelta(milliseconds=place),  # so that the list keeps their order
            email=notice.kind == "welcome",
        )


def _shortened(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"


@dataclass(frozen=True)
class NewNotification:
    """What one account is told once; ``link`` is a path of the web app or empty."""

    user_id: UUID
    kind: str
    title: str
    body: str
    link: str
    dedupe_key: str


def notify(
    *,
    user_id: UUID,
    kind: str,
    title: str,
    body: str,
    link: str,
    dedupe_key: str,
    now: datetime,
    email: bool = True,
) -> None:
    """Tell an account something once, however often this is called with the same ``dedupe_key``.

    Writes the notification, a live event with the new number of unread ones and, with ``email``, an
    outbox message, all in the caller's transaction. ``link`` is a path of the web app or empty.
    """
    new = NewNotification(user_id, kind, title, body, link, dedupe_key)
    notify_many([new], now=now, email=email)


@transaction.atomic(savepoint=False)
def notify_many(
    batch: Sequence[NewNotification],
    *,
    now: datetime,
    email: bool = True,
    beside: Sequence[live.Event] = (),
) -> None:
    """Tell many accounts something, as :func:`notify` does, in as few statements as one takes.

    ``beside`` are live events of the same change: they are written first, and whatever was told before.
    """
    notices = [
        Notification(
            id=uuid4(),
            user_id=new.user_id,
            kind=new.kind,
            title=_shortened(new.title, 120),
            body=_shortened(new.body, 400),
            link=new.link,
            dedupe_key=new.dedupe_key,
            created_at=now,
        )
        for new in batch
    ]
    written = insert_new(notices)
    new_for = dict.fromkeys(notice.user_id for notice in notices if notice.pk in written)
    # Counted by the statement that writes the event, which comes after the notices.
    told = [live.Event(user_id, "notification", JSONObject(unread=_Unread(user_id))) for user_id in new_for]
    if events := [*beside, *told]:
        live.publish_all(events, now=now)
    mails = [_mail(notice) for notice in notices if notice.pk in written] if email else []
    if mails:
        outbox.enqueue_many(topic=EMAIL_TOPIC, payloads=mails, now=now)


class _Unread(Subquery):
    """How many notifications of an account are unread; it stops at :data:`MOST_UNREAD`."""

    template = "(SELECT count(*) FROM (%(subquery)s) AS few)"

    def __init__(self, account: UUID) -> None:
        unread = Notification.objects.filter(user=account, read_at__isnull=True).order_by()
        super().__init__(unread.values("pk")[:MOST_UNREAD], output_field=IntegerField())


def _mail(notice: Notification) -> dict[str, str]:
    return {
        "userId": str(notice.user_id),
        "subject": notice.title,
        "body": notice.body,
        "link": notice.link,
        "key": notice.dedupe_key,
    }


def unread_count(*, user_id: UUID) -> int:
    """Return how many notifications of an account are unread; it stops at :data:`MOST_UNREAD`."""
    unread = Notification.objects.filter(user_id=user_id, read_at__isnull=True).order_by()
    return unread.values("pk")[:MOST_UNREAD].count()


def mark_read(*, user_id: UUID, ids: list[UUID] | None, now: datetime) -> int:
    """Mark some notifications of an account as read, or all of them; return what stays unread.

    Ids of other accounts are passed over.
    """
    with transaction.atomic():
        unread = Notification.objects.filter(user_id=user_id, read_at__isnull=True)
        changed = (unread if ids is None else unread.filter(pk__in=ids)).update(read_at=now)
        left = unread_count(user_id=user_id)
        if changed:
            live.publish(account_ids=[user_id], topic="notification", data={"unread": left}, now=now)
    return left


def prune_read(*, now: datetime) -> int:
    """Delete the notifications that were read more than ``KEEP_READ_NOTICES_DAYS`` ago; return how many.

    Unread ones stay, however old.
    """
    before = now - timedelta(days=settings.KEEP_READ_NOTICES_DAYS)
    # What was read before was written before: that finds them through an index.
    return pruning.delete_in_batches(Notification.objects.filter(created_at__lt=before, read_at__lt=before))


def unread_about(*, user_id: UUID, about: str) -> QuerySet[Notification]:
    """Return an account's unread notifications whose ``dedupe_key`` begins so, newest first."""
    return Notification.objects.filter(
        user_id=user_id, read_at__isnull=True, dedupe_key__startswith=about
    ).order_by("-created_at", "-id")


def mark_read_about(*, user_id: UUID, about: str, now: datetime) -> int:
    """Mark an account's notifications as read whose ``dedupe_key`` begins so; return what stays unread."""
    ids = list(unread_about(user_id=user_id, about=about).values_list("pk", flat=True))
    return mark_read(user_id=user_id, ids=ids, now=now)
