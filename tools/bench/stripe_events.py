"""P13: receiving Stripe's webhooks: signature verified, stored once, answered before anything is done."""

import json
import time
from dataclasses import replace
from statistics import median
from uuid import uuid4

from demo.stripe_standin.webhooks import signature
from orders.models import StripeEvent
from tools.bench.figures import Context, Row
from tools.bench.load import CLIENTS, server
from tools.bench.posting import Posted, post_all, post_message

PATH = "/api/stripe/webhook"
SECRET = "whsec_bench"  # noqa: S105 - of this benchmark's own server
KEYS = {
    "STRIPE_SECRET_KEY": "sk_test_bench",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_bench",
    "STRIPE_WEBHOOK_SECRET": SECRET,
}
EVENTS_A_ROUND = 1_000
BURST_A_SECOND, BURST_SECONDS = 500, 5
# More than the server answers at once, so that the burst does not wait for answers.
BURST_CLIENTS = 64


def run(ctx: Context) -> list[Row]:
    """Send events as fast as they are answered, then a burst at a given rate."""
    with server(replace(ctx, environment=ctx.environment | KEYS)) as port:
        rounds = [
            _posted(post_all(port, _events(EVENTS_A_ROUND), clients=CLIENTS)) for _ in range(ctx.rounds)
        ]
        burst = _events(BURST_A_SECOND * BURST_SECONDS)
        before = StripeEvent.objects.count()
        sent = post_all(port, burst, clients=BURST_CLIENTS, per_second=BURST_A_SECOND)
        lost = len(burst) - (StripeEvent.objects.count() - before)
    per_second = median(posted.per_second for posted in rounds)
    return [
        Row(
            "P13",
            f"webhook received, p95 at {CLIENTS} clients, ms",
            median(posted.p95_ms for posted in rounds),
            100,
            25,
            lower_is_better=True,
            detail=f"{per_second:.0f} a second",
        ),
        Row(
            "P13",
            f"webhooks lost at {BURST_A_SECOND} a second for {BURST_SECONDS} s",
            lost,
            0,
            0,
            lower_is_better=True,
            detail=f"{len(burst)} sent, answered within {sent.seconds:.1f} s: {sent.statuses}",
        ),
    ]


def _posted(posted: Posted) -> Posted:
    if set(posted.statuses) != {200}:
        raise RuntimeError(f"webhooks were answered with {posted.statuses}")
    return posted


def _events(number: int) -> list[str]:
    """Prepare events about as many payments, each signed as by Stripe."""
    return [_event(f"evt_{uuid4().hex}", f"pi_{uuid4().hex}") for _ in range(number)]


def _event(event_id: str, intent_id: str) -> str:
    about = {"id": intent_id, "object": "payment_intent"}
    event = {
        "id": event_id,
        "object": "event",
        "livemode": False,
        "type": "payment_intent.succeeded",
        "data": {"object": about},
    }
    # As post_message writes it.
    signed = signature(json.dumps(event).encode(), SECRET, int(time.time()))  # noqa: TID251 - as at Stripe
    return post_message(PATH, event, {"Stripe-Signature": signed})
