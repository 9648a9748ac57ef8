"""E-mails to accounts, sent by the outbox after the change that they tell of."""

import hashlib
import smtplib
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string

from accounts.models import User
from marketplace.jobs.due import Outage

_server: ContextVar[BaseEmailBackend | None] = ContextVar("mail_server", default=None)


@contextmanager
def one_connection() -> Iterator[None]:
    """Send all e-mails within over one connection to the mail server, opened for the first of them."""
    with closing(get_connection()) as server:
        token = _server.set(server)
        try:
            yield
        finally:
            _server.reset(token)


def _send(message: EmailMultiAlternatives) -> None:
    """Hand an e-mail to the mail server; raises :class:`Outage` if that does not let us in.

    What happens once it has let us in is about this e-mail, and counts as its failure.
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
    except Exception:
        # What was begun cannot be gone on with; the next e-mail opens a connection of its own.
        with suppress(OSError, smtplib.SMTPException):
            server.close()
        raise


def _message_id(user: User, key: str) -> str:
    """Return the same id for the same notice, so that a mail server drops one that comes twice."""
    digest = hashlib.sha256(f"{user.pk} {key}".encode()).hexdigest()[:32]
    return f"<{digest}@{urlsplit(settings.PUBLIC_URL).hostname}>"


def send_notice(payload: dict[str, Any], now: datetime) -> None:
    """Send one notice to one account; an account that is gone or closed gets none.

    ``payload`` holds ``userId``, ``subject``, ``body``, ``link`` (a path, or empty) and ``key``.
    """
    user = User.objects.filter(pk=payload["userId"], is_active=True).first()
    if user is None:
        return
    context = {
        "product": settings.PRODUCT_NAME,
        "first_name": user.first_name,
        "subject": payload["subject"],
        "body": payload["body"],
        "url": f"{settings.PUBLIC_URL}{payload['link']}" if payload["link"] else "",
    }
    message = EmailMultiAlternatives(
        subject=" ".join(payload["subject"].split()),  # a subject is one line
        body=render_to_string("email/notice.txt", context),
        to=[user.email],
        headers={"Message-ID": _message_id(user, payload["key"]), "Auto-Submitted": "auto-generated"},
    )
    message.attach_alternative(render_to_string("email/notice.html", context), "text/html")
    _send(message)
