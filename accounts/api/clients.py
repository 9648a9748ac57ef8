"""Where a call comes from, for the limits on signing in."""

from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from accounts.limits import Client
from marketplace.http.throttling import client_address

_SALT = "accounts.device"
_TWO_YEARS = 2 * 365 * 24 * 3600


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
