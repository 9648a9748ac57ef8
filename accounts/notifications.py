"""Notifications: in the app, on open pages, by email and as pushes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, FilteredRelation, IntegerField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import JSONObject
from django.utils.translation import get_language

from accounts import account_texts as texts
from accounts import email_budget, emails, own_words, push_delivery
from accounts import notification_choices as choices
from accounts.models import Notification, PushSubscription, User
from accounts.notice_texts import NoticeText, Said
from accounts.notification_choices import Channel
from accounts.quiet_hours import Hours
from marketplace.db.insert_new import insert_new
from marketplace.events import live
from marketplace.http.language import correspondence
from marketplace.jobs import obstacles, outbox, pruning
from marketplace.jobs.models import OutboxMessage

EMAIL_TOPIC = "email"
BULK_TOPIC = "email_bulk"
HELD_TOPIC = "email_held"
# An email about more notices than these shows the newest ones.
MOST_IN_ONE = 10
# The bell shows no higher number, so counting stops here.
MOST_UNREAD = 99
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
    """A notification to send once; ``link`` is a path of the web app or empty."""

    user_id: UUID
    kind: str
    said: Said
    link: str
    dedupe_key: str


def notify(
    *,
    user_id: UUID,
    kind: str,
    said: Said,
    link: str,
    dedupe_key: str,
    now: datetime,
    email: bool = True,
) -> None:
    """Notify an account once, however often this is called with the same ``dedupe_key``.

    The text is in the account's language.
    Writes the notification, a live event with the new number of unread ones, an outbox message for each
    subscribed device and, with ``email``, one for the email, all in the caller's transaction. How many
    emails that are, and to whom, decides :mod:`accounts.email_budget`.
    ``link`` is a path of the web app or empty.
    """
    new = NewNotification(user_id, kind, said, link, dedupe_key)
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
    readers = readers_of({new.user_id for new in batch}, emailed_after=counted_from)
    notices = [_written(new, readers.get(new.user_id, _UNKNOWN), now) for new in batch]
    budgets = _plan_emails(notices, readers, now=now, is_limited=not in_bulk) if email else {}
    written = insert_new(notices)
    new_for = dict.fromkeys(notice.user_id for notice in notices if notice.pk in written)
    # ``_Unread`` is evaluated by the INSERT of the event, after the notices are written.
    live_events = [
        live.Event(user_id, "notification", JSONObject(unread=_Unread(user_id))) for user_id in new_for
    ]
    if events := [*beside, *live_events]:
        live.publish_all(events, now=now)
    new_notices = [notice for notice in notices if notice.pk in written]
    _pass_on(new_notices, readers, now=now, in_bulk=in_bulk)
    _enqueue_digests(new_notices, budgets, now=now)


def _plan_emails(
    notices: list[Notification], readers: "dict[UUID, Reader]", *, now: datetime, is_limited: bool
) -> dict[UUID, email_budget.Budget]:
    """Decide when the email of each notice is due; it stays empty for an address that nobody has proven."""
    budgets = {
        user_id: email_budget.Budget([*reader.emailed], is_complete=reader.is_locked, is_limited=is_limited)
        for user_id, reader in readers.items()
    }
    for notice in notices:
        is_proven = readers.get(notice.user_id, _UNKNOWN).is_proven
        if notice.user_id in budgets and email_budget.may_email(kind=notice.kind, is_proven=is_proven):
            budgets[notice.user_id].plan(notice, now=now)
    return budgets


def _pass_on(
    notices: list[Notification], readers: "dict[UUID, Reader]", *, now: datetime, in_bulk: bool
) -> None:
    """Enqueue emails and pushes; each channel delivers on its own."""
    of = [(notice, readers.get(notice.user_id, _UNKNOWN)) for notice in notices]
    at_once = [(notice, reader) for notice, reader in of if notice.email_due_at == now]
    if at_once:
        outbox.enqueue_many(
            topic=BULK_TOPIC if in_bulk else EMAIL_TOPIC,
            payloads=[_mail(notice) for notice, _ in at_once],
            due_at=[_mailed_at(notice.kind, reader, now) for notice, reader in at_once],
            now=now,
        )
    on_devices = [(notice, reader.quiet, reader.off) for notice, reader in of if reader.has_devices]
    push_delivery.enqueue(on_devices, now=now, in_bulk=in_bulk)


def _enqueue_digests(
    notices: list[Notification], budgets: dict[UUID, email_budget.Budget], *, now: datetime
) -> None:
    """Enqueue the emails that collect notices, each once: with the first notice that waits for it."""
    digests = dict.fromkeys(
        (notice.user_id, notice.email_due_at, notice.language)
        for notice in notices
        if notice.email_due_at is not None
        and (notice.email_due_at, notice.language) in budgets[notice.user_id].new_digests
    )
    if digests:
        outbox.enqueue_many(
            topic=HELD_TOPIC,
            payloads=[
                {"userId": str(user_id), "dueAt": due.isoformat(), "language": language}
                for user_id, due, language in digests
            ],
            due_at=[due for _, due, _ in digests],
            now=now,
        )


def send_held(payload: dict[str, Any], now: datetime) -> None:
    """Send one email with all notices that wait for this one; none if nothing is left to say.

    The words are read from the notices: what was erased meanwhile is not sent. While an earlier email may
    yet collect some of them, this one waits (:class:`obstacles.Busy`).
    """
    user_id, due_at = UUID(payload["userId"]), datetime.fromisoformat(payload["dueAt"])
    # Payloads of the release before have none: all that waits is in theirs.
    language = payload.get("language", "")
    # Asked before the notices are read: whoever was done by then has collected theirs.
    earlier = _earlier_digest(user_id, due_at, language)
    email_budget.gather(user_id=user_id, due_at=due_at, language=language)
    held = email_budget.held_for(user_id=user_id, due_at=due_at, language=language)
    if earlier is not None and any(notice.created_at < earlier for notice in held):
        raise obstacles.Busy
    found = [notice for notice in held if emails.is_wanted_by(user_id, notice.kind)]
    if not found:
        return
    message = _mail(found[-1])
    if len(found) > 1:
        shown = found[-MOST_IN_ONE:]
        said = "\n\n".join(_in_a_digest(notice, message["link"]) for notice in shown)
        message["body"] = said if len(shown) == len(found) else f"…\n\n{said}"
        message["key"] = f"held:{payload['dueAt']}{language}"
    # The most urgent of them decides whether quiet hours are kept.
    urgent = [notice.kind for notice in found if not choices.may_email_wait(notice.kind)]
    message["kind"] = urgent[0] if urgent else message["kind"]
    emails.send_notice(message, now)


def _earlier_digest(user_id: UUID, due_at: datetime, language: str) -> datetime | None:
    """Return the latest instant before ``due_at`` at which an account's email is due, and not sent."""
    open_ = OutboxMessage.objects.filter(topic=HELD_TOPIC, done_at=None, failed_at=None)
    payloads = open_.filter(payload__userId=str(user_id)).values_list("payload", flat=True)
    alike = [payload for payload in payloads if payload.get("language", "") in {"", language}]
    instants = [datetime.fromisoformat(payload["dueAt"]) for payload in alike]
    return max((instant for instant in instants if instant < due_at), default=None)


def _in_a_digest(notice: Notification, link: str) -> str:
    """Return a notice's words, and its link unless the email's button has it."""
    parts = [notice.title, notice.body]
    if notice.link and notice.link != link:
        parts.append(f"{settings.PUBLIC_URL}{notice.link}")
    return "\n".join(parts)


def _mailed_at(kind: str, reader: "Reader", now: datetime) -> datetime:
    if reader.quiet is None or not choices.may_email_wait(kind):
        return now
    return reader.quiet.ends_after(now) or now


@dataclass(frozen=True)
class Reader:
    """How an account gets its notices: language, what is off, quiet hours, devices, address."""

    language: str
    off: Collection[str] = ()
    quiet: Hours | None = None
    has_devices: bool = False
    is_proven: bool = False
    emailed: list[Notification] = field(default_factory=list)
    # Whether nobody else notifies the account while we do.
    is_locked: bool = True


_UNKNOWN = Reader(settings.LANGUAGE_CODE)


def readers_of(accounts: Collection[UUID], *, emailed_after: datetime | None = None) -> dict[UUID, Reader]:
    """Return how each account gets its notices; one query.

    With ``emailed_after``, an instant, also those emailed since, of which nobody else adds any meanwhile.
    """
    users = User.objects.filter(pk__in=accounts)
    columns = ["language", "notification_choices__off", "quiet_hours__begins", "quiet_hours__ends"]
    emailed: list[str] = []
    is_locked: Any = Value(value=True)
    if emailed_after is not None:
        is_locked = email_budget.TryLock("pk")
        is_recent = Q(notifications__created_at__gt=emailed_after, notifications__email_due_at__isnull=False)
        users = users.alias(recent=FilteredRelation("notifications", condition=is_recent))
        emailed = ["kind", "dedupe_key", "created_at", "email_due_at", "language"]
    devices = Exists(PushSubscription.objects.filter(device__user=OuterRef("pk")))
    found: dict[UUID, Reader] = {}
    for pk, verified_at, has_devices, locked, language, off, begins, ends, *notice in users.values_list(
        "pk", "email_verified_at", devices, is_locked, *columns, *(f"recent__{name}" for name in emailed)
    ):
        reader = found.setdefault(
            pk,
            Reader(
                correspondence(language),
                off or (),
                Hours.of(begins, ends),
                has_devices=has_devices,
                is_proven=verified_at is not None,
                is_locked=locked,
            ),
        )
        # One row for each of them; one without values for an account that has none.
        if any(notice):
            reader.emailed.append(Notification(**dict(zip(emailed, notice, strict=True))))
    return found


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
        # A kind that is switched off appears in the list, but the bell does not count it.
        read_at=None if is_shown else now,
        language=reader.language,
    )


class _Unread(Subquery):
    """How many notifications of an account are unread; it stops at :data:`MOST_UNREAD`."""

    template = "(SELECT count(*) FROM (%(subquery)s) AS few)"

    def __init__(self, account: UUID) -> None:
        unread = Notification.objects.filter(user=account, read_at__isnull=True).order_by()
        super().__init__(unread.values("pk")[:MOST_UNREAD], output_field=IntegerField())


def mail(notice: Notification, *, said: Said | None, now: datetime) -> None:
    """Email a notification, or ``said`` in place of its text, to an address that is proven."""
    payload = _mail(notice)
    reader = readers_of([notice.user_id]).get(notice.user_id, _UNKNOWN)
    if not email_budget.may_email(kind=notice.kind, is_proven=reader.is_proven):
        return
    if said is not None:
        words = own_words.read(said, language=reader.language)
        payload |= {"subject": words.title, "body": words.body, "language": reader.language}
    due_at = _mailed_at(notice.kind, reader, now)
    outbox.enqueue(topic=EMAIL_TOPIC, payload=payload, now=now, due_at=due_at)


def _mail(notice: Notification) -> dict[str, str]:
    return {
        "userId": str(notice.user_id),
        "kind": notice.kind,
        "subject": notice.title,
        "body": notice.body,
        "link": notice.link,
        "key": notice.dedupe_key,
        "language": notice.language,
    }


def unread_count(*, user_id: UUID) -> int:
    """Return how many notifications of an account are unread; it stops at :data:`MOST_UNREAD`."""
    unread = Notification.objects.filter(user_id=user_id, read_at__isnull=True).order_by()
    return unread.values("pk")[:MOST_UNREAD].count()


def mark_read(*, user_id: UUID, ids: list[UUID] | None, now: datetime) -> int:
    """Mark some notifications of an account as read, or all of them; return how many stay unread.

    Ids of other accounts are ignored.
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
    # Read before implies created before: the condition on ``created_at`` uses an index.
    return pruning.delete_in_batches(Notification.objects.filter(created_at__lt=before, read_at__lt=before))


def unread_about(*, user_id: UUID, about: str) -> QuerySet[Notification]:
    """Return an account's unread notifications whose ``dedupe_key`` begins with ``about``, newest first."""
    return Notification.objects.filter(
        user_id=user_id, read_at__isnull=True, dedupe_key__startswith=about
    ).order_by("-created_at", "-id")


def mark_read_about(*, user_id: UUID, about: str, now: datetime) -> int:
    """Mark notifications whose ``dedupe_key`` begins with ``about`` as read; return how many stay unread."""
    ids = list(unread_about(user_id=user_id, about=about).values_list("pk", flat=True))
    return mark_read(user_id=user_id, ids=ids, now=now)
