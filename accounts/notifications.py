"""Notifications: in the app, on open pages, by email and as pushes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models.functions import JSONObject
from django.utils.translation import get_language

from accounts import account_texts as texts
from accounts import digests, email_budget, emails, own_words, push_delivery, readers
from accounts import notification_choices as choices
from accounts.models import Notification, User
from accounts.notice_texts import NoticeText, Said
from accounts.notification_choices import Channel
from accounts.readers import UNKNOWN, Reader
from accounts.unread import Unread
from marketplace.db.insert_new import insert_new
from marketplace.events import live
from marketplace.jobs import outbox

EMAIL_TOPIC = "email"
BULK_TOPIC = "email_bulk"
_VISITOR_NOTICES = UUID("6f0c3f0e-6f5d-4c53-9a50-3a0f2c0d7d11")


# The first notices of a new account, newest first: kind, text, link.
_FIRST = [("welcome", texts.WELCOME, "/"), ("how_it_works", texts.HOW_IT_WORKS, "/help")]


def visitor_notices(*, now: datetime) -> list[Notification]:
    """Return the first notices as unsaved rows: a visitor has no account."""
    language = get_language() or settings.LANGUAGE_CODE
    shown = [(kind, own_words.read(_first(text), language=language), link) for kind, text, link in _FIRST]
    return [
        Notification(
            id=uuid5(_VISITOR_NOTICES, kind),
            kind=kind,
            title=words.title,
            body=words.body,
            link=link,
            created_at=now,
        )
        for kind, words, link in shown
    ]


def welcome(*, user: User, now: datetime, email: bool = True) -> None:
    """Create a new account's first notices; with ``email`` the welcome is also emailed."""
    for index, (kind, text, link) in enumerate(_FIRST):
        notify(
            user_id=user.pk,
            kind=kind,
            said=_first(text),
            link=link,
            dedupe_key=kind,
            now=now - timedelta(milliseconds=index),  # so that the list keeps their order
            email=email and kind == "welcome",
        )


def _first(text: NoticeText) -> Said:
    return text.of(**({"product": settings.PRODUCT_NAME} if "product" in text.names else {}))


def _shortened(text: str, column: str) -> str:
    field: Any = Notification._meta.get_field(column)
    length: int = field.max_length
    return text if len(text) <= length else f"{text[: length - 1]}…"


@dataclass(frozen=True)
class NewNotification:
    """A notification to send once; ``link`` is a path of the web app or empty.

    One that ``is_own``, about what its reader has just done, is listed, but not counted as unread.
    """

    user_id: UUID
    kind: str
    said: Said
    link: str
    dedupe_key: str
    is_own: bool = False


def notify(
    *,
    user_id: UUID,
    kind: str,
    said: Said,
    link: str,
    dedupe_key: str,
    now: datetime,
    email: bool = True,
    is_own: bool = False,
) -> None:
    """Notify an account once, however often this is called with the same ``dedupe_key``.

    The text is in the account's language.
    Writes the notification, a live event with the new number of unread ones, an outbox message for each
    subscribed device and, with ``email``, one for the email, all in the caller's transaction. How many emails
    that are, and to whom, decides :mod:`accounts.email_budget`. ``link`` is a path of the web app or empty.
    """
    new = NewNotification(user_id, kind, said, link, dedupe_key, is_own)
    notify_many([new], now=now, email=email)


@transaction.atomic(savepoint=False)
def notify_many(
    batch: Sequence[NewNotification],
    *,
    now: datetime,
    email: bool = True,
    beside: Sequence[live.Event] = (),
    in_bulk: bool = False,
) -> None:
    """Notify many accounts, as :func:`notify` does, with as few statements as for one.

    ``beside`` are live events of the same change: they are published first, even if every notice is a repeat.
    Emails and pushes ``in_bulk`` give way to all others: they are for what very many get at once.
    """
    counted_from = now - email_budget.COUNTED if email else None
    by_account = readers.readers_of({new.user_id for new in batch}, emailed_after=counted_from)
    notices = [_written(new, by_account.get(new.user_id, UNKNOWN), now) for new in batch]
    budgets = _plan_emails(notices, by_account, now=now, is_limited=not in_bulk) if email else {}
    written = insert_new(notices)
    new_for = dict.fromkeys(notice.user_id for notice in notices if notice.pk in written)
    # ``Unread`` is evaluated by the INSERT of the event, after the notices are written.
    live_events = [
        live.Event(user_id, "notification", JSONObject(unread=Unread(user_id))) for user_id in new_for
    ]
    if events := [*beside, *live_events]:
        live.publish_all(events, now=now)
    new_notices = [notice for notice in notices if notice.pk in written]
    _pass_on(new_notices, by_account, now=now, in_bulk=in_bulk)
    digests.enqueue(new_notices, budgets, now=now)


def _plan_emails(
    notices: list[Notification], by_account: dict[UUID, Reader], *, now: datetime, is_limited: bool
) -> dict[UUID, email_budget.Budget]:
    """Decide when the email of each notice is due; it stays empty for an address that nobody has proven."""
    budgets = {
        user_id: email_budget.Budget([*reader.emailed], is_complete=reader.is_locked, is_limited=is_limited)
        for user_id, reader in by_account.items()
    }
    for notice in notices:
        is_proven = by_account.get(notice.user_id, UNKNOWN).is_proven
        if notice.user_id in budgets and email_budget.may_email(kind=notice.kind, is_proven=is_proven):
            budgets[notice.user_id].plan(notice, now=now)
    return budgets


def _pass_on(
    notices: list[Notification], by_account: dict[UUID, Reader], *, now: datetime, in_bulk: bool
) -> None:
    """Enqueue emails and pushes; each channel delivers on its own."""
    of = [(notice, by_account.get(notice.user_id, UNKNOWN)) for notice in notices]
    at_once = [(notice, reader) for notice, reader in of if notice.email_due_at == now]
    if at_once:
        outbox.enqueue_many(
            topic=BULK_TOPIC if in_bulk else EMAIL_TOPIC,
            payloads=[emails.payload_of(notice) for notice, _ in at_once],
            due_at=[emails.due_at(notice.kind, reader.quiet, now) for notice, reader in at_once],
            now=now,
        )
    on_devices = [(notice, reader.quiet, reader.off) for notice, reader in of if reader.has_devices]
    push_delivery.enqueue(on_devices, now=now, in_bulk=in_bulk)


def _written(new: NewNotification, reader: Reader, now: datetime) -> Notification:
    is_shown = choices.wants(off=reader.off, kind=new.kind, channel=Channel.APP)
    words = own_words.read(new.said, language=reader.language)
    return Notification(
        id=uuid4(),
        user_id=new.user_id,
        kind=new.kind,
        title=_shortened(words.title, "title"),
        body=_shortened(words.body, "body"),
        link=new.link,
        dedupe_key=new.dedupe_key,
        created_at=now,
        # A kind that is switched off appears in the list, but the bell does not count it; nor an own act.
        read_at=None if is_shown and not new.is_own else now,
        language=reader.language,
    )


def mail(notice: Notification, *, said: Said | None, now: datetime) -> None:
    """Email a notification, or ``said`` in place of its text, to an address that is proven."""
    payload = emails.payload_of(notice)
    reader = readers.readers_of([notice.user_id]).get(notice.user_id, UNKNOWN)
    if not email_budget.may_email(kind=notice.kind, is_proven=reader.is_proven):
        return
    if said is not None:
        words = own_words.read(said, language=reader.language)
        payload |= {"subject": words.title, "body": words.body, "language": reader.language}
    due_at = emails.due_at(notice.kind, reader.quiet, now)
    outbox.enqueue(topic=EMAIL_TOPIC, payload=payload, now=now, due_at=due_at)
