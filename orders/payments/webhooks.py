"""Stripe's webhooks: verified, stored once, acknowledged, and processed afterwards.

An event is only a hint: :func:`process_due_events`, which is woken after the commit, fetches the object from
Stripe. So order, repetition and age of events do not matter. An event about an intent that is not known (yet)
is retried, and fails for good in the end.

:class:`orders.apps.OrdersConfig` registers who handles the events of payouts, which know of payments.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import stripe
from django.conf import settings
from django.db import IntegrityError, transaction

from marketplace.errors import Invalid
from marketplace.jobs import due, obstacles, outbox, pruning
from orders.models import StripeEvent
from orders.payments import disputes, gateway, saved_cards
from orders.payments.refunds import sync_refunds
from orders.payments.settle import settle

TASK = "orders.process_stripe_events"
MAX_BYTES = 256 * 1024
TOLERANCE_SECONDS = 300
# Our own intents become known within seconds; the retries span five hours.
POLICY = due.Policy(max_attempts=12, pause_factor=2)
_LONGEST = 80
_ABOUT_MONEY = ("payment_intent.", "charge.", "refund.")
_CARD_SAVED = "setup_intent.succeeded"
_NAMED_BY_ITSELF = {"payment_intent", "setup_intent", "account", "transfer"}
_ABOUT_REFUNDS = ("refund.", "charge.refund")
_ABOUT_DISPUTES = "charge.dispute."

# Gets the id of an event's object and the present instant, fetches the object from Stripe and applies it;
# returns ``False`` if it is not ours (yet).
Handler = Callable[[str, datetime], bool]
_handlers: dict[str, Handler] = {}


def register(event_type: str, handler: Handler) -> None:
    """Have the events of a type handled by ``handler`` from now on."""
    _handlers[event_type] = handler


class Forged(Invalid):
    """The call does not come from Stripe, or not from the account and mode that we use (400)."""

    code = "invalid_signature"


@dataclass(frozen=True)
class Notice:
    """The stored facts of an event; ``intent_id`` is the id of its object, mostly an intent."""

    event_id: str
    type: str
    intent_id: str


def read(*, body: bytes, signature: str | None) -> Notice:
    """Return what a webhook says, or raise :class:`Forged`; nothing is stored.

    The signature covers the raw bytes and its time; five minutes either way are tolerated. Its time is
    compared with the machine's clock, because Stripe's is not moved with ours.
    """
    if not settings.STRIPE_WEBHOOK_SECRET:
        raise gateway.NotConfigured
    try:
        _verify(body, signature)
        event = json.loads(body)
    except (stripe.SignatureVerificationError, ValueError, RecursionError) as error:
        raise Forged("The signature of this event is missing or wrong.") from error
    if _signed_at(signature or "") > time.time() + TOLERANCE_SECONDS:  # noqa: TID251
        raise Forged("The signature of this event lies in the future.")
    return _notice(event)


def _verify(body: bytes, signature: str | None) -> None:
    """Raise unless it is signed with the secret of one of our two endpoints: own or connected accounts."""
    stripes = stripe.WebhookSignature
    try:
        stripes.verify_header(body, signature, settings.STRIPE_WEBHOOK_SECRET, TOLERANCE_SECONDS)
    except stripe.SignatureVerificationError:
        if not settings.STRIPE_CONNECT_WEBHOOK_SECRET:
            raise
        stripes.verify_header(body, signature, settings.STRIPE_CONNECT_WEBHOOK_SECRET, TOLERANCE_SECONDS)


def _signed_at(signature: str) -> int:
    return int(next(part[2:] for part in signature.split(",") if part.startswith("t=")))


def _notice(event: Any) -> Notice:
    try:
        if event["object"] != "event" or event["livemode"] is not gateway.is_live():
            raise Forged("This event is of another mode than our keys.")
        about = event["data"]["object"]
        intent = about["id"] if about.get("object") in _NAMED_BY_ITSELF else about.get("payment_intent")
        notice = Notice(event_id=event["id"], type=event["type"], intent_id=intent or "")
    except (KeyError, TypeError, AttributeError) as error:
        raise Forged("This is not an event.") from error
    for value in (notice.event_id, notice.type, notice.intent_id):
        if not isinstance(value, str) or len(value) > _LONGEST or not value.isascii() or "\x00" in value:
            raise Forged("This is not an event.")
    return notice


def accept(*, notice: Notice, now: datetime) -> bool:
    """Store an event once and have it processed after the commit; ``False`` for a duplicate."""
    concerns_us = notice.intent_id and (
        notice.type.startswith(_ABOUT_MONEY) or notice.type == _CARD_SAVED or notice.type in _handlers
    )
    try:
        with transaction.atomic():
            StripeEvent.objects.create(
                event_id=notice.event_id,
                type=notice.type,
                intent_id=notice.intent_id,
                received_at=now,
                processed_at=None if concerns_us else now,
                due_at=now,
            )
            if concerns_us:
                outbox.wake(TASK)
    except IntegrityError:
        return False
    return True


def process_due_events(*, now: datetime) -> int:
    """Process the events that are due; return how many succeeded. Calls Stripe."""
    waiting = StripeEvent.objects.filter(processed_at=None)
    return due.process_due(waiting, act=_process, finish=_finish, policy=POLICY, now=now).done


def _finish(event: StripeEvent, now: datetime) -> None:
    due.held(event).update(processed_at=now, leased_until=None, last_error="")


def _process(event: StripeEvent, now: datetime) -> None:
    """Fetch the event's object and apply it. Raises what is to be retried."""
    with gateway.outages_wait():
        if not _apply(event, now):
            raise obstacles.NotDone(f"{event.intent_id} is not ours (yet).")
        if event.type.startswith(_ABOUT_DISPUTES):
            disputes.apply_disputes(intent_id=event.intent_id, now=now)
        if event.type.startswith(_ABOUT_REFUNDS):
            sync_refunds(intent_id=event.intent_id, now=now)


def _apply(event: StripeEvent, now: datetime) -> bool:
    """Apply Stripe's state of the event's object; ``False`` if that is not ours (yet)."""
    if (handler := _handlers.get(event.type)) is not None:
        return handler(event.intent_id, now)
    if event.type == _CARD_SAVED:
        return saved_cards.setup_reported(setup_intent_id=event.intent_id, now=now)
    return settle(intent_id=event.intent_id, now=now) is not None


def check_set_aside(event: StripeEvent) -> None:
    """Raise :class:`~marketplace.jobs.due.JobNotFailed` unless an event has failed for good."""
    due.check_set_aside(event)


def set_aside(event: StripeEvent, *, now: datetime) -> None:
    """End a failed event about what is not ours, such as a payment made by hand at Stripe.

    Its error stays until it is pruned. Raises what :func:`check_set_aside` raises.
    """
    due.set_aside(event, done_field="processed_at", now=now)


def prune(*, now: datetime) -> int:
    """Delete the processed events received more than ``KEEP_WEBHOOK_EVENTS_DAYS`` ago; return how many.

    Stripe retries an event for days, not for months. One that has failed for good stays until an operator has
    dealt with it.
    """
    before = now - timedelta(days=settings.KEEP_WEBHOOK_EVENTS_DAYS)
    done = StripeEvent.objects.filter(received_at__lt=before, processed_at__isnull=False)
    return pruning.delete_in_batches(done)
