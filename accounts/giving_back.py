"""What ends when an account comes back to its mailbox's owner: all that somebody else has set up in it."""

from datetime import datetime
from typing import Protocol
from uuid import UUID

from accounts import second_factor, signed_in_devices, social_connections
from accounts.models import User
from marketplace.events.live import publish_session_ended


class Listener(Protocol):
    """A callback for an account that is given back, called in the transaction of the change."""

    def __call__(self, *, user_id: UUID, since: datetime, now: datetime) -> object:
        """Undo what was set up from ``since`` on."""


# Callbacks for what this module must not know; registered in ``AppConfig.ready()``.
_listeners: list[Listener] = []


def when_given_back(act: Listener) -> None:
    """Register a callback."""
    _listeners.append(act)


def give_back(*, user: User, since: datetime | None, now: datetime) -> None:
    """Undo what somebody else may have set up from ``since`` on (``None``: ever), and end every session.

    The caller has changed the password in the same transaction, which keeps out who works on the account at
    the same time (:func:`accounts.reauthentication.lock_owner`).
    """
    if since is None:
        social_connections.remove_all(user=user)
    else:
        social_connections.remove_since(user=user, since=since)
    since = since or user.date_joined
    second_factor.remove_since(user=user, since=since)
    for act in _listeners:
        act(user_id=user.pk, since=since, now=now)
    signed_in_devices.end_others(user=user, session_key=None)
    publish_session_ended(account_id=user.pk, now=now)
