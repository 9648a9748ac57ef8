"""Google and Apple as ways into an account: connecting them while signed in, and disconnecting them.

Connecting begins with proof of the owner, which is noted in the session: leading somebody's browser to
Google's page connects nothing. It ends at the provider's callback (:mod:`accounts.social_adapters`).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import account_texts as texts
from accounts import factors, locks, notifications
from accounts.models import User
from accounts.notice_texts import NoticeText
from marketplace.errors import DomainError, NotFound

PROVIDERS = ("google", "apple")
PROVIDER_CHOICES = [(name, name) for name in PROVIDERS]
PAGE = "/profile/security"
LASTS = timedelta(minutes=10)
_BEGUN = "connecting"


class NotConfigured(DomainError):
    """Signing in through this provider is not set up here (409)."""

    code = "provider_not_configured"

    def __init__(self) -> None:
        super().__init__(_("Signing in that way is not available here."))


class LastWayIn(DomainError):
    """Without this connection nobody could sign in to the account any more (409)."""

    code = "last_way_in"

    def __init__(self) -> None:
        super().__init__(
            _("This is your only way to sign in. Choose a password, or confirm your email address, before.")
        )


@dataclass(frozen=True)
class Connection:
    """A provider through which the account is signed in to, and since when (UTC)."""

    provider: str
    connected_at: datetime


def connections_of(user: User) -> list[Connection]:
    """Return the account's connections, the oldest first."""
    rows = SocialAccount.objects.filter(user=user, provider__in=PROVIDERS).order_by("date_joined", "pk")
    return [Connection(row.provider, row.date_joined) for row in rows]


def begin(request: HttpRequest, *, provider: str, now: datetime) -> str:
    """Note in the session that its owner connects a provider; return the address to navigate to.

    Raises ``NotFound`` for an unknown one and :class:`NotConfigured` (409).
    """
    _check_known(provider)
    if provider not in settings.SOCIALACCOUNT_PROVIDERS:
        raise NotConfigured
    request.session[_BEGUN] = {"provider": provider, "until": (now + LASTS).isoformat()}
    return f"/auth/{provider}?{urlencode({'next': PAGE, 'connect': '1'})}"


def is_begun(request: HttpRequest, *, provider: str, now: datetime) -> bool:
    """Tell whether the session's owner has begun to connect this provider within the last ten minutes."""
    begun: dict[str, Any] = request.session.get(_BEGUN) or {}
    is_this = request.user.is_authenticated and begun.get("provider") == provider
    return is_this and now < datetime.fromisoformat(begun["until"])


def finish(request: HttpRequest) -> None:
    """Forget that connecting was begun: it is done, or was refused."""
    request.session.pop(_BEGUN, None)


def notify_connected(*, user: User, provider: str, now: datetime) -> None:
    """Notify the owner: who did not do it must know."""
    _tell(user, texts.CONNECTED, provider, now)


@transaction.atomic
def disconnect(*, user: User, provider: str, now: datetime) -> None:
    """Remove a connection; 404 if there is none, 409 :class:`LastWayIn`. Notifies the owner."""
    _check_known(provider)
    locks.lock_account(user.pk)
    own = SocialAccount.objects.filter(user=user)
    if not own.filter(provider=provider).exists():
        raise NotFound(_("This is not connected."))
    # A confirmed address opens the account by a link in an email.
    others = (
        user.has_usable_password(),
        user.email_verified_at is not None,
        bool(factors.passkeys_of(user)),
        own.exclude(provider=provider).exists(),
    )
    if not any(others):
        raise LastWayIn
    own.filter(provider=provider).delete()
    _tell(user, texts.DISCONNECTED, provider, now)


def remove_since(*, user: User, since: datetime) -> None:
    """Remove the connections that were made from a moment on: somebody else made them."""
    SocialAccount.objects.filter(user=user, date_joined__gte=since).delete()


def remove_all(*, user: User) -> None:
    """Remove all connections: they were made before the account's address was confirmed."""
    SocialAccount.objects.filter(user=user).delete()


def _check_known(provider: str) -> None:
    if provider not in PROVIDERS:
        raise NotFound(_("There is no such page."))


def _tell(user: User, text: NoticeText, provider: str, now: datetime) -> None:
    notifications.notify(
        user_id=user.pk,
        kind="second_factor",
        said=text.of(provider=provider.capitalize()),
        link=PAGE,
        dedupe_key=f"second_factor:{text.key}:{provider}:{now.isoformat()}",
        now=now,
    )
