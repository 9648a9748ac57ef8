"""Live events: what an open page is told the moment it happens.

An event is a row, written in the transaction of the change that it tells of, so it exists exactly
when the change does. The stream at ``/api/events`` reads the rows (``marketplace/events/stream.py``).
"""

import logging
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from marketplace.models import LiveEvent

if TYPE_CHECKING:
    import redis

CHANNEL = "suuber:live"
REDIS_SECONDS = 0.5

log = logging.getLogger(__name__)


def publish(*, account_ids: list[UUID], topic: str, data: dict[str, Any], now: datetime) -> None:
    """Tell the open pages of some accounts that something of theirs changed.

    ``topic`` is the event name of the stream: ``order``, ``message`` or ``notification``.
    Call it inside the transaction of the change.
    """
    publish_each([(account_id, data) for account_id in dict.fromkeys(account_ids)], topic=topic, now=now)


def publish_each(told: list[tuple[UUID, dict[str, Any]]], *, topic: str, now: datetime) -> None:
    """Tell the open pages of some accounts something of their own each, as :func:`publish` does."""
    LiveEvent.objects.bulk_create(
        [LiveEvent(account_id=account, topic=topic, data=data, created_at=now) for account, data in told]
    )
    if settings.REDIS_URL and not any(waiting is _wake for _, waiting, *_ in connection.run_on_commit):
        transaction.on_commit(_wake)


# Redis' package takes as long to import as half of Django: only who has a Redis pays for it.


@cache
def _redis() -> "redis.Redis":
    import redis  # noqa: PLC0415

    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=REDIS_SECONDS, socket_timeout=REDIS_SECONDS
    )


def _wake() -> None:
    """Tell the processes that hold streams to look now; the rows themselves are in the database."""
    import redis  # noqa: PLC0415

    try:
        _redis().publish(CHANNEL, b"")
    except redis.RedisError as error:
        log.warning("Redis did not wake the streams (%s); they find the event at their next look.", error)
