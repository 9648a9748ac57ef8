"""The outbox: work that must follow a change exactly when the change is committed.

:func:`enqueue` is called inside the transaction of the change. Handlers are registered by the apps
in ``AppConfig.ready()`` and must tolerate being called twice with the same payload. :func:`relay` carries
the messages out: at least once, outside any transaction (:mod:`marketplace.jobs.due`). Topics
that depend on the same service share a queue, which has its own task and workers.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache, partial
from typing import Any

from celery import current_app
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from marketplace.db.after_commit import once_after_commit
from marketplace.errors import DomainError, explain
from marketplace.jobs import due
from marketplace.jobs.models import OutboxMessage

Handler = Callable[[dict[str, Any], datetime], None]


class Queue(StrEnum):
    """The service that messages depend on; the value is the name of the task that relays them."""

    DEFAULT = "marketplace.relay_outbox"
    # Copies of people's data, which take minutes where there is much of it.
    EXPORTS = "marketplace.relay_exports"
    # Links that end within minutes, ahead of every other email.
    LINKS = "marketplace.relay_links"
    MAIL = "marketplace.relay_mail"
    # What goes to very many at once gives way to what one person waits for.
    BULK = "marketplace.relay_bulk"
    STRIPE = "marketplace.relay_stripe"
    PUSH = "marketplace.relay_push"
    BULK_PUSH = "marketplace.relay_bulk_push"


# Retries after 10 s, 40 s, 160 s and 11 minutes: five attempts.
POLICY = due.Policy()
# What goes to very many is sent for a moment, so that the next run begins with what somebody waits for.
_BRIEFLY = due.Policy(run_for=timedelta(seconds=10))
_POLICIES = {
    Queue.EXPORTS: due.Policy(lease=timedelta(minutes=20), within=timedelta(minutes=9), batch=1),
    Queue.BULK: _BRIEFLY,
    Queue.BULK_PUSH: _BRIEFLY,
}

explain(
    needed_at_stripe="What a message does at Stripe has to be done: it cannot be set aside (409).",
    still_needed="Somebody waits for what a message makes: it cannot be set aside (409).",
)

log = logging.getLogger(__name__)
_handlers: dict[str, Handler] = {}
_queues: dict[str, Queue] = {}
_given_up: dict[str, Handler] = {}
_needed: set[str] = set()
_around: dict[Queue, Callable[[], AbstractContextManager[object]]] = {}


def register(
    topic: str,
    handler: Handler,
    *,
    queue: Queue = Queue.DEFAULT,
    is_needed: bool = False,
    when_given_up: Handler | None = None,
) -> None:
    """Register the handler for messages of a topic, and their queue.

    ``is_needed`` says that somebody waits for what a message makes: it cannot be set aside. ``when_given_up``
    is called before a message is marked as failed, until it succeeds, and again if its retries fail, too.
    """
    _handlers[topic], _queues[topic] = handler, queue
    if when_given_up is not None:
        _given_up[topic] = when_given_up
    if is_needed:
        _needed.add(topic)


def register_context(queue: Queue, around: Callable[[], AbstractContextManager[object]]) -> None:
    """Register a context for relaying a queue, such as one connection to the mail server."""
    _around[queue] = around


def topics() -> list[str]:
    """Return the topics that have a handler."""
    return sorted(_handlers)


def topics_of(*queues: Queue) -> list[str]:
    """Return the registered topics of some queues."""
    return [topic for topic, its in _queues.items() if its in queues]


def handler_for(topic: str) -> Handler:
    """Return the handler of a topic; ``KeyError`` if none."""
    return _handlers[topic]


def _queue_of(topic: str) -> Queue:
    return _queues.get(topic, Queue.DEFAULT)


def enqueue(*, topic: str, payload: dict[str, Any], now: datetime, due_at: datetime | None = None) -> None:
    """Write a message in the current transaction, due at once by default."""
    OutboxMessage.objects.create(topic=topic, payload=payload, created_at=now, due_at=due_at or now)
    if due_at is None or due_at <= now:
        wake(_queue_of(topic))


def enqueue_many(
    *, topic: str, payloads: list[dict[str, Any]], now: datetime, due_at: Sequence[datetime] = ()
) -> None:
    """Write many messages of a topic in one statement: due at once, or each at its own instant."""
    instants = due_at or [now] * len(payloads)
    OutboxMessage.objects.bulk_create(
        OutboxMessage(topic=topic, payload=payload, created_at=now, due_at=instant)
        for payload, instant in zip(payloads, instants, strict=True)
    )
    if any(instant <= now for instant in instants):
        wake(_queue_of(topic))


# --- Waking ---------------------------------------------------------------------------------------------


_holding: ContextVar[set[str] | None] = ContextVar("holding", default=None)


@contextmanager
def coalesce_wakeups() -> Iterator[None]:
    """Wake each task once at the end of a sweep instead of after each of its transactions.

    If the process dies in between, beat's next sweep finds the rows.
    """
    wanted: set[str] = set()
    token = _holding.set(wanted)
    try:
        yield
    finally:
        _holding.reset(token)
        for task in wanted:
            wake(task)


def wake(task: str) -> None:
    """Start a task once the current transaction is committed, once however often this is called in it."""
    once_after_commit(_sending(task))


@cache
def _sending(task: str) -> Callable[[], None]:
    return partial(_send, task)


def _send(task: str) -> None:
    """Send a task; if the broker is down, beat's next sweep does the work."""
    holding = _holding.get()
    if holding is not None:
        holding.add(task)
        return
    # As beat's own: one that waited for longer than its period expires in favour of beat's next.
    options = current_app.conf.beat_schedule[task]["options"]
    try:
        current_app.send_task(task, retry=False, **options)
    except Exception as error:  # noqa: BLE001 - any error of the broker: the change is committed
        log.warning("%s could not be started (%s); beat's next sweep does it.", task, error)


# --- Relaying -------------------------------------------------------------------------------------------


def _waiting(queue: Queue) -> QuerySet[OutboxMessage]:
    """Return a queue's messages that are not done; messages of unknown topics are in the default queue."""
    waiting = OutboxMessage.objects.filter(done_at=None)
    if queue is Queue.DEFAULT:
        return waiting.exclude(topic__in=[topic for topic, its in _queues.items() if its is not queue])
    return waiting.filter(topic__in=topics_of(queue))


def waiting_since(*, queue: Queue, now: datetime) -> datetime | None:
    """Return since when the oldest due message of a queue waits; ``None`` if none does."""
    return due.waiting_since(_waiting(queue), written="created_at", now=now)


def policy_of(queue: Queue) -> due.Policy:
    """Return how the messages of a queue are carried out."""
    return _POLICIES.get(queue, POLICY)


def is_relaying(*, queue: Queue, now: datetime) -> bool:
    """Return whether a message of a queue is being carried out, or was when its worker died just now."""
    return _waiting(queue).filter(leased_until__gt=now).exists()


def relay(*, now: datetime, queue: Queue | None = None, limit: int = 500) -> due.RunResult:
    """Carry out the due messages of a queue (by default of all, one after the other), ``limit`` of each.

    After a failure a message waits 10 s, then four times as long each time; after five attempts it
    is marked as failed for an operator. A failure delays no other message.
    """
    did = due.RunResult()
    for chosen in [queue] if queue else Queue:
        with _around.get(chosen, nullcontext)():
            did += due.process_due(
                _waiting(chosen),
                act=_carry_out,
                finish=_finish,
                policy=policy_of(chosen),
                now=now,
                limit=limit,
                when_failed=_give_up,
            )
    return did


def _carry_out(message: OutboxMessage, now: datetime) -> None:
    handler_for(message.topic)(message.payload, now)


def _give_up(message: OutboxMessage, now: datetime) -> None:
    if message.topic in _given_up:
        _given_up[message.topic](message.payload, now)


def _finish(message: OutboxMessage, now: datetime) -> None:
    due.held(message).update(done_at=now, leased_until=None, last_error="")


# --- Giving up --------------------------------------------------------------------------------------------


def check_set_aside(message: OutboxMessage) -> None:
    """Raise unless an operator may set a message aside: it has failed for good, and nothing waits for it.

    :class:`~marketplace.jobs.due.JobNotFailed`, or 409 ``needed_at_stripe``: a card that was removed and a
    person who was erased must not stay known there; or ``still_needed``, as its topic was registered.
    """
    due.check_set_aside(message)
    if _queue_of(message.topic) is Queue.STRIPE:
        raise DomainError(
            _("This has to be done at Stripe. Please try it again instead."), code="needed_at_stripe"
        )
    if message.topic in _needed:
        raise DomainError(_("Somebody waits for this. Please try it again instead."), code="still_needed")


def set_aside(message: OutboxMessage, *, now: datetime) -> None:
    """End a failed message that can never be carried out; its error stays until the message is pruned.

    Raises what :func:`check_set_aside` raises.
    """
    check_set_aside(message)
    due.set_aside(message, done_field="done_at", now=now)
