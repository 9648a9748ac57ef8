"""Live events: changes that open pages are told at once.

An event is a row, written in the transaction of its change, so it exists exactly when the change does.
The stream at ``/api/events`` reads the rows (``marketplace/events/stream.py``).
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db.models.functions import JSONObject

from marketplace.db.after_commit import once_after_commit
from marketplace.events.models import LiveEvent

if TYPE_CHECKING:
    import redis

CHANNEL = "suuber:live"
# On this event a page reloads the session.
SESSION = "session"
REDIS_SECONDS = 0.5

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Event:
    """One event for one account's open pages.

    ``topic`` is the event name of the stream: ``order``, ``message``, ``position``, ``notification`` or
    ``session``.
    ``data`` may be an expression that the database evaluates to JSON when it writes the row.
    """

    account_id: UUID
    topic: str
    data: dict[str, Any] | JSONObject


def publish(*, account_ids: list[UUID], topic: str, data: dict[str, Any], now: datetime) -> None:
    """Send an event to the open pages of some accounts.

    Call it inside the transaction of the change.
    """
    publish_all([Event(account_id, topic, data) for account_id in dict.fromkeys(account_ids)], now=now)


def publish_session_ended(*, account_id: UUID, now: datetime) -> None:
    """Make an account's open pages reload the session, because one of its sessions has ended.

    If the caller's own session continues, call this after it got its new key.
    """
    publish(account_ids=[account_id], topic=SESSION, data={}, now=now)


def publish_all(events: Sequence[Event], *, now: datetime) -> None:
    """Write events in one statement, in their order, as :func:`publish` does."""
    LiveEvent.objects.bulk_create(
        LiveEvent(account_id=event.account_id, topic=event.topic, data=event.data, created_at=now)
        for event in events
    )
    if settings.REDIS_URL:
        once_after_commit(_wake)


# Redis' package takes as long to import as half of Django, so it is imported only with a Redis configured.


@cache
def _redis() -> "redis.Redis":
    import redis  # noqa: PLC0415

    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS
    )


def _wake() -> None:
    """Wake the processes that hold streams; the rows themselves are in the database."""
    import redis  # noqa: PLC0415

    try:
        _redis().publish(CHANNEL, b"")
    except redis.RedisError as error:
        log.warning("Redis did not wake the streams (%s); they find the event at their next look.", error)
