"""Where an account is signed in: one row per session, deleted with it."""

import re
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import SignedInDevice, User
from marketplace.errors import NotFound
from marketplace.events.live import publish_session_ended
from marketplace.http.sessions import prolong, valid_sessions
from marketplace.http.throttling import UNKNOWN_ADDRESS

# More are not somebody's own devices: a program that signs in anew for every call leaves one each time.
MOST_DEVICES = 50
# How exact ``last_used_at`` is.
NOTED_EVERY = timedelta(hours=1)
# The first match wins: user agents also name the browsers that they descend from.
_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox|FxiOS", "Firefox"),
    ("Chrome|CriOS", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
    ("CrOS", "ChromeOS"), ("Macintosh|Mac OS X", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def _first_of(kinds: tuple[tuple[str, str], ...], agent: str) -> str:
    return next((name for pattern, name in kinds if re.search(pattern, agent)), "")


def device_words(agent: str) -> str:
    """Return a device in words, as in ``Firefox on Windows``; empty where it is not known."""
    words = [_first_of(_BROWSERS, agent), _first_of(_SYSTEMS, agent)]
    return " on ".join(word for word in words if word)


def network_of(address: str) -> str:
    """Return the beginning of a network address: enough to recognize one's own, and no more."""
    if address == UNKNOWN_ADDRESS:
        return ""
    separator = ":" if ":" in address else "."
    return separator.join(address.split(separator)[:2]) + f"{separator}…"


def note_sign_in(*, user: User, session: Any, agent: str, address: str, now: datetime) -> None:
    """Record that a session belongs to an account, and end the one longest unused of too many."""
    if session.session_key is None:
        session.save()
    SignedInDevice.objects.update_or_create(
        session_id=session.session_key,
        defaults={
            "user": user,
            "device": device_words(agent),
            "network": network_of(address),
            "signed_in_at": now,
            "last_used_at": now,
        },
    )
    others = SignedInDevice.objects.filter(user=user).exclude(session_id=session.session_key)
    last_used_first = others.order_by("-last_used_at", "-signed_in_at", "pk")
    too_many = list(last_used_first.values_list("session_id", flat=True)[MOST_DEVICES - 1 :])
    if too_many:
        Session.objects.filter(pk__in=too_many).delete()
        publish_session_ended(account_id=user.pk, now=now)


def note_use(*, user: User, session: Any, agent: str, address: str, now: datetime) -> bool:
    """Record that a session is in use, at most once an hour; return whether it was prolonged.

    One in use ends two weeks after it was last used. An operator's does so after it was opened: whoever has
    the back office open shows the second factor anew from time to time.
    """
    device = SignedInDevice.objects.filter(session_id=session.session_key)
    # Read first: most requests have nothing to write, and then take no lock.
    last_used_at = device.values_list("last_used_at", flat=True).first()
    if last_used_at is None:
        # Once the server has another key, Django moves each session to a new one: the row went with the old.
        if SESSION_KEY in session and session.exists(session.session_key):
            note_sign_in(user=user, session=session, agent=agent, address=address, now=now)
        return False
    if last_used_at > now - NOTED_EVERY:
        return False
    device.update(last_used_at=now)
    User.objects.filter(pk=user.pk).update(last_used_at=now)
    if not user.is_staff:
        prolong(session.session_key)
    return not user.is_staff


def devices_of(*, user: User) -> QuerySet[SignedInDevice]:
    """Return where an account is signed in, the last used first."""
    return SignedInDevice.objects.filter(user=user, session__in=valid_sessions()).order_by(
        "-last_used_at", "-signed_in_at"
    )


@transaction.atomic
def sign_out(*, user: User, device_id: UUID, now: datetime) -> None:
    """End one session of an account; 404 for another account's."""
    device = SignedInDevice.objects.filter(user=user, pk=device_id).first()
    if device is None:
        raise NotFound(_("This device is not signed in any more."))
    # The device row is deleted with its session.
    Session.objects.filter(pk=device.session_id).delete()
    publish_session_ended(account_id=user.pk, now=now)


def end_others(*, user: User, session_key: str | None) -> int:
    """End every session of an account but one; return how many. The caller notifies open pages."""
    others = SignedInDevice.objects.filter(user=user).exclude(session_id=session_key)
    keys = list(others.values_list("session_id", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    return len(keys)


@transaction.atomic
def sign_out_others(*, user: User, session_key: str | None, now: datetime) -> None:
    """End every session of an account but one, at its owner's request, and notify open pages."""
    if end_others(user=user, session_key=session_key):
        publish_session_ended(account_id=user.pk, now=now)
