"""Charging a saved card off session."""

from datetime import timedelta
from functools import partial
from uuid import uuid4

import pytest

from marketplace.tests.proof import figure, record
from marketplace.tests.racing import race
from orders.lifecycle import holds
from orders.payments import gateway, saved_cards
from orders.payments.intents import HoldExpired
from orders.payments.off_session import Outcome
from orders.payments.tests.cards import (
    AUTHENTICATES_ALWAYS,
    AUTHENTICATES_ONCE,
    FAILS_WHEN_CHARGED,
    OTHER,
    charge,
    save,
)
from orders.payments.tests.fixtures import books_agree_with, come_back, open_payment, pay

pytestmark = pytest.mark.django_db(transaction=True)


def succeeded(stripe) -> list[dict]:
    return [one for one in stripe.objects("charge") if one["status"] == "succeeded"]


@pytest.mark.parametrize("number", ["4242424242424242", AUTHENTICATES_ONCE])
def test_pays_the_order(stripe, alice, order, number) -> None:
    card = save(stripe, alice, number)

    assert charge(order, card) is Outcome.PAID

    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert stripe.captured() == 2750
    assert books_agree_with(stripe)


def test_charges_once_however_often_it_is_called(stripe, alice, order) -> None:
    card = save(stripe, alice)

    assert [charge(order, card) for _ in range(3)] == [Outcome.PAID] * 3

    assert len(stripe.objects("payment_intent")) == len(succeeded(stripe)) == 1


@pytest.mark.race
@pytest.mark.proof
def test_many_charges_at_once_take_the_money_once(stripe, alice, order) -> None:
    card, workers = save(stripe, alice), figure(20, 20)

    outcomes = race([partial(charge, order, card)] * workers)

    assert set(outcomes) <= {Outcome.PAID, Outcome.TRY_LATER}, outcomes
    assert charge(order, card) is Outcome.PAID
    assert len(stripe.objects("payment_intent")) == len(succeeded(stripe)) == 1
    assert stripe.captured() == 2750
    assert books_agree_with(stripe)
    record("R9 (charges)", f"{workers} charges at once, 1 capture", "one capture per order")


def test_a_card_that_needs_its_owner_leaves_the_same_intent_for_them(stripe, alice, order) -> None:
    card = save(stripe, alice, AUTHENTICATES_ALWAYS)

    assert charge(order, card) is Outcome.NEEDS_OWNER

    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("pending", "failed")
    intent_id = open_payment(order)
    assert [one["id"] for one in stripe.objects("payment_intent")] == [intent_id]
    stripe.confirm(intent_id, AUTHENTICATES_ALWAYS)
    come_back(order)
    order.refresh_from_db()
    assert order.payment_status == "paid"
    assert books_agree_with(stripe)


@pytest.mark.parametrize("number", [FAILS_WHEN_CHARGED, AUTHENTICATES_ALWAYS])
def test_a_card_that_refused_is_not_asked_again(stripe, alice, order, number) -> None:
    card = save(stripe, alice, number)

    assert [charge(order, card) for _ in range(3)] == [Outcome.NEEDS_OWNER] * 3

    assert len(stripe.objects("charge")) == 1
    assert stripe.captured() == 0


@pytest.mark.parametrize("number", [FAILS_WHEN_CHARGED, AUTHENTICATES_ALWAYS])
def test_a_card_that_refused_is_not_charged_again_later_either(
    time_machine, stripe, alice, order, number
) -> None:
    card = save(stripe, alice, number)
    charge(order, card)

    # After the minute of the idempotency key, so that Stripe does not just repeat its response.
    for _ in range(3):
        time_machine.shift(timedelta(minutes=2))
        assert charge(order, card) is Outcome.NEEDS_OWNER

    assert len(stripe.objects("charge")) == 1


def test_another_card_pays_what_the_first_one_refused(stripe, alice, order) -> None:
    refused, other = save(stripe, alice, FAILS_WHEN_CHARGED), save(stripe, alice, OTHER)
    charge(order, refused)

    assert charge(order, other) is Outcome.PAID

    assert len(stripe.objects("payment_intent")) == 1
    assert books_agree_with(stripe)


def test_the_payment_that_the_owner_opened_is_the_one_that_is_charged(stripe, alice, order) -> None:
    intent_id = open_payment(order)

    assert charge(order, save(stripe, alice)) is Outcome.PAID

    assert [one["id"] for one in stripe.objects("payment_intent")] == [intent_id]


def test_leaves_an_owner_alone_whom_the_bank_is_asking(stripe, alice, order) -> None:
    card, intent_id = save(stripe, alice), open_payment(order)
    stripe.confirm(intent_id, AUTHENTICATES_ALWAYS, authenticate=None)

    assert charge(order, card) is Outcome.NEEDS_OWNER

    assert stripe.authenticate(intent_id)["status"] == "succeeded"
    assert charge(order, card) is Outcome.PAID


def test_waits_for_a_payment_that_is_being_processed(stripe, alice, order) -> None:
    card = save(stripe, alice)
    stripe.hold_processing()

    assert charge(order, card) is Outcome.TRY_LATER

    stripe.hold_processing(hold=False)
    stripe.settle(stripe.objects("payment_intent")[0]["id"])
    assert charge(order, card) is Outcome.PAID
    assert len(succeeded(stripe)) == 1


def test_charges_no_removed_card(stripe, alice, order) -> None:
    card = save(stripe, alice)
    saved_cards.remove(user=alice, card_id=card.pk, now=order.created_at)

    assert charge(order, card) is Outcome.NEEDS_OWNER

    assert stripe.objects("charge") == []


def test_charges_no_order_whose_time_to_pay_is_over(time_machine, stripe, alice, order) -> None:
    card = save(stripe, alice)
    time_machine.shift(timedelta(minutes=16))
    holds.expire_unpaid(now=time_machine.now)

    with pytest.raises(HoldExpired):
        charge(order, card)

    assert stripe.objects("charge") == []


def test_an_order_that_its_owner_paid_counts_as_paid(stripe, alice, order) -> None:
    card = save(stripe, alice)
    pay(stripe, order)

    assert charge(order, card) is Outcome.PAID

    assert len(succeeded(stripe)) == 1


def test_charges_nobody_elses_order(stripe, chiara, order) -> None:
    card = save(stripe, chiara)

    with pytest.raises(ValueError, match="owner"):
        charge(order, card)


def test_is_tried_later_when_payments_are_not_configured(settings, stripe, alice, order) -> None:
    card = save(stripe, alice)
    settings.STRIPE_SECRET_KEY = ""

    assert charge(order, card) is Outcome.TRY_LATER


@pytest.mark.race
@pytest.mark.breaks_invariants
def test_control_without_one_intent_an_order_many_charges_take_the_money_often(
    monkeypatch, stripe, alice, order
) -> None:
    card, create = save(stripe, alice), gateway.create_intent
    monkeypatch.setattr(
        gateway, "create_intent", lambda **facts: create(**facts | {"idempotency_key": str(uuid4())})
    )
    stripe.fault("slow", "POST /v1/payment_intents", times=8, seconds=0.3)

    race([partial(charge, order, card)] * 8)

    assert len(succeeded(stripe)) > 1
