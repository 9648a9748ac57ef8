"""What Stripe tells us by itself: verified, stored once, answered at once, acted upon afterwards.

An event is only a hint that something happened to an intent: what happened is asked of Stripe by
:func:`process`, which the outbox calls within seconds of the commit. So order, repetition and age
of events do not matter. An event about an intent that is not known (yet) stays parked; the sweep
tries it again.
"""

import json
import logging
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import stripe
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F

from marketplace.errors import Invalid
from marketplace.jobs import outbox
from orders.models import StripeEvent
from orders.payments import gateway, saved_cards
from orders.payments.refunds import take_note
from orders.payments.settle import settle

log = logging.getLogger(__name__)

TOPIC = "stripe_event"
MAX_BYTES = 256 * 1024
TOLERANCE_SECONDS = 300
MAX_ATTEMPTS = 100
BATCH = 100
_LONGEST = 80
_ABOUT_MONEY = ("payment_intent.", "charge.", "refund.")
_CARD_SAVED = "setup_intent.succeeded"
_NAMED_BY_ITSELF = {"payment_intent", "setup_intent"}
_ABOUT_REFUNDS = ("refund.", "charge.refund")


class Forged(Invalid):
    """The call does not come from Stripe, or not from the account and mode that we use (400)."""

    code = "invalid_signature"


@dataclass(frozen=True)
class Notice:
    """The few facts of an event that are kept."""

    event_id: str
    type: str
    intent_id: str


def read(*, body: bytes, signature: str | None) -> Notice:
    """Return what a webhook says, or raise :class:`Forged`; nothing is stored.

    The signature covers the raw bytes and its time; five minutes either way are tolerated. Its time
    is compared with the machine's clock, because Stripe's knows nothing of a moved one.
    """
    if not settings.STRIPE_WEBHOOK_SECRET:
        raise gateway.NotConfigured
    try:
        stripe.WebhookSignature.verify_header(
            body, signature, settings.STRIPE_WEBHOOK_SECRET, TOLERANCE_SECONDS
        )
        event = json.loads(body)
    except (stripe.SignatureVerificationError, ValueError, RecursionError) as error:
        raise Forged("The signature of this event is missing or wrong.") from error
    if _signed_at(signature or "") > time.time() + TOLERANCE_SECONDS:
        raise Forged("The signature of this event lies in the future.")
    return _notice(event)


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
    """Store an event once, with the message that has it acted upon; ``False`` for a repeat."""
    concerns_us = notice.intent_id and (notice.type.startswith(_ABOUT_MONEY) or notice.type == _CARD_SAVED)
    try:
        with transaction.atomic():
            StripeEvent.objects.create(
                event_id=notice.event_id,
                type=notice.type,
                intent_id=notice.intent_id,
                received_at=now,
                processed_at=None if concerns_us else now,
            )
            if concerns_us:
                outbox.enqueue(topic=TOPIC, payload={"eventId": notice.event_id}, now=now)
    except IntegrityError:
        return False
    return True


def handle(payload: dict[str, Any], now: datetime) -> None:
    """Act upon the event that an outbox message names."""
    process(event_id=payload["eventId"], now=now)


def process(*, event_id: str, now: datetime) -> bool:
    """Ask Stripe about the event's intent and settle it; ``False`` if the event stays parked.

    Asks Stripe, so outside a transaction; its failures are raised, for the caller to try again.
    """
    waiting = StripeEvent.objects.filter(event_id=event_id, processed_at=None)
    event = waiting.first()
    if event is None:
        return True
    waiting.update(attempts=F("attempts") + 1)
    try:
        if not _act_upon(event, now):
            log.info("Event %s is about an intent that is not ours (yet): %s", event_id, event.intent_id)
            return False
    except gateway.Declined as refusal:
        log.warning("Stripe does not know the intent of event %s: %s", event_id, refusal.reason)
        return False
    if event.type.startswith(_ABOUT_REFUNDS):
        for page in gateway.pages_of_refunds(event.intent_id):
            for refund in page:
                take_note(found=refund, now=now)
    waiting.update(processed_at=now)
    return True


def _act_upon(event: StripeEvent, now: datetime) -> bool:
    """Make true here what the event is about; ``False`` if that is not ours (yet)."""
    if event.type == _CARD_SAVED:
        return saved_cards.setup_reported(setup_intent_id=event.intent_id, now=now)
    return settle(intent_id=event.intent_id, now=now) is not None


def retry_parked(*, now: datetime) -> int:
    """Try the parked events again; return how many were acted upon. One failure does not stop the rest."""
    parked = StripeEvent.objects.filter(processed_at=None, attempts__lt=MAX_ATTEMPTS)
    done = 0
    for event_id in list(
        parked.order_by("attempts", "received_at").values_list("event_id", flat=True)[:BATCH]
    ):
        try:
            done += process(event_id=event_id, now=now)
        except gateway.StripeFailure as failure:
            log.warning("Event %s is tried again later: %s", event_id, failure.reason)
        except Exception:
            log.exception("Event %s could not be acted upon", event_id)
    return done
