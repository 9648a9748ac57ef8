"""Sends one encrypted notification to the push service of a browser.

A host that failed is skipped for the rest of a run, so that messages to other services need not wait for its
timeout.
"""

import socket
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.conf import settings

from accounts.models import PushSubscription
from marketplace import clock
from marketplace.jobs.obstacles import Later, NotDone

if TYPE_CHECKING:
    import requests

# How long a push service holds a message for a device that is offline.
MESSAGE_LIFETIME = timedelta(days=1)
_SIGNED_FOR = timedelta(hours=12)
_SHORTEST_PAUSE, _LONGEST_PAUSE = timedelta(minutes=1), timedelta(hours=1)
_GONE, _TOO_MANY = (404, 410), 429


class Gone(Exception):
    """The subscription has ended: the browser gave up its endpoint, or nothing can have its address."""


class NotNow(Later):
    """The service cannot be reached, or answers 429; this costs no attempt."""

    def __init__(self, message: str, pause: timedelta = _SHORTEST_PAUSE) -> None:
        super().__init__(message)
        self.pause = pause


@dataclass
class _Run:
    session: "requests.Session"
    silent: set[str] = field(default_factory=set)


_run: ContextVar[_Run | None] = ContextVar("push_run", default=None)


@cache
def public_key_of(private_key: str) -> str:
    """Return the public half of a key, in base64url, as browsers want it; empty without a key."""
    if not private_key:
        return ""
    # Imported late: 8 MB that most processes never need.
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # noqa: PLC0415

    number = int.from_bytes(urlsafe_b64decode(f"{private_key}="))
    public = ec.derive_private_key(number, ec.SECP256R1()).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


@contextmanager
def one_run() -> Iterator[None]:
    """Send all pushes of the block over the same connections."""
    import requests  # noqa: PLC0415 - web processes send nothing

    class Direct(requests.Session):
        """A session that follows no redirects."""

        def get_redirect_target(self, resp: requests.Response) -> str | None:
            return None

    with Direct() as session:
        token = _run.set(_Run(session))
        try:
            yield
        finally:
            _run.reset(token)


def send(subscription: PushSubscription, content: str, *, is_urgent: bool, topic: str) -> None:
    """Send ``content``; it replaces an undelivered message of the same ``topic``.

    Raises :class:`Gone`, :class:`NotNow`, and :class:`NotDone` where it was refused.
    """
    run = _run.get()
    if run is None:
        with one_run():
            send(subscription, content, is_urgent=is_urgent, topic=topic)
        return
    host = urlsplit(subscription.endpoint).netloc
    if host in run.silent:
        raise NotNow(f"{host} does not answer.")
    headers = {"Urgency": "high" if is_urgent else "normal", "Topic": topic}
    _judge(_send(run, subscription, content, headers), host)


def _send(run: _Run, subscription: PushSubscription, content: str, headers: dict[str, str]) -> Any:
    # Imported late: only sending needs them.
    import requests  # noqa: PLC0415
    from py_vapid import Vapid02  # noqa: PLC0415
    from pywebpush import WebPusher  # noqa: PLC0415
    from urllib3.exceptions import LocationValueError  # noqa: PLC0415

    parts = urlsplit(subscription.endpoint)
    claims = {
        "sub": settings.VAPID_SUBJECT,
        "aud": f"{parts.scheme}://{parts.netloc}",
        # By the real clock, as the push service checks it; more than a day ahead is refused.
        "exp": int(time.time() + _SIGNED_FOR.total_seconds()),  # noqa: TID251
    }
    signed = Vapid02.from_string(settings.VAPID_PRIVATE_KEY).sign(claims)
    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys}, requests_session=run.session)
    within = clock.seconds_to_wait()
    patience = settings.PUSH_TIMEOUT_SECONDS if within is None else min(settings.PUSH_TIMEOUT_SECONDS, within)
    try:
        return pusher.send(
            content, headers | signed, ttl=int(MESSAGE_LIFETIME.total_seconds()), timeout=max(patience, 0.01)
        )
    except (requests.exceptions.InvalidURL, LocationValueError) as error:
        raise Gone from error
    except requests.RequestException as error:
        run.silent.add(parts.netloc)
        if _has_no_such_host(error):
            raise NotDone(f"There is no host {parts.netloc}.") from error
        raise NotNow(f"{parts.netloc} cannot be reached: {type(error).__name__}") from error


def _has_no_such_host(error: BaseException | None) -> bool:
    """Return whether the name is known not to exist; one that could not be looked up just now may exist."""
    while error is not None:
        if isinstance(error, socket.gaierror):
            return error.errno == socket.EAI_NONAME
        error = error.__cause__ or error.__context__
    return False


def _judge(response: Any, host: str) -> None:
    status = response.status_code
    if status in _GONE:
        raise Gone
    if status == _TOO_MANY:
        raise NotNow(f"{host} wants to be left alone.", _pause(response.headers.get("Retry-After", "")))
    if not 200 <= status < 300:
        raise NotDone(f"{host} answered {status}.")


def _pause(retry_after: str) -> timedelta:
    asked = timedelta(seconds=int(retry_after[:9])) if retry_after.isdecimal() else _SHORTEST_PAUSE
    return min(max(asked, _SHORTEST_PAUSE), _LONGEST_PAUSE)
