"""Which devices show an account's notifications: one row per session that subscribed.

A device belongs to the account that is signed in on it. The row is deleted with its session, however that
ends, and when the push service reports that it is gone.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import locks
from accounts.models import PushSubscription, SignedInDevice
from marketplace.errors import Invalid

# More are not somebody's own devices; each costs an encrypted call for every notice.
MOST_DEVICES = 20
# A URL that is read one way by everybody: no space and no control character, which parsers leave out.
_URL = re.compile(r"[!-~]+")
_LABEL = r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_HOST = re.compile(rf"{_LABEL}(\.{_LABEL})*")


@dataclass(frozen=True)
class Address:
    """A browser's push endpoint, and the keys by which it alone decrypts what is sent."""

    endpoint: str
    p256dh: str
    auth: str


def is_push_service(endpoint: str) -> bool:
    """Return whether an endpoint belongs to a known push service: nothing is sent anywhere else."""
    if not _URL.fullmatch(endpoint):
        return False
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # malformed brackets or port
        return False
    if parts.username is not None or parts.password is not None or "\\" in endpoint:
        return False
    # A local stand-in is configured as origin with port; production configures host names only.
    if f"{parts.scheme}://{parts.netloc}" in settings.PUSH_SERVICES:
        return True
    return parts.scheme == "https" and port in (None, 443) and _is_known(host)


def _is_known(host: str) -> bool:
    # Beneath a service anybody can write a name that nobody can have.
    if not _HOST.fullmatch(host):
        return False
    for service in settings.PUSH_SERVICES:
        beneath = service.removeprefix("*")
        if host == service or (beneath != service and host.endswith(beneath)):
            return True
    return False


@transaction.atomic
def subscribe(*, device: SignedInDevice, address: Address, now: datetime) -> None:
    """Show the notifications of a session's account on its device; idempotent.

    A browser has one endpoint: it shows the notifications of the account that subscribed last. An account has
    ``MOST_DEVICES`` at most: the one that subscribed first makes room.
    Raises :class:`marketplace.errors.Invalid` for an endpoint of an unknown push service.
    """
    if not is_push_service(address.endpoint):
        message = _("The push service of this browser is not known to us.")
        raise Invalid(message, fields={"endpoint": [message]})
    # Serializes parallel requests of the same session, and of others of the account.
    locks.lock_account(device.user_id)
    SignedInDevice.objects.select_for_update(no_key=True).get(pk=device.pk)
    others = PushSubscription.objects.filter(Q(endpoint=address.endpoint) ^ Q(device=device))
    others.delete()
    PushSubscription.objects.update_or_create(
        endpoint=address.endpoint,
        defaults={"device": device, "p256dh": address.p256dh, "auth": address.auth},
        create_defaults={
            "device": device,
            "p256dh": address.p256dh,
            "auth": address.auth,
            "created_at": now,
        },
    )
    _drop_oldest(device)


def _drop_oldest(device: SignedInDevice) -> None:
    others = PushSubscription.objects.filter(device__user=device.user_id).exclude(device=device)
    newest_first = others.order_by("-created_at", "-pk").values_list("pk", flat=True)
    too_many = list(newest_first[MOST_DEVICES - 1 :])
    if too_many:
        PushSubscription.objects.filter(pk__in=too_many).delete()


def unsubscribe(*, session_key: str | None) -> None:
    """Show no more notifications on the device of a session; idempotent."""
    PushSubscription.objects.filter(device__session_id=session_key).delete()


def is_subscribed(*, session_key: str | None) -> bool:
    """Return whether the device of a session shows notifications."""
    return PushSubscription.objects.filter(device__session_id=session_key).exists()


@contextmanager
def carried_over(session: SessionBase) -> Iterator[None]:
    """Move the subscription along when its session gets another key, as with a new password."""
    subscriptions = list(PushSubscription.objects.filter(device__session_id=session.session_key))
    yield
    device = SignedInDevice.objects.filter(session_id=session.session_key).first()
    if device is None:
        return
    for one in subscriptions:
        one.device = device
        one.save(force_insert=True)
