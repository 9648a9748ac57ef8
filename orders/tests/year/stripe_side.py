"""What Stripe and its dashboard do: webhooks on their way, money moved by hand, disputes."""

from random import Random
from typing import Any
from urllib.parse import urlencode

from conftest import client_for
from orders.models import Dispute
from orders.payments.disputes import CLOSED
from orders.tests.year.history import act
from orders.tests.year.world import World, hold


def plan_delivery(world: World, random: Random) -> dict[str, Any] | None:
    if not world.webhooks:
        return None
    how = random.choice([*["in order"] * 6, "in any order", "twice", "lost", "the newest alone"])
    return {"how": how, "seed": random.randint(0, 999)}


@act(plan_delivery, weight=9)
def delivers_webhooks(world: World, *, how: str, seed: int = 0) -> None:
    """Deliver what is on its way: in order or not, doubled, in part, or never."""
    events, world.webhooks = world.webhooks, []
    if how == "in any order":
        Random(seed).shuffle(events)
    elif how == "twice":
        events = events * 2
    elif how == "lost":
        events = []
    elif how == "the newest alone":
        events, world.webhooks = events[-1:], events[:-1]
    for event_id in events:
        body, signature = world.stripe.signed(event_id)
        response = client_for().generic(
            "POST",
            "/api/stripe/webhook",
            body,
            content_type="application/json",
            HTTP_STRIPE_SIGNATURE=signature,
        )
        hold(response.status_code == 200, "a webhook is refused", response.content[:300])


def _paid_intent(world: World, order: str) -> str | None:
    row = world.order(order)
    payment = row.payments.filter(status="succeeded").first() if row else None
    return payment.intent_id if payment else None


def plan_refund(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.is_paid)
    if order is None:
        return None
    return {
        "order": order.label,
        "rappen": random.choice([100, 500, 1250, 2750]),
        "reference": random.choice(["", "", "ticket-17", "9f0c6f0a-5a7e-4f58-9d6b-0c2d8f1e7a11"]),
    }


@act(plan_refund, weight=0.25)
def refunds_in_the_dashboard(world: World, *, order: str, rappen: int, reference: str = "") -> None:
    """Return money by hand, perhaps with a reference of one's own; Stripe refuses more than there is."""
    intent_id = _paid_intent(world, order)
    if intent_id:
        world.touch(order)
        asked = {"payment_intent": intent_id, "amount": rappen}
        asked |= {"metadata[refund_id]": reference} if reference else {}
        world.stripe.by_dashboard("/v1/refunds", urlencode(asked))


def plan_dispute(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(random, among=lambda order: order.is_paid)
    if order is None:
        return None
    return {"order": order.label, "reason": random.choice(["fraudulent", "fraudulent", "inquiry"])}


@act(plan_dispute, weight=0.25)
def disputes(world: World, *, order: str, reason: str) -> None:
    """Contest a payment at the bank."""
    intent_id = _paid_intent(world, order)
    if intent_id:
        world.touch(order)
        world.stripe.contest(intent_id, reason=reason)


def _open_disputes(world: World) -> list[Dispute]:
    return list(Dispute.objects.exclude(status__in=CLOSED).order_by("opened_at", "stripe_dispute_id"))


def plan_decision(world: World, random: Random) -> dict[str, Any] | None:
    waiting = _open_disputes(world) if random.random() < 0.3 else []
    if not waiting:
        return None
    labels = {pk: label for label, pk in world.orders.items()}
    chosen = random.choice(waiting)
    return {"order": labels[chosen.order_id], "outcome": random.choice(["won", "lost"])}


@act(plan_decision, weight=0.8)
def decides_the_dispute(world: World, *, order: str, outcome: str) -> None:
    """End a dispute as its bank does; an inquiry is closed."""
    row = world.order(order)
    dispute = row.disputes.exclude(status__in=CLOSED).first() if row else None
    if dispute is None:
        return
    stored = world.stripe.standin.store.get(dispute.stripe_dispute_id, "dispute")
    if stored["status"] in {"needs_response", "under_review", "warning_needs_response"}:
        world.touch(order)
        world.stripe.decide_dispute(dispute.stripe_dispute_id, outcome)


def plan_bounce(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(
        random, among=lambda order: order.payment_status in {"refunded", "partially_refunded"}
    )
    return {"order": order.label} if order else None


@act(plan_bounce, weight=0.15)
def bounces_a_refund(world: World, *, order: str) -> None:
    """A refund that had gone out comes back: the card is closed."""
    row = world.order(order)
    refund = row.refunds.filter(status="succeeded").order_by("created_at", "pk").first() if row else None
    if refund is None:
        return
    stored = world.stripe.standin.store.get(refund.stripe_refund_id, "refund")
    if stored["status"] == "succeeded":
        world.touch(order)
        world.stripe.settle_refund(refund.stripe_refund_id, succeeded=False)
