"""The outbox: work that must follow a change exactly when the change is committed.

:func:`enqueue` is called inside the transaction of the change. Handlers are registered by the apps
in ``AppConfig.ready()`` and must bear being called twice with the same payload.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from marketplace.models import OutboxMessage

Handler = Callable[[dict[str, Any], datetime], None]

_handlers: dict[str, Handler] = {}


def register(topic: str, handler: Handler) -> None:
    """Name the function that carries out messages of a topic."""
    _handlers[topic] = handler


def handler_for(topic: str) -> Handler:
    """Return the function that carries out messages of a topic; ``KeyError`` if none."""
    return _handlers[topic]


def enqueue(*, topic: str, payload: dict[str, Any], now: datetime, due_at: datetime | None = None) -> None:
    """Write a message in the present transaction, due at once unless said otherwise."""
    OutboxMessage.objects.create(topic=topic, payload=payload, created_at=now, due_at=due_at or now)
