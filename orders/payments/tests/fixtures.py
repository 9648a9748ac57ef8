"""Helpers for tests of payments: open, pay, return, deliver webhooks, check the ledger."""

from typing import Any

from django.db.models import Sum

from accounts.models import User
from conftest import client_for
from demo.stripe_standin.testing import SUCCESS, RunningStandin
from marketplace import clock
from marketplace.jobs import outbox
from marketplace.money import ZERO, to_rappen
from orders.models import LedgerEntry, Order
from orders.payments import refunds, webhooks
from orders.payments.payment_invariants import INVARIANTS

DECLINED = "4000000000000002"
THREE_D_SECURE = "4000002500003155"


def ask(customer: User | None, order: Order, amount: Any = None, **headers: str):
    """Call ``POST /api/create-payment-intent``, by default with the order's total."""
    body = {"amount": str(order.total_amount) if amount is None else amount, "orderId": str(order.pk)}
    return client_for(customer).post("/api/create-payment-intent", body, headers=headers or None)


def open_payment(order: Order) -> str:
    """Open the payment of an order through the API and return the intent's id."""
    response = ask(order.customer, order)
    assert response.status_code == 200, response.json()
    return response.json()["clientSecret"].split("_secret_")[0]


def come_back(order: Order, customer: User | None = None):
    """Call ``payment-return``, as after Stripe's page."""
    return client_for(customer or order.customer).post(f"/api/orders/{order.pk}/payment-return")


def pay(stripe: RunningStandin, order: Order, card: str = SUCCESS) -> str:
    """Pay an order and call ``payment-return``; return the intent's id."""
    intent_id = open_payment(order)
    stripe.confirm(intent_id, card)
    response = come_back(order)
    assert response.status_code == 200, response.json()
    order.refresh_from_db()
    return intent_id


def report(stripe: RunningStandin, event_id: str, **changes: Any):
    """Post an event to the webhook."""
    body, signature = stripe.signed(event_id)
    return client_for().generic(
        "POST",
        "/api/stripe/webhook",
        body,
        content_type="application/json",
        **({"HTTP_STRIPE_SIGNATURE": signature} | changes),
    )


def carry_on() -> None:
    """Run the tasks that a commit wakes: webhook events, refunds, outbox."""
    webhooks.process_due_events(now=clock.now())
    refunds.execute_due(now=clock.now())
    outbox.relay(now=clock.now())


def violations() -> list[str]:
    """Return the violations of the payment invariants."""
    return [violation for _, find in INVARIANTS for violation in find()]


def books_agree_with(stripe: RunningStandin) -> bool:
    """Tell whether the ledger's Stripe account agrees with Stripe; asserts the invariants."""
    entries = LedgerEntry.objects.filter(account=LedgerEntry.Account.STRIPE)
    booked = to_rappen(entries.aggregate(total=Sum("amount"))["total"] or ZERO)
    assert violations() == []
    return booked == stripe.captured()
