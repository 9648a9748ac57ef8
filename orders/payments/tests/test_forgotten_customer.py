"""Stripe has forgotten an account's customer: it is made anew, and nothing is out of order."""

from functools import partial
from threading import Barrier

import pytest

from conftest import client_for
from marketplace.tests.racing import START_WITHIN_SECONDS, race, refused
from orders.models import SavedCard, StripeCustomer
from orders.payments import card_gateway
from orders.payments.off_session import Outcome
from orders.payments.tests.cards import cards_in_list, charge, save
from orders.tests.booking import book

pytestmark = pytest.mark.django_db

UNKNOWN = "cus_gone"


@pytest.fixture(params=["deleted", "unknown"])
def forgotten(request, now, stripe, alice) -> str:
    """Return the id of alice's customer with a card, which Stripe has no more."""
    save(stripe, alice)
    customer = StripeCustomer.objects.get(user=alice)
    if request.param == "deleted":
        card_gateway.delete_customer(customer.customer_id)
    else:
        StripeCustomer.objects.filter(pk=customer.pk).update(customer_id=UNKNOWN)
        customer.refresh_from_db()
    return customer.customer_id


def test_another_card_can_be_saved(stripe, alice, forgotten) -> None:
    response = client_for(alice).post("/api/payment-methods/setup")

    assert response.status_code == 200, response.json()
    assert StripeCustomer.objects.get(user=alice).customer_id not in {forgotten, UNKNOWN}
    assert save(stripe, alice).last4 == cards_in_list(alice)[0]["last4"]


def test_the_cards_that_went_with_it_are_removed(alice, forgotten) -> None:
    client_for(alice).post("/api/payment-methods/setup")

    assert cards_in_list(alice) == []
    assert SavedCard.objects.exclude(removed_at=None).count() == 1


def test_the_card_of_a_checkout_can_be_saved(now, alice, slot, forgotten) -> None:
    order = book(alice, slot)
    body = {"amount": str(order.total_amount), "orderId": str(order.pk), "saveCard": True}

    response = client_for(alice).post("/api/create-payment-intent", body)

    assert response.status_code == 200, response.json()


def test_paying_with_a_card_that_is_gone_asks_for_another(now, alice, slot, forgotten) -> None:
    order, card = book(alice, slot), SavedCard.objects.get()
    body = {"amount": str(order.total_amount), "orderId": str(order.pk), "paymentMethodId": str(card.pk)}

    response = client_for(alice).post("/api/create-payment-intent", body)

    assert (response.status_code, response.json()["code"]) == (409, "card_not_usable"), response.json()


def test_a_recurring_charge_asks_the_owner(now, alice, slot, forgotten) -> None:
    assert charge(book(alice, slot), SavedCard.objects.get()) is Outcome.NEEDS_OWNER


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_calls_at_once_end_with_one_customer(stripe, alice, forgotten, monkeypatch) -> None:
    meeting, create = Barrier(2), card_gateway.create_customer

    def create_together(**whose):
        # Both have heard from Stripe that the customer is gone.
        meeting.wait(START_WITHIN_SECONDS)
        return create(**whose)

    monkeypatch.setattr(card_gateway, "create_customer", create_together)
    responses = race([partial(client_for(alice).post, "/api/payment-methods/setup") for _ in range(2)])

    assert not refused(responses), refused(responses)
    assert [response.status_code for response in responses] == [200, 200]
    fresh = StripeCustomer.objects.get(user=alice).customer_id
    assert fresh not in {forgotten, UNKNOWN}
    assert [setup["customer"] for setup in stripe.objects("setup_intent")[-2:]] == [fresh, fresh]
