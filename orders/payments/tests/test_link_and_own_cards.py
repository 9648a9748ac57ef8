"""Whoever holds a payment link pays with a card of their own, never with the customer's."""

from functools import partial

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.tests.racing import race
from orders.models import Payment
from orders.payments import card_gateway, pay_links
from orders.payments.off_session import Outcome
from orders.payments.tests.cards import (
    AUTHENTICATES_ALWAYS,
    FAILS_WHEN_CHARGED,
    OTHER,
    charge,
    save,
)
from orders.payments.tests.fixtures import ask, books_agree_with, carry_on, come_back, open_payment

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.at(NOW)]


def by_link(order):
    token = pay_links.path_for(order.pk).removeprefix("/pay/")
    return client_for(None).post(f"/api/pay-links/{token}/payment-intent")


def opened_by_link(order) -> str:
    response = by_link(order)
    assert response.status_code == 200, response.json()
    return response.json()["clientSecret"].split("_secret_")[0]


def choose(order, card):
    body = {"amount": "27.50", "orderId": str(order.pk), "paymentMethodId": str(card.pk)}
    return client_for(order.customer).post("/api/create-payment-intent", body)


def chosen(order, card) -> str:
    response = choose(order, card)
    assert response.status_code == 200, response.json()
    return response.json()["clientSecret"].split("_secret_")[0]


def seen(stripe, intent_id: str) -> dict:
    return next(one for one in stripe.objects("payment_intent") if one["id"] == intent_id)


def expect_nothing_of_the_customer(stripe, intent_id: str) -> None:
    """What the link gave away has no card, and names none, so confirming it takes a card."""
    intent = seen(stripe, intent_id)
    assert (intent["customer"], intent["payment_method"], intent["last_payment_error"]) == (None,) * 3
    stripe.confirm_as_it_is(intent_id)
    assert stripe.captured() == 0


def test_a_card_that_the_customer_chose_does_not_pay_by_the_link(stripe, alice, order) -> None:
    of_customer = chosen(order, save(stripe, alice))

    of_link = opened_by_link(order)

    assert of_link != of_customer
    expect_nothing_of_the_customer(stripe, of_link)
    assert seen(stripe, of_customer)["status"] == "canceled"
    stripe.confirm(of_link, OTHER)
    assert come_back(order).json()["paymentStatus"] == "paid"
    assert books_agree_with(stripe)


def test_a_card_chosen_after_the_link_was_opened_is_not_the_links(stripe, alice, order) -> None:
    of_link = opened_by_link(order)

    of_customer = chosen(order, save(stripe, alice))

    assert of_customer != of_link
    expect_nothing_of_the_customer(stripe, of_link)
    stripe.confirm_as_it_is(of_customer)
    assert come_back(order).json()["status"] == "confirmed"
    assert stripe.captured() == 2750
    assert books_agree_with(stripe)


@pytest.mark.parametrize("number", [FAILS_WHEN_CHARGED, AUTHENTICATES_ALWAYS])
def test_a_card_that_was_declined_while_away_is_not_named_by_the_link(stripe, alice, order, number) -> None:
    charge(order, save(stripe, alice, number))

    expect_nothing_of_the_customer(stripe, opened_by_link(order))


def test_a_bank_that_the_customer_left_unanswered_is_not_asked_by_the_link(stripe, alice, order) -> None:
    of_customer = chosen(order, save(stripe, alice, AUTHENTICATES_ALWAYS))
    assert stripe.confirm_as_it_is(of_customer)["status"] == "requires_action"

    expect_nothing_of_the_customer(stripe, opened_by_link(order))


def test_a_card_that_is_charged_while_its_owner_is_away_is_not_the_links(stripe, alice, order) -> None:
    of_link = opened_by_link(order)

    assert charge(order, save(stripe, alice)) is Outcome.PAID

    assert seen(stripe, of_link)["status"] == "canceled"
    assert stripe.captured() == 2750
    assert books_agree_with(stripe)


def test_a_payment_to_be_saved_is_another_than_the_links(stripe, alice, order) -> None:
    body = {"amount": "27.50", "orderId": str(order.pk), "saveCard": True}
    secret = client_for(alice).post("/api/create-payment-intent", body).json()["clientSecret"]
    stripe.confirm(secret.split("_secret_")[0], FAILS_WHEN_CHARGED)

    of_link = opened_by_link(order)

    assert not secret.startswith(of_link)
    assert seen(stripe, of_link)["customer"] is None


def test_a_payment_that_is_in_progress_is_not_given_away(stripe, alice, order) -> None:
    of_customer = chosen(order, save(stripe, alice))
    stripe.hold_processing()
    stripe.confirm_as_it_is(of_customer)

    response = by_link(order)

    assert (response.status_code, response.json()["code"]) == (409, "order_not_payable")
    assert "in progress" in response.json()["message"]
    stripe.hold_processing(hold=False)
    stripe.settle(of_customer)
    assert by_link(order).json()["message"] == "This order is already paid."


def test_who_opens_the_checkout_without_a_card_shares_the_links_payment(stripe, alice, order) -> None:
    assert opened_by_link(order) == open_payment(order) == opened_by_link(order)
    assert Payment.objects.count() == 1


def test_a_link_that_is_opened_as_the_card_is_chosen_does_not_get_it(
    monkeypatch, stripe, alice, order
) -> None:
    card, choose_card, given = save(stripe, alice), card_gateway.choose_card, []

    def choose_late(**facts):
        if not given:
            given.append(opened_by_link(order))
        return choose_card(**facts)

    monkeypatch.setattr(card_gateway, "choose_card", choose_late)
    of_customer = chosen(order, card)

    assert of_customer != given[0]
    assert seen(stripe, given[0])["status"] == "canceled"
    stripe.confirm_as_it_is(of_customer)
    assert come_back(order).json()["paymentStatus"] == "paid"


def test_a_card_that_is_chosen_as_the_link_is_opened_is_not_the_links(
    monkeypatch, stripe, alice, order
) -> None:
    card, share, own = save(stripe, alice), card_gateway.share, []

    def share_late(**facts):
        if not own:
            own.append(chosen(order, card))
        return share(**facts)

    monkeypatch.setattr(card_gateway, "share", share_late)

    expect_nothing_of_the_customer(stripe, opened_by_link(order))


@pytest.mark.race
def test_many_at_once_leave_one_payment(stripe, alice, order) -> None:
    card = save(stripe, alice)

    race([partial(by_link, order), partial(choose, order, card), partial(ask, alice, order)] * 3)

    open_ones = [one for one in stripe.objects("payment_intent") if one["status"] != "canceled"]
    assert len(open_ones) == Payment.objects.exclude(status="canceled").count() == 1
    stripe.confirm_as_it_is(chosen(order, card))
    come_back(order)
    carry_on()
    assert stripe.captured() == 2750
    assert books_agree_with(stripe)
