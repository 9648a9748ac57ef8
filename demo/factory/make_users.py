"""Makes registered accounts with a confirmed address, and sessions for them."""

import re
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from importlib import import_module
from uuid import uuid4

from allauth.core.context import request_context
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser, Group
from django.http import HttpRequest
from django.middleware.csrf import get_token

from accounts import addresses, factors, notifications, second_factor, sign_in_steps
from accounts.clients import client_of, with_device
from accounts.models import User
from demo.factory.specs import UserSpec
from demo.people import PASSWORD, plain

EVERY_PERMISSION = "all"
# A code can be used once: set up with the previous one, and leave the present one to the test.
_CODE_BEFORE = timedelta(seconds=30)


@dataclass(frozen=True)
class App:
    """An authenticator app: its secret, and the recovery codes."""

    secret: str
    recovery_codes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Session:
    """What a signed-in browser has: its cookies by name, and the CSRF token."""

    cookies: dict[str, str]
    csrf_token: str


@cache
def _password() -> str:
    # One hash for all: hashing is slow by design, and the password is public anyway.
    return make_password(PASSWORD)


def make_user(spec: UserSpec, *, since: datetime) -> User:
    """Make an account with a new email address, without mails and without the limit on registering."""
    name = re.sub(r"[^a-z0-9]", "", plain(spec.first_name))[:20] or "somebody"
    user = User(
        email=f"{name}-{uuid4().hex}@example.com",
        password=_password(),
        first_name=spec.first_name,
        last_name=spec.last_name,
        phone=spec.phone,
        postal_code=spec.postal_code,
        language=spec.language,
        email_verified_at=since if spec.email_verified else None,
        date_joined=since,
        is_staff=bool(spec.operator),
        is_superuser=spec.operator == EVERY_PERMISSION,
    )
    user.save(force_insert=True)
    notifications.welcome(user=user, now=since, email=False)
    if spec.operator not in {"", EVERY_PERMISSION}:
        user.groups.add(Group.objects.get(name=spec.operator))
    for address in spec.addresses:
        addresses.add_address(
            user=user,
            label=address.label,
            street=address.street,
            city=address.city,
            postal_code=address.postal_code,
            is_default=False,
            now=since,
        )
    return user


def _browser(visit: HttpRequest) -> HttpRequest:
    """Return a request of a new browser without a session, from the caller's address."""
    request = HttpRequest()
    request.META = {name: visit.META.get(name, "") for name in ("REMOTE_ADDR", "HTTP_USER_AGENT")}
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    request.user = AnonymousUser()
    return request


def set_up_app(user: User, *, visit: HttpRequest, now: datetime) -> App:
    """Give an account an authenticator app, confirmed by the previous code."""
    with request_context(_browser(visit)):
        setup = factors.begin_app(user, now)
        code = factors.code_at(setup.secret, now - _CODE_BEFORE)
        return App(setup.secret, second_factor.turn_on_app(user=user, code=code, now=now))


def open_session(user: User, *, visit: HttpRequest, now: datetime) -> Session:
    """Sign an account in, with its second factor, if it has one."""
    request, app = _browser(visit), factors.app_of(user)
    sign_in_steps.open_session(
        request,
        user,
        client=with_device(client_of(request)),
        way="password",
        factor_id=None if app is None else app.id,
        now=now,
    )
    token = get_token(request)
    request.session.save()
    cookies = {
        settings.SESSION_COOKIE_NAME: request.session.session_key or "",
        settings.CSRF_COOKIE_NAME: request.META["CSRF_COOKIE"],
    }
    return Session(cookies, token)
