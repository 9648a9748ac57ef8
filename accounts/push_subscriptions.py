"""Which devices show an account's notifications: one row for each session that was asked and said yes.

A device belongs to the account that is signed in on it. The row goes with its session, however that ends,
and when the push service says that it is gone.
"""

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

from accounts.models import PushSubscription, SignedInDevice
from marketplace.errors import Invalid


@dataclass(frozen=True)
class Address:
    """Where a browser lets us send, and the keys by which it alone reads what comes."""

    endpoint: str
    p256dh: str
    auth: str


def is_push_service(endpoint: str) -> bool:
    """Tell whether an address is one of a push service that is known: nothing is sent anywhere else."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:  # brackets or a port that are none
        return False
    if parts.username is not None or parts.password is not None or "\\" in endpoint:
        return False
    # A stand-in on this machine is named with its port; production knows none.
    if f"{parts.scheme}://{parts.netloc}" in settings.PUSH_SERVICES:
        return True
    return parts.scheme == "https" and port in (None, 443) and _is_known(host)


def _is_known(host: str) -> bool:
    for service in settings.PUSH_SERVICES:
        beneath = service.removeprefix("*")
        if host == service or (beneath != service and host.endswith(beneath)):
            return True
    return False


@transaction.atomic
def subscribe(*, device: SignedInDevice, address: Address, now: datetime) -> None:
    """Show the notifications of a session's account on its device; safe twice.

    A browser has one address: who subscribes on it last is whose notifications it shows.
    Raises :class:`marketplace.errors.Invalid` for an address that is no known push service's.
    """
    if not is_push_service(address.endpoint):
        message = _("The push service of this browser is not known to us.")
        raise Invalid(message, fields={"endpoint": [message]})
    # Whoever comes at the same moment from another window waits here.
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


def unsubscribe(*, session_key: str | None) -> None:
    """Show nothing more on the device of a session; safe twice."""
    PushSubscription.objects.filter(device__session_id=session_key).delete()


def is_subscribed(*, session_key: str | None) -> bool:
    """Tell whether the device of a session shows notifications."""
    return PushSubscription.objects.filter(device__session_id=session_key).exists()


@contextmanager
def carried_over(session: SessionBase) -> Iterator[None]:
    """Keep what the device shows while its session goes on under another key, as with a new password."""
    subscriptions = list(PushSubscription.objects.filter(device__session_id=session.session_key))
    yield
    device = SignedInDevice.objects.filter(session_id=session.session_key).first()
    if device is None:
        return
    for one in subscriptions:
        one.device = device
        one.save(force_insert=True)
