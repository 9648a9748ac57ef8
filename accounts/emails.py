"""E-mails to accounts, sent by the outbox after the change that they tell of."""

import hashlib
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from accounts.models import User


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
    message.send()
