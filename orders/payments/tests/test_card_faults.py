"""Whichever fault hits whichever call about a card: after retries no card is lost or charged twice."""

from datetime import timedelta
from itertools import product

import pytest
from django.db import transaction

from conftest import client_for
from marketplace.tests.proof import FULL, record
from orders.models import Payment, SavedCard
from orders.payments import card_gateway, saved_cards
from orders.payments.off_session import Outcome
from orders.payments.tests.cards import OTHER, cards_in_list, charge
from orders.payments.tests.fixtures import books_agree_with, carry_on, come_back
from orders.payments.tests.test_stripe_faults import KINDS, MORE_KINDS, impatient, until_it_works
from orders.tests.booking import book

__all__ = ["impatient"]

pytestmark = pytest.mark.django_db(transaction=True)

SITES = [
    "POST /v1/customers",
    "POST /v1/setup_intents",
    "GET /v1/setup_intents/*",
    "GET /v1/payment_methods/*",
    "POST /v1/payment_intents",
    "GET /v1/payment_intents/*",
    "POST /v1/payment_intents/pi_*",
    "POST /v1/payment_intents/*/confirm",
    "POST /v1/payment_methods/*/detach",
]
# Every fourth still covers each kind and each call; all take minutes and run in ``make proof``.
FAULTS = list(product(KINDS + MORE_KINDS, SITES)) if FULL else list(product(KINDS, SITES))[::4]


def save(stripe, alice, machine) -> SavedCard:
    """Save a card, with retries."""
    begun = until_it_works(lambda: client_for(alice).post("/api/payment-methods/setup"), machine)
    setup_intent_id = begun.json()["clientSecret"].split("_secret_")[0]
    stripe.confirm(setup_intent_id)
    until_it_works(
        lambda: saved_cards.finish_setup(user=alice, setup_intent_id=setup_intent_id, now=machine.now),
        machine,
    )
    return SavedCard.objects.get(removed_at=None)


def charge_in_the_end(order, card, machine) -> Outcome:
    """Charge a card as the worker does, with retries."""
    for _ in range(5):
        outcome = charge(order, card)
        if outcome is not Outcome.TRY_LATER:
            return outcome
        machine.shift(timedelta(minutes=1))
    raise AssertionError("It never worked.")


def pay_and_save(stripe, order, machine) -> None:
    """Pay an order with another card and have it saved."""
    body = {"amount": "27.50", "orderId": str(order.pk), "saveCard": True}
    response = until_it_works(
        lambda: client_for(order.customer).post("/api/create-payment-intent", body), machine
    )
    stripe.confirm(response.json()["clientSecret"].split("_secret_")[0], OTHER)
    until_it_works(lambda: come_back(order), machine)


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("fault", FAULTS, ids=" ".join)
def test_every_fault_at_every_call_about_cards(time_machine, stripe, alice, order, fault) -> None:
    kind, site = fault
    paid_by_hand = book(alice, order.reservations.get().slot)
    stripe.fault(kind, site)

    card = save(stripe, alice, time_machine)
    assert charge_in_the_end(order, card, time_machine) is Outcome.PAID
    pay_and_save(stripe, paid_by_hand, time_machine)
    client_for(alice).delete(f"/api/payment-methods/{card.pk}")
    for _ in range(3):
        carry_on()
        time_machine.shift(timedelta(minutes=1))
    saved_cards.keep_all(now=time_machine.now)

    assert not stripe.standin.faults.planned, "the fault was never met"
    assert [shown["last4"] for shown in cards_in_list(alice)] == ["4444"]
    saved = [one["card"]["last4"] for one in stripe.objects("payment_method") if one["customer"]]
    assert saved == ["4444"]
    assert Payment.objects.filter(status="succeeded").count() == 2
    assert len([one for one in stripe.objects("charge") if one["paid"]]) == 2
    assert stripe.captured() == 5500
    assert books_agree_with(stripe)
    record("R15 cards", f"{kind} at {site}: books agree", "each call site x each fault")


@pytest.mark.parametrize(
    "call",
    [
        lambda: card_gateway.retrieve_setup("seti_1"),
        lambda: card_gateway.retrieve_card("pm_1"),
        lambda: card_gateway.detach_card("pm_1"),
        lambda: card_gateway.confirm_off_session(
            intent_id="pi_1", method_id="pm_1", return_url="https://example.org", idempotency_key="1"
        ),
    ],
)
def test_stripe_is_never_asked_about_cards_inside_a_transaction(stripe, call) -> None:
    with pytest.raises(RuntimeError, match="transaction"), transaction.atomic():
        call()

    assert not stripe.calls()
