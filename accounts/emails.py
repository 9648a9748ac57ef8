"""Emails to people, sent by the outbox after the change that caused them is committed."""

import hashlib
import logging
import smtplib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts import notification_choices as choices
from accounts import own_words, privacy_preferences, quiet_hours, unsubscribing
from accounts.models import Notification, User
from accounts.notice_texts import Rendered, Said
from marketplace.jobs.obstacles import Outage

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

log = logging.getLogger(__name__)

OPEN = _("Open {product}")
SMTP_OK = 250
SETTINGS_PAGE = "/profile/settings"
# What passes within hours is not emailed later than this; quiet hours end before.
STALE_AFTER = timedelta(days=1)
_server: ContextVar[BaseEmailBackend | None] = ContextVar("mail_server", default=None)


@contextmanager
def one_connection() -> Iterator[None]:
    """Send all emails of the block over one connection to the mail server, opened by the first of them."""
    with closing(get_connection()) as server:
        token = _server.set(server)
        try:
            yield
        finally:
            _server.reset(token)


def _send(message: EmailMultiAlternatives) -> None:
    """Hand an email to the mail server; raises :class:`Outage` if it cannot connect, log in or send at all.

    Other errors concern this email and count as its failed attempt.
    """
    server = _server.get()
    if server is None:
        with one_connection():
            _send(message)
        return
    try:
        server.open()
    except (OSError, smtplib.SMTPException) as error:
        raise Outage(f"The mail server cannot be used: {error}") from error
    try:
        server.send_messages([message])
    except Exception as error:
        takes_none = _takes_none_now(server, error)
        # The connection is in an unknown state; the next email opens a new one.
        with suppress(OSError, smtplib.SMTPException):
            server.close()
        if takes_none:
            raise Outage(f"The mail server takes no email for now: {error}") from error
        raise


def _takes_none_now(server: BaseEmailBackend, error: Exception) -> bool:
    """Tell whether the server refuses whatever we send for a while: a full disk, or a quota.

    It is asked once more, without the size of the email: where it takes others, this one alone is refused.
    """
    if not isinstance(error, smtplib.SMTPSenderRefused) or not 400 <= error.smtp_code < 500:
        return False
    connection = getattr(server, "connection", None)
    if not isinstance(connection, smtplib.SMTP):
        return True
    try:
        answer = connection.mail(error.sender)
    except (OSError, smtplib.SMTPException):
        return True
    return answer[0] != SMTP_OK


def _message_id(receiver: object, key: str) -> str:
    """Return a Message-ID that is the same for the same notice, so that a mail server drops duplicates."""
    digest = hashlib.sha256(f"{receiver} {key}".encode()).hexdigest()[:32]
    return f"<{digest}@{urlsplit(settings.PUBLIC_URL).hostname}>"


def payload_of(notice: Notification) -> dict[str, str]:
    """Return what :func:`send_notice` takes to send a notice."""
    return {
        "userId": str(notice.user_id),
        "kind": notice.kind,
        "subject": notice.title,
        "body": notice.body,
        "link": notice.link,
        "key": notice.dedupe_key,
        "language": notice.language,
        "at": notice.created_at.isoformat(),
    }


def due_at(kind: str, hours: quiet_hours.Hours | None, now: datetime) -> datetime:
    """Return when an email of a kind may be sent to somebody with these quiet hours."""
    if hours is None or not choices.may_email_wait(kind):
        return now
    return hours.ends_after(now) or now


def send_notice(payload: dict[str, Any], now: datetime) -> None:
    """Send one notice to one account; a missing or closed account gets none.

    With notifications, or those of the group, switched off, only needed kinds are sent
    (:func:`accounts.notification_choices.is_needed`); emails that are not needed wait for the end of quiet
    hours (:class:`accounts.quiet_hours.Quiet`). What has passed while no email could be sent is left out
    (:data:`STALE_AFTER`).
    ``payload`` holds ``userId``, ``kind``, ``subject``, ``body``, ``link`` (a path, or empty), ``key``,
    ``at``, when it was said, and the ``language`` of the words, which frames them: the account may have
    chosen another one since.
    """
    user = User.objects.filter(pk=payload["userId"], is_active=True).first()
    # Payloads from before ``kind`` existed count as needed.
    kind = payload.get("kind", "")
    if user is None or not _is_wanted(user, kind):
        return
    # Payloads of the release before have no instant.
    if "at" in payload and _has_passed(
        kind, payload["key"], at=datetime.fromisoformat(payload["at"]), now=now
    ):
        return
    if choices.may_email_wait(kind):
        quiet_hours.respect(user_id=user.pk, now=now)
    can_unsubscribe = unsubscribing.is_possible(kind)
    letter = _letter(
        address=user.email,
        name=name_for(user),
        language=payload.get("language") or user.reads,
        words=Rendered(payload["subject"], payload["body"]),
        link=payload["link"],
        message_id=_message_id(user.pk, payload["key"]),
        has_settings=can_unsubscribe,
    )
    if can_unsubscribe:
        address = f"{settings.PUBLIC_URL}{unsubscribing.path_for(user=user, kind=kind)}"
        letter.extra_headers["List-Unsubscribe"] = f"<{address}>"
        letter.extra_headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    _send(letter)


def name_for(user: User) -> str:
    """Return the name by which an email to an account's address greets; empty until it is confirmed.

    A stranger could have registered the address, and a name is free text.
    """
    return user.first_name if user.email_verified_at else ""


def is_to_send(notice: Notification, *, now: datetime) -> bool:
    """Return whether an open account gets emails of this kind, and what the notice says has not passed."""
    user = User.objects.filter(pk=notice.user_id, is_active=True).first()
    has_passed = _has_passed(notice.kind, notice.dedupe_key, at=notice.created_at, now=now)
    return user is not None and not has_passed and _is_wanted(user, notice.kind)


def _has_passed(kind: str, key: str, *, at: datetime, now: datetime) -> bool:
    """Tell whether the moment of what was said at an instant is over; the app still lists it."""
    if not choices.passes(kind) or now - at < STALE_AFTER:
        return False
    log.warning("The email %s (%s) is left out: what it says has passed", kind, key)
    return True


def _is_wanted(user: User, kind: str) -> bool:
    if choices.is_needed(kind):
        return True
    allows = privacy_preferences.allows(user_id=user.pk, topic="notifications")
    return allows and choices.wants_email(user_id=user.pk, kind=kind)


def send_to(
    *,
    address: str,
    name: str,
    language: str,
    said: Said,
    link: str,
    link_text: "str | _StrPromise",
    key: str,
    reply_to: str,
) -> None:
    """Send an email to an address that need not be an account's; ``key`` makes its Message-ID.

    ``link`` is a path of the web app, ``link_text`` may hold ``{product}``; replies go to ``reply_to``.
    """
    letter = _letter(
        address=address,
        name=name,
        language=language,
        words=own_words.read(said, language=language),
        link=link,
        link_text=link_text,
        message_id=_message_id(address, key),
    )
    letter.reply_to = [reply_to]
    _send(letter)


def send_documents(
    *, user_id: UUID, said: Said, link: str, key: str, files: Sequence[tuple[str, bytes]]
) -> None:
    """Send PDF files, each a name and its content, to an account; a missing or closed one gets none.

    ``link`` is a path of the web app; ``key`` makes the Message-ID.
    """
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return
    letter = _letter(
        address=user.email,
        name=name_for(user),
        language=user.reads,
        words=own_words.read(said, language=user.reads),
        link=link,
        message_id=_message_id(user.pk, key),
    )
    for name, content in files:
        letter.attach(name, content, "application/pdf")
    _send(letter)


def _letter(
    *,
    address: str,
    name: str,
    language: str,
    words: Rendered,
    link: str,
    message_id: str,
    link_text: "str | _StrPromise" = OPEN,
    has_settings: bool = False,
) -> EmailMultiAlternatives:
    """Return an email in our layout, as text and as HTML, framed in a language.

    With ``has_settings`` it leads to the settings of emails, too.
    """
    product = settings.PRODUCT_NAME
    with translation.override(language):
        context = {
            "product": product,
            "first_name": name,
            "subject": words.title,
            "body": words.body,
            "url": f"{settings.PUBLIC_URL}{link}" if link else "",
            "link_text": str(link_text).format(product=product),
            "settings_url": f"{settings.PUBLIC_URL}{SETTINGS_PAGE}" if has_settings else "",
        }
        letter = EmailMultiAlternatives(
            subject=" ".join(words.title.split()),  # a subject is one line
            body=render_to_string("email/notice.txt", context),
            to=[address],
            headers={"Message-ID": message_id, "Auto-Submitted": "auto-generated"},
        )
        letter.attach_alternative(render_to_string("email/notice.html", context), "text/html")
    return letter
