"""Saving the card that an order is paid with, where the customer agrees to it."""

from datetime import timedelta

import pytest

from conftest import client_for
from orders.models import Payment, SavedCard
from orders.payments import saved_cards
from orders.payments.off_session import Outcome
from orders.payments.tests.cards import AUTHENTICATES_ONCE, cards_in_list, charge
from orders.payments.tests.fixtures import books_agree_with, carry_on, come_back
from orders.tests.booking import book

pytestmark = pytest.mark.django_db


def ask(order, *, save_card: object) -> str:
    """Open the payment with the box ticked or not and return Stripe's intent."""
    body = {"amount": str(order.total_amount), "orderId": str(order.pk), "saveCard": save_card}
    response = client_for(order.customer).post("/api/create-payment-intent", body)
    assert response.status_code == 200, response.json()
    return response.json()["clientSecret"].split("_secret_")[0]


def kept_at_stripe(stripe) -> int:
    return sum(bool(method["customer"]) for method in stripe.objects("payment_method"))


@pytest.mark.parametrize("number", ["4242424242424242", AUTHENTICATES_ONCE])
def test_the_card_is_saved_with_the_sentence_agreed_to(time_machine, stripe, alice, order, number) -> None:
    agreed_at = time_machine.now
    intent_id = ask(order, save_card=True)
    time_machine.shift(timedelta(minutes=2))
    stripe.confirm(intent_id, number)

    come_back(order)
    carry_on()

    assert [card["last4"] for card in cards_in_list(alice)] == [number[-4:]]
    card = SavedCard.objects.get()
    assert (card.consent_text, card.consented_at) == (saved_cards.consent_at_checkout(), agreed_at)
    assert charge(book(alice, order.reservations.get().slot), card) is Outcome.PAID
    assert books_agree_with(stripe)


def test_no_card_is_saved_unless_the_box_is_ticked(stripe, alice, order) -> None:
    stripe.confirm(ask(order, save_card=False))

    come_back(order)
    carry_on()

    assert cards_in_list(alice) == []
    assert kept_at_stripe(stripe) == 0
    assert stripe.objects("customer") == []


def test_ticking_and_unticking_keeps_the_one_intent_and_saves_nothing(stripe, alice, order) -> None:
    intents = [ask(order, save_card=ticked) for ticked in (False, True, False)]
    stripe.confirm(intents[-1])

    come_back(order)
    carry_on()

    assert len(set(intents)) == 1
    assert cards_in_list(alice) == []
    assert kept_at_stripe(stripe) == 0
    assert Payment.objects.get().card_consented_at is None


def test_a_page_opened_anew_takes_the_agreement_back(stripe, alice, order) -> None:
    ask(order, save_card=True)
    body = {"amount": str(order.total_amount), "orderId": str(order.pk)}
    client_for(alice).post("/api/create-payment-intent", body)

    assert stripe.objects("payment_intent")[0]["setup_future_usage"] is None
    assert Payment.objects.get().card_consent_text == ""


@pytest.mark.parametrize("agreed", ["yes", 1, "true", None, []])
def test_only_true_is_an_agreement(stripe, order, agreed) -> None:
    body = {"amount": str(order.total_amount), "orderId": str(order.pk), "saveCard": agreed}

    refused = client_for(order.customer).post("/api/create-payment-intent", body)

    assert refused.status_code == 400
    assert "saveCard" in refused.json()["fields"]
    assert stripe.objects("payment_intent") == []


def test_a_declined_payment_saves_nothing_until_another_card_pays(stripe, alice, order) -> None:
    intent_id = ask(order, save_card=True)
    stripe.confirm(intent_id, "4000000000000002")
    come_back(order)
    carry_on()
    assert cards_in_list(alice) == []

    stripe.confirm(intent_id)
    come_back(order)
    carry_on()

    assert [card["last4"] for card in cards_in_list(alice)] == ["4242"]


def test_settling_twice_saves_once_and_does_not_bring_a_removed_card_back(stripe, alice, order) -> None:
    stripe.confirm(ask(order, save_card=True))
    for _ in range(2):
        come_back(order)
        carry_on()
    saved_cards.remove(user=alice, card_id=SavedCard.objects.get().pk, now=order.created_at)
    carry_on()

    saved_cards.handle_keep({"paymentId": str(Payment.objects.get().pk)}, order.created_at)

    assert cards_in_list(alice) == []
    assert kept_at_stripe(stripe) == 0


def test_a_card_is_saved_by_the_sweep_when_stripe_was_away_for_long(
    time_machine, stripe, alice, order
) -> None:
    stripe.confirm(ask(order, save_card=True))
    come_back(order)
    stripe.fault("rate_limit", "GET /v1/payment_methods/*", times=100)
    for _ in range(7):
        carry_on()
        time_machine.shift(timedelta(hours=1))
    assert cards_in_list(alice) == []
    stripe.standin.faults.clear()

    assert saved_cards.keep_all(now=time_machine.now) == 1

    assert [card["last4"] for card in cards_in_list(alice)] == ["4242"]
    assert saved_cards.keep_all(now=time_machine.now) == 0


def test_the_stored_sentences_are_whole() -> None:
    """The stored consent is the text that the screen shows: both come from the same file."""
    assert saved_cards.consent_at_checkout() == (
        "Save this card for future bookings. We may then charge it for bookings that you make or repeat, "
        "also while you are away. You can remove it at any time under Payment Methods."
    )
    assert saved_cards.consent_in_profile() == (
        "By saving this card, you allow us to charge it for bookings that you make or repeat, "
        "also while you are away. You can remove it at any time."
    )
