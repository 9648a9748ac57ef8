"""The outbox: work that must follow a change exactly when the change is committed.

:func:`enqueue` is called inside the transaction of the change. Handlers are registered by the apps
in ``AppConfig.ready()`` and must bear being called twice with the same payload. :func:`relay` hands
the messages on: at least once, outside any transaction, each under a lease, so that two relays at
once share the work and one that dies leaves nothing behind but a later due time.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

from celery import current_app
from django.db import connection, transaction
from django.db.models import F

from marketplace.models import OutboxMessage

Handler = Callable[[dict[str, Any], datetime], None]

MAX_ATTEMPTS = 5
# A relay that has died lets go of its messages after this long.
LEASE = timedelta(minutes=3)
BATCH = 20
FIRST_PAUSE = timedelta(seconds=10)
PAUSE_FACTOR = 4

log = logging.getLogger(__name__)
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
    if due_at is None or due_at <= now:
        _relay_after_commit()


_holding: ContextVar[list[bool] | None] = ContextVar("holding", default=None)


@contextmanager
def waking_once() -> Iterator[None]:
    """Wake the relay once at the end of a sweep instead of after each of its transactions.

    If the process dies in between, beat's next sweep finds the messages.
    """
    wanted: list[bool] = []
    token = _holding.set(wanted)
    try:
        yield
    finally:
        _holding.reset(token)
        if wanted:
            _relay_after_commit()


def enqueue_many(*, topic: str, payloads: list[dict[str, Any]], now: datetime) -> None:
    """Write many messages of a topic, due at once, in one statement."""
    OutboxMessage.objects.bulk_create(
        OutboxMessage(topic=topic, payload=payload, created_at=now, due_at=now) for payload in payloads
    )
    _relay_after_commit()


def _relay_after_commit() -> None:
    """Wake the relay once for each transaction, however many messages it wrote."""
    waiting = connection.run_on_commit
    if not any(function is _wake_relay for _, function, *_ in waiting):
        transaction.on_commit(_wake_relay)


def _wake_relay() -> None:
    """Send the relay's task; a broker that is down costs only the wait until beat's next sweep."""
    holding = _holding.get()
    if holding is not None:
        holding.append(True)
        return
    try:
        current_app.send_task("marketplace.relay_outbox", retry=False)
    except Exception as error:  # noqa: BLE001 - whatever the broker raises, the change is committed
        log.warning("The relay could not be woken (%s); the next sweep finds the message.", error)


@dataclass(frozen=True)
class Relayed:
    """What one run of the relay did."""

    done: int = 0
    failed: int = 0
    parked: int = 0


def _due(now: datetime) -> Any:
    return OutboxMessage.objects.filter(done_at=None, parked_at=None, due_at__lte=now)


def claim(*, now: datetime, limit: int = BATCH) -> list[OutboxMessage]:
    """Take some due messages for the length of a lease; nobody else gets them meanwhile.

    Taking counts as an attempt, so a message that kills its relay is parked in the end as well.
    """
    if not _due(now).exists():
        return []
    lease_ends = now + LEASE
    with transaction.atomic():
        due = _due(now).order_by("due_at", "id")
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        taken = list(due[:limit])
        # On SQLite the transaction itself excludes every other writer.
        OutboxMessage.objects.filter(pk__in=[message.pk for message in taken]).update(
            due_at=lease_ends, attempts=F("attempts") + 1
        )
    for message in taken:
        message.due_at = lease_ends
        message.attempts += 1
    return taken


def _still_held(message: OutboxMessage) -> Any:
    """Return the row, unless the lease ran out and another relay has taken it."""
    return OutboxMessage.objects.filter(
        pk=message.pk, attempts=message.attempts, done_at=None, parked_at=None
    )


def _carry_out(message: OutboxMessage, now: datetime) -> str:
    try:
        handler_for(message.topic)(message.payload, now)
    except Exception as error:
        parked = message.attempts >= MAX_ATTEMPTS
        log.exception(
            "Outbox message %s (%s) failed, attempt %s", message.pk, message.topic, message.attempts
        )
        _still_held(message).update(
            last_error=f"{type(error).__name__}: {error}"[:2000],
            due_at=now + FIRST_PAUSE * PAUSE_FACTOR ** (message.attempts - 1),
            parked_at=now if parked else None,
        )
        return "parked" if parked else "failed"
    _still_held(message).update(done_at=now, last_error="")
    return "done"


def relay(*, now: datetime, limit: int = 500) -> Relayed:
    """Carry out due messages, at most ``limit``; a failure of one holds up no other.

    After a failure a message waits 10 s, then four times as long each time; after five attempts it
    is parked for an operator.
    """
    counts = {"done": 0, "failed": 0, "parked": 0}
    while sum(counts.values()) < limit:
        messages = claim(now=now)
        if not messages:
            break
        claimed_at = monotonic()
        for message in messages:
            # Slow handlers must not outlive the lease: what is left is given back.
            if monotonic() - claimed_at > LEASE.total_seconds() / 2:
                _still_held(message).update(attempts=F("attempts") - 1, due_at=now)
                continue
            counts[_carry_out(message, now)] += 1
    return Relayed(**counts)


def try_again(*, message_id: int, now: datetime) -> bool:
    """Give a parked message five new attempts; false if it is not parked."""
    changed = OutboxMessage.objects.filter(pk=message_id, parked_at__isnull=False, done_at=None).update(
        parked_at=None, attempts=0, due_at=now
    )
    if changed:
        _relay_after_commit()
    return bool(changed)
