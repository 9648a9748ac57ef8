"""Where a call comes from, for the limits on signing in, and what its session shows of its owner."""

from datetime import datetime
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
# Of a session that was opened through Google or Apple: when, in ISO 8601.
_SIGNED_IN_AT = "signed_in_elsewhere_at"


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
    """Let the browser keep its device id: no script reads it, no other site sends it."""
    response.set_signed_cookie(
        settings.DEVICE_COOKIE_NAME,
        client.device,
        salt=_SALT,
        max_age=_TWO_YEARS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def note_sign_in(request: HttpRequest, *, now: datetime) -> None:
    """Keep with the session when it was opened through Google or Apple."""
    request.session[_SIGNED_IN_AT] = now.isoformat()


def proof_of(request: Request, *, password: str) -> Proof:
    """Return what a call shows of its account's owner; ``password`` is the one that came with it."""
    noted = request._request.session.get(_SIGNED_IN_AT)
    return Proof(
        client=client_of(request),
        password=password,
        signed_in_at=datetime.fromisoformat(noted) if noted else None,
    )


def keep_device(sender: object, request: HttpRequest, user: User, **_: object) -> None:
    """Note the session that has been opened, whichever way in was taken: Django calls this at each."""
    signed_in_devices.note_sign_in(
        user=user,
        session=request.session,
        agent=request.META.get("HTTP_USER_AGENT", ""),
        address=client_address(request),
        now=clock.now(),
    )
