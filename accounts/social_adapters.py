"""Signing in through Google and Apple: our django-allauth adapters.

Every failure redirects to the sign-in page with ``error`` in its query, for example
``/login?error=google_cancelled``; the web app shows a sentence for it.
"""

from datetime import datetime
from typing import Any, NoReturn, cast
from urllib.parse import urlencode
from uuid import UUID

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base import AuthError, AuthProcess
from django.contrib.auth import logout
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import get_language

from accounts import first_proof, limits, locks, notifications, sign_in_steps, social_connections
from accounts.clients import client_of, note_proof, set_device_cookie, with_device
from accounts.models import User
from accounts.reauthentication import OwnerChanged, lock_owner
from accounts.registering import is_taken
from marketplace import clock, mailbox
from marketplace.http.redirects import safe_page
from marketplace.text import clean_line, has_letter


def back_to_sign_in(error: str, *, path: str = "/") -> HttpResponseRedirect:
    """Redirect to the sign-in page, which shows the error and remembers the page to return to."""
    query = {"error": error} | ({"next": path} if path != "/" else {})
    return HttpResponseRedirect(f"/login?{urlencode(query)}")


def back_to_security(error: str) -> HttpResponseRedirect:
    """Redirect to the page from which a provider is connected, which shows the error."""
    return HttpResponseRedirect(f"{social_connections.PAGE}?{urlencode({'error': error})}")


def _refuse(error: str) -> NoReturn:
    raise ImmediateHttpResponse(back_to_sign_in(error))


def _refuse_connection(request: HttpRequest, error: str) -> NoReturn:
    social_connections.finish(request)
    raise ImmediateHttpResponse(back_to_security(error))


def _way(login: dict[str, Any]) -> str:
    """Return which provider a sign-in came by, from allauth's data."""
    social = (login.get("signal_kwargs") or {}).get("sociallogin")
    return social.account.provider if social else "link"


def _account_of(sociallogin: Any) -> User | None:
    """Return the account that an identity opens: its own, or that of an address that the provider has proven.

    It may be closed.
    """
    if sociallogin.is_existing:
        return cast("User", sociallogin.user)
    proven = [address.email for address in sociallogin.email_addresses if address.verified]
    return User.objects.with_email(*proven).first()


def _connect_own(request: HttpRequest, sociallogin: Any, name: str) -> None:
    """Connect an identity with the account that is signed in, if its owner has begun this.

    allauth would save the account as the request has read it, over what its owner has changed since.
    """
    if not social_connections.is_begun(request, provider=name, now=clock.now()):
        _refuse_connection(request, f"{name}_not_begun")
    if _account_of(sociallogin) not in {None, request.user}:
        _refuse_connection(request, f"{name}_connected_elsewhere")
    social_connections.finish(request)
    try:
        _connect_with_owner(request, sociallogin)
    except OwnerChanged:
        # Its session has ended, too, and cannot be saved.
        logout(request)
        raise ImmediateHttpResponse(back_to_security(f"{name}_not_begun")) from None


@transaction.atomic
def _connect_with_owner(request: HttpRequest, sociallogin: Any) -> None:
    user = cast("User", request.user)
    lock_owner(user)
    _save_connection(request, sociallogin, User.objects.get(pk=user.pk))


@transaction.atomic
def _connect(request: HttpRequest, sociallogin: Any, account_id: UUID, *, now: datetime) -> None:
    """Connect an identity with the account of its proven address, which opens it from now on."""
    locks.lock_account(account_id)
    user = User.objects.get(pk=account_id)
    if not user.is_active:
        _refuse("account_closed")
    first_proof.by_provider(user=user, now=now)
    _save_connection(request, sociallogin, user)


def _save_connection(request: HttpRequest, sociallogin: Any, user: User) -> None:
    """Connect an identity with an account, which was read under its lock: allauth saves all of it.

    A second request with the same identity finds it connected.
    """
    sociallogin.lookup()
    if not sociallogin.is_existing:
        sociallogin.connect(request, user)


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Hooks around a social sign-in."""

    def add_message(self, *args: Any, **kwargs: Any) -> None:
        """Leave no message: the web app shows its own."""

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        return back_to_sign_in("account_closed")

    def get_login_stages(self) -> list[str]:
        """Leave out allauth's own second step: it has pages of its own, and covers only this way in."""
        return [stage for stage in super().get_login_stages() if not stage.startswith("allauth.mfa.")]

    def pre_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse | None:
        """Ask for the second step where the account has one, as after a password."""
        refused: HttpResponse | None = super().pre_login(request, user, **kwargs)
        if refused is not None or not user.has_second_step:
            return refused
        client, way_back = with_device(client_of(request)), safe_page(kwargs.get("redirect_url") or "/")
        sign_in_steps.hold(request, user, way=_way(kwargs), now=clock.now())
        response = HttpResponseRedirect(f"{sign_in_steps.PAGE}?{urlencode({'next': way_back})}")
        set_device_cookie(response, client)
        return response

    def post_login(self, request: HttpRequest, user: User, **kwargs: Any) -> HttpResponse:
        """Remember the client, as after a password."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        client = with_device(client_of(request))
        now = clock.now()
        limits.remember_client(user_id=user.pk, client=client, now=now)
        sign_in_steps.note_way(request, _way(kwargs))
        note_proof(request, now=now)
        set_device_cookie(response, client)
        return response


class SocialAccountAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth is untyped
    """Decides who gets an account through a social sign-in."""

    def on_authentication_error(
        self, request: HttpRequest, provider: Any, error: Any = None, **kwargs: Any
    ) -> NoReturn:
        """Redirect when Google or Apple refused, or the person cancelled there."""
        name = getattr(provider, "id", str(provider))
        if social_connections.is_begun(request, provider=name, now=clock.now()):
            _refuse_connection(
                request, f"{name}_cancelled" if error == AuthError.CANCELLED else f"{name}_failed"
            )
        _refuse(f"{name}_cancelled" if error == AuthError.CANCELLED else f"{name}_failed")

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Connect a new identity whose address has an account; refuse one without a verified address.

        And a connection that its owner has not begun, or to an identity that opens another account.
        """
        name = sociallogin.account.provider
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            _connect_own(request, sociallogin, name)
            return
        if sociallogin.is_existing:
            return
        account = _account_of(sociallogin)
        if account is not None:
            _connect(request, sociallogin, account.pk, now=clock.now())
            return
        email = User.objects.normalize_email(sociallogin.user.email)
        if not email:
            _refuse(f"{name}_no_email")
        if is_taken(email=email, now=clock.now()):
            _refuse(f"{name}_email_taken")
        # allauth stores the address at the first sign-in and would take it for this account's for ever.
        EmailAddress.objects.filter(email=mailbox.compared(email)).delete()

    def get_connect_redirect_url(self, request: HttpRequest, socialaccount: Any) -> str:
        """Return to the page from which a provider is connected."""
        return social_connections.PAGE

    def send_notification_mail(self, template_prefix: str, user: User, *args: Any, **kwargs: Any) -> None:
        """Notify the owner of a connection, also of one by a proven address; allauth's own are not sent."""
        if template_prefix == "socialaccount/email/account_connected":
            name = kwargs["context"]["provider"].id
            social_connections.notify_connected(user=user, provider=name, now=clock.now())

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> User:
        """Create an account with its first notices for a new person."""
        user: User = sociallogin.user
        now = clock.now()
        user.date_joined = now
        user.email = User.objects.normalize_email(user.email)
        first_name = clean_line(user.first_name)
        user.first_name = (first_name if has_letter(first_name) else user.email.partition("@")[0])[:80]
        user.last_name = clean_line(user.last_name)[:80]
        user.language = get_language() or ""
        if any(address.verified for address in sociallogin.email_addresses):
            user.email_verified_at = now
        with transaction.atomic():
            super().save_user(request, sociallogin, form)
            notifications.welcome(user=user, now=now)
        return user
