"""Live events: what an open page is told the moment it happens.

An event is a row, written in the transaction of the change that it tells of, so it exists exactly
when the change does. The stream at ``/api/events`` reads the rows (``marketplace/streaming.py``).
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from marketplace.models import LiveEvent


def publish(*, account_ids: list[UUID], topic: str, data: dict[str, Any], now: datetime) -> None:
    """Tell the open pages of some accounts that something of theirs changed.

    ``topic`` is the event name of the stream: ``order``, ``message`` or ``notification``.
    Call it inside the transaction of the change.
    """
    LiveEvent.objects.bulk_create(
        [
            LiveEvent(account_id=account_id, topic=topic, data=data, created_at=now)
            for account_id in dict.fromkeys(account_ids)
        ]
    )
