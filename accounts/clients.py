"""What a request says of its caller: account, session, address and device, and the proof of ownership."""

from datetime import datetime
from typing import cast
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from accounts import signed_in_devices
from accounts.limits import Client
from accounts.models import User
from accounts.reauthentication import Proof
from marketplace import clock
from marketplace.http.throttling import client_address

_SALT = "accounts.device"
_TWO_YEARS = 2 * 365 * 24 * 3600
# Session key: when Google, Apple, a mailed link, a passkey or a second factor proved the owner, in ISO 8601.
_SIGNED_IN_AT = "signed_in_elsewhere_at"


def account_of(request: Request) -> User:
    """Return the account that calls; a visitor where the view lets visitors in."""
    return cast("User", request.user)


def session_key_of(request: Request) -> str | None:
    """Return the key of the request's session; ``None`` without one."""
    return request._request.session.session_key


def client_of(request: Request | HttpRequest) -> Client:
    """Return the address and, if a device cookie of ours came along, the device."""
    device = request.get_signed_cookie(
        settings.DEVICE_COOKIE_NAME, default="", salt=_SALT, max_age=_TWO_YEARS
    )
    return Client(address=client_address(request), device=device or "")


def with_device(client: Client) -> Client:
    """Return the client with a device id, a new one if it had none."""
    return client if client.device else Client(address=client.address, device=uuid4().hex)


def set_device_cookie(response: HttpResponse, client: Client) -> None:
    """Set the device cookie: HttpOnly, and not sent by other sites."""
    response.set_signed_cookie(
        settings.DEVICE_COOKIE_NAME,
        client.device,
        salt=_SALT,
        max_age=_TWO_YEARS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def renew_session_cookie(response: HttpResponse, session_key: str) -> None:
    """Set the session's cookie anew, as Django has set it, so that the browser keeps it as long as we do."""
    response.set_cookie(
        settings.SESSION_COOKIE_NAME,
        session_key,
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def note_proof(request: HttpRequest, *, now: datetime) -> None:
    """Store in the session that its owner was proved now, other than by the password."""
    request.session[_SIGNED_IN_AT] = now.isoformat()


def proof_of(request: Request | HttpRequest, *, password: str) -> Proof:
    """Return the request's proof that its sender owns the account; ``password`` is the one in its body."""
    noted = request.session.get(_SIGNED_IN_AT)
    return Proof(
        client=client_of(request),
        password=password,
        signed_in_at=datetime.fromisoformat(noted) if noted else None,
    )


def note_session_use(request: HttpRequest, user: User, *, now: datetime) -> bool:
    """Record that the session is in use (:func:`signed_in_devices.note_use`)."""
    return signed_in_devices.note_use(
        user=user,
        session=request.session,
        agent=request.META.get("HTTP_USER_AGENT", ""),
        address=client_address(request),
        now=now,
    )


def record_device(request: HttpRequest, user: User) -> None:
    """Record the device of a session that is new, or has a new key."""
    signed_in_devices.note_sign_in(
        user=user,
        session=request.session,
        agent=request.META.get("HTTP_USER_AGENT", ""),
        address=client_address(request),
        now=clock.now(),
    )


def on_signed_in(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Receive Django's ``user_logged_in``, which every way to sign in sends."""
    record_device(request, user)
