"""Support requests and our answers: the only module that changes a request.

A request is open while its person waits for us, answered while it is their turn, or closed. A reply of theirs
opens it again. An answer is emailed to the address of the request, and an account is also notified in the
app.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from accounts import account_texts as texts
from accounts import emails, limits, notifications, support_hours
from accounts.models import Notification, SupportPhoto, SupportReply, SupportRequest, User
from marketplace import figures
from marketplace.errors import DomainError, Invalid, NotFound, explain
from marketplace.files import private
from marketplace.files.accepting import accepted_picture
from marketplace.http.language import correspondence
from marketplace.jobs import outbox, pruning

REPLY_TOPIC = "support_answer"
DIGEST_TOPIC = "support_new"
PER_ADDRESS = limits.Limit(20, limits.HOUR)
ANNOUNCED_EVERY = timedelta(hours=1)
# While somebody of us is there to chat, who waits in one is told of sooner.
CHAT_ANNOUNCED_EVERY = timedelta(minutes=5)
CHAT_MAILED_AFTER = timedelta(minutes=2)
MOST_PHOTOS = 10
# Of an account in one request within a day, a chat's included.
MOST_REPLIES = 200
_DAY = timedelta(days=1)
FOLDER = "support"
LONGEST_SIDE = 1600
# Specification point 9: support is kept for 3 years.
RETENTION = timedelta(days=3 * 365 + 1)
# A visitor has no idempotency key: the same words from the same address are one request for so long.
SAME_FOR = timedelta(minutes=10)

explain(
    too_many_photos="There are as many photos as there can be (409).",
    too_many_replies="The account has written very often in this request within a day (409).",
    request_closed="The request is closed already (409).",
    no_reply_address="The account that sent the request is closed, so no reply can reach it (409).",
)

Status, Category = SupportRequest.Status, SupportRequest.Category
# Beside the categories, of which a chat has none that it was asked for.
_CHAT = "chat"


def count_writing(*, address: str, now: datetime) -> None:
    """Count one request of a network address; raises 429 ``throttled`` after 20 within an hour."""
    limits.claim_act(act="support", limit=PER_ADDRESS, address=address, now=now)


def send_request(
    *,
    account: User | None,
    name: str,
    email: str,
    category: str,
    subject: str,
    message: str,
    now: datetime,
    about_order_id: UUID | None = None,
    is_chat: bool = False,
) -> SupportRequest:
    """Save a request; ``account`` is whoever is signed in, ``email`` is where the answer goes.

    A visitor is answered in the language that is active now; theirs that was sent a few minutes ago with the
    same words is returned again. A chat that is begun outside of our hours is a request like any other.
    Raises ``Invalid`` (400) for an order that is not the account's, and for a chat without an account.
    """
    if about_order_id is not None and not _is_theirs(account, about_order_id):
        sentence = _("There is no such order.")
        raise Invalid(sentence, fields={"orderId": [sentence]})
    if is_chat and account is None:
        sentence = _("Please sign in to chat with us.")
        raise Invalid(sentence, fields={"isChat": [sentence]})
    words = {"name": name, "email": email, "category": category, "subject": subject, "message": message}
    if account is None and (sent := _sent_before(words, now)) is not None:
        return sent
    saved = SupportRequest.objects.create(
        account=account,
        **words,
        about_order_id=about_order_id,
        is_chat=is_chat and support_hours.at(now).is_open,
        language=get_language() or "",
        created_at=now,
        updated_at=now,
        waiting_since=now,
    )
    if saved.is_chat:
        announce_new(now=now)
    return saved


def _sent_before(words: dict[str, str], now: datetime) -> SupportRequest | None:
    """Return a visitor's equal request: the response was lost, and it is sent again."""
    recent = SupportRequest.objects.filter(account=None, created_at__gt=now - SAME_FOR, created_at__lte=now)
    return recent.filter(**words).first()


def _is_theirs(account: User | None, order_id: UUID) -> bool:
    """Tell whether an order is one that the account placed or does."""
    if account is None:
        return False
    related: Any = account
    provider = getattr(related, "provider", None)
    return bool(
        related.orders.filter(pk=order_id).exists()
        or (provider is not None and provider.orders.filter(pk=order_id).exists())
    )


def add_photo(*, account: User, request_id: UUID, content: bytes, now: datetime) -> SupportPhoto:
    """Add a photo to the thread of an account's own request, which opens it again.

    A JPEG or PNG of 10 MB at most, else 400; it is re-encoded, which drops its GPS position. 404 for somebody
    else's request, 409 ``too_many_photos`` for more than :data:`MOST_PHOTOS`.
    """
    # Checked before the picture is drawn, and again under the lock.
    _refuse_too_many(SupportRequest.objects.filter(pk=request_id, account=account).first())
    picture = accepted_picture(content, longest_side=LONGEST_SIDE)
    with (
        private.stored(picture.content, folder=FOLDER, suffix=picture.suffix) as stored,
        transaction.atomic(),
    ):
        request = _locked(request_id, account=account)
        _refuse_too_many(request)
        photo = SupportPhoto.objects.create(request=request, sender=account, file=stored, sent_at=now)
        _move(request, to=Status.OPEN, now=now)
    return photo


def _refuse_too_many(request: SupportRequest | None) -> None:
    if request is None:
        raise NotFound(_("There is no such request."))
    if request.photos.count() >= MOST_PHOTOS:
        raise DomainError(
            _("There can be {most} photos at most.").format(most=MOST_PHOTOS), code="too_many_photos"
        )


@transaction.atomic
def reply(*, account: User, request_id: UUID, body: str, now: datetime) -> SupportReply:
    """Add a reply to an account's own request, which opens it again; 404 for somebody else's.

    409 ``too_many_replies`` for more than :data:`MOST_REPLIES` within a day.
    """
    request = _locked(request_id, account=account)
    if request.replies.filter(by_operator=False, sent_at__gt=now - _DAY).count() >= MOST_REPLIES:
        sentence = _("You have written very often today. Please wait for our answer.")
        raise DomainError(sentence, code="too_many_replies")
    said = SupportReply.objects.create(
        request=request, author=account, by_operator=False, body=body, sent_at=now
    )
    _move(request, to=Status.OPEN, now=now)
    return said


@transaction.atomic
def reply_as_operator(
    *, operator: User, request_id: UUID, body: str, closes: bool, now: datetime
) -> SupportReply:
    """Answer a request, and close it if it ``closes``.

    409 ``no_reply_address`` if the request has no email address any more.
    """
    request = _locked(request_id)
    if not request.email:
        raise DomainError(_("This account is closed: no answer reaches it."), code="no_reply_address")
    said = SupportReply.objects.create(
        request=request, author=operator, by_operator=True, body=body, sent_at=now
    )
    _move(request, to=Status.CLOSED if closes else Status.ANSWERED, now=now)
    # In a chat the email waits, and is not sent if the answer was read meanwhile.
    due_at = now + CHAT_MAILED_AFTER if request.is_chat else now
    outbox.enqueue(topic=REPLY_TOPIC, payload={"replyId": str(said.pk)}, now=now, due_at=due_at)
    if request.account_id is not None:
        notifications.notify(
            user_id=request.account_id,
            kind="support_answer",
            said=texts.SUPPORT_ANSWER.of(subject=request.subject, words=body),
            link=page_of(request),
            dedupe_key=_notice_of(said),
            now=now,
            email=False,
        )
    return said


@transaction.atomic
def close(*, request_id: UUID, now: datetime) -> None:
    """Close a request without an answer; 409 ``request_closed`` if it is closed already."""
    request = _locked(request_id)
    if request.status == Status.CLOSED:
        raise DomainError(_("This request is closed already."), code="request_closed")
    _move(request, to=Status.CLOSED, now=now)


def follow_address(*, user_id: UUID, former: Iterable[str], email: str) -> None:
    """Send answers to the address that an account has now, where they would go to a former one of its own.

    An address that was typed for a request alone stays. Runs in the transaction that changes the address.
    """
    own = SupportRequest.objects.filter(account_id=user_id)
    for address in former:
        own.filter(email__iexact=address).update(email=email)


def forget_sender(*, user_id: UUID, now: datetime) -> None:
    """Close an account's requests and remove name and address from them: the account is being closed."""
    own = SupportRequest.objects.filter(account_id=user_id)
    own.exclude(status=Status.CLOSED).update(status=Status.CLOSED, waiting_since=None, updated_at=now)
    own.update(name="", email="")


def restore_sender(*, user_id: UUID) -> None:
    """Let us answer an account's requests again, at its address: it was closed, and is open now."""
    account = User.objects.get(pk=user_id)
    emptied = SupportRequest.objects.filter(account=account, email="")
    emptied.update(name=account.known_name[:120], email=account.email)


def prune(*, now: datetime) -> int:
    """Delete requests that were not updated for 3 years, with their replies; return how many."""
    return pruning.delete_in_batches(SupportRequest.objects.filter(updated_at__lt=now - RETENTION))


def page_of(request: SupportRequest) -> str:
    """Return the page where the person reads a request: its thread, or the form for a visitor."""
    return "/support" if request.account_id is None else f"/support?request={request.pk}"


@transaction.atomic
def announce_new(*, now: datetime) -> int:
    """Tell the support address of what people wrote since it was last told; return how many wait.

    That is new requests and chats, and those in which somebody writes again after our answer. One email an
    hour at most, for all of them, and without what people wrote: that stays in the back office. With a chat
    among them, within our hours, it is one in five minutes. Two runs at once tell of each request once.
    """
    if not settings.SUPPORT_DIGEST:
        return 0
    # Told of before it was answered: since then somebody waits anew.
    is_new = Q(announced_at__isnull=True) | Q(announced_at__lt=F("waiting_since"))
    new = SupportRequest.objects.filter(is_new, status=Status.OPEN)
    # In one order, so that two runs at once cannot deadlock; the later one finds them announced.
    rows = list(new.select_for_update(of=("self",)).order_by("waiting_since", "pk"))
    is_chatting = any(row.is_chat for row in rows) and support_hours.at(now).is_open
    every = CHAT_ANNOUNCED_EVERY if is_chatting else ANNOUNCED_EVERY
    if SupportRequest.objects.filter(announced_at__gt=now - every).exists():
        return 0
    if rows:
        SupportRequest.objects.filter(pk__in=[row.pk for row in rows]).update(announced_at=now)
        kinds = [_CHAT if row.is_chat else row.category for row in rows]
        payload = {"categories": kinds, "key": f"{rows[0].pk} {now.isoformat()}"}
        outbox.enqueue(topic=DIGEST_TOPIC, payload=payload, now=now)
    return len(rows)


def _kind_label(kind: str) -> str:
    return _("Live chat") if kind == _CHAT else str(Category(kind).label)


def mail_digest(payload: dict[str, Any], now: datetime) -> None:
    """Email how many requests are new; ``payload`` holds their ``categories``, or chat, and a ``key``."""
    counted = Counter(payload["categories"])
    address = figures.at(now).support_email

    def kinds() -> str:
        return "\n".join(f"{_kind_label(kind)}: {count}" for kind, count in counted.most_common())

    emails.send_to(
        address=address,
        name="",
        language=settings.LANGUAGE_CODE,
        said=texts.SUPPORT_NEW.of(count=counted.total(), kinds=kinds),
        link=reverse("admin:accounts_supportrequest_changelist"),
        link_text=gettext_lazy("Open the requests"),
        key=f"support-new-{payload['key']}",
        reply_to=address,
    )


def mail_reply(payload: dict[str, Any], now: datetime) -> None:
    """Email an answer, if it still exists; ``payload`` holds ``replyId``.

    The unread answers of a chat that follow each other closely are one email, with the last of them.
    """
    said = SupportReply.objects.select_related("request").filter(pk=payload["replyId"]).first()
    if said is None or not said.request.email:
        return
    request = said.request
    answers = _unread_with(said) if request.is_chat else [said]
    if not answers:
        return
    words = "\n\n".join(answer.body for answer in answers)
    emails.send_to(
        address=request.email,
        name=request.name,
        language=request.account.reads if request.account else correspondence(request.language),
        said=texts.SUPPORT_LETTER.of(subject=request.subject, words=words, message=request.message),
        link=page_of(request),
        link_text=gettext_lazy("Reply in {product}"),
        key=_notice_of(said),
        reply_to=figures.at(now).support_email,
    )


def _notice_of(said: SupportReply) -> str:
    return f"support-{said.pk}"


def _unread_with(said: SupportReply) -> list[SupportReply]:
    """Return the unread answers of a chat that ``said`` ends; none if another one follows it closely."""
    answers = list(said.request.replies.filter(by_operator=True).order_by("sent_at", "pk"))
    last = first = answers.index(said)
    if last + 1 < len(answers) and _is_close(said, answers[last + 1]):
        return []
    while first > 0 and _is_close(answers[first - 1], answers[first]):
        first -= 1
    together = answers[first : last + 1]
    read = Notification.objects.filter(
        user=said.request.account_id,
        dedupe_key__in=[_notice_of(answer) for answer in together],
        read_at__isnull=False,
    )
    keys = set(read.values_list("dedupe_key", flat=True))
    return [answer for answer in together if _notice_of(answer) not in keys]


def _is_close(earlier: SupportReply, later: SupportReply) -> bool:
    """Tell whether the email of an answer waits for the next one, too."""
    return later.sent_at < earlier.sent_at + CHAT_MAILED_AFTER


def _locked(request_id: UUID, *, account: User | None = None) -> SupportRequest:
    requests = SupportRequest.objects.select_for_update(of=("self",))
    if account is not None:
        requests = requests.filter(account=account)
    request = requests.filter(pk=request_id).first()
    if request is None:
        raise NotFound(_("There is no such request."))
    return request


def _move(request: SupportRequest, *, to: str, now: datetime) -> None:
    """Write the status; a person who waits already keeps the earlier ``waiting_since``."""
    request.waiting_since = (request.waiting_since or now) if to == Status.OPEN else None
    request.status, request.updated_at = to, now
    request.save(update_fields=["status", "waiting_since", "updated_at"])
