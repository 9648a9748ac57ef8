"""The emails that carry a link to an account's own address."""

from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts import account_texts as texts
from accounts import emailed_links, emails
from accounts.emailed_links import KINDS, Purpose
from accounts.models import User
from marketplace import figures, wall_time
from marketplace.http.redirects import HOME

# Text and button label by purpose; ``{until}`` is a time of day in Zurich.
_LETTERS = {
    Purpose.RESET: (texts.NEW_PASSWORD, _("Choose a new password")),
    Purpose.SIGN_IN: (texts.SIGN_IN, _("Sign in")),
    Purpose.VERIFY: (texts.VERIFY, _("Confirm email address")),
}


def send(payload: dict[str, Any], now: datetime) -> None:
    """Mail the requested link; an address without an open account gets nothing.

    ``payload`` holds ``purpose``, ``email``, ``askedAt``, from when on the link lasts, and ``next``, the page
    to which it leads. The link is made here, so that no token is stored.
    """
    purpose, asked_at = Purpose(payload["purpose"]), datetime.fromisoformat(payload["askedAt"])
    ends_at = asked_at + KINDS[purpose].lasts
    user = User.objects.with_email(payload["email"]).filter(is_active=True).first()
    if user is None or now >= ends_at or (purpose is Purpose.VERIFY and user.email_verified_at is not None):
        return
    text, button = _LETTERS[purpose]
    # A confirmation link lasts for days, and its text says so without ``{until}``.
    times = {} if purpose is Purpose.VERIFY else {"until": wall_time.hour(ends_at)}
    way_back = payload.get("next", HOME)
    emails.send_to(
        address=user.email,
        name=emails.name_for(user),
        language=user.reads,
        said=text.of(product=settings.PRODUCT_NAME, **times),
        link=emailed_links.path_for(user, purpose=purpose, ends_at=ends_at, way_back=way_back),
        link_text=button,
        key=f"{purpose} {payload['askedAt']}",
        reply_to=figures.at(now).support_email,
    )
