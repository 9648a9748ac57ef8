"""Paying at the checkout with a saved card: one tap, and no charge before it."""

from decimal import Decimal
from uuid import uuid4

import pytest

from conftest import client_for
from orders.models import Payment, SavedCard
from orders.payments import saved_cards
from orders.payments.tests.cards import AUTHENTICATES_ALWAYS, FAILS_WHEN_CHARGED, OTHER, cards_in_list, save
from orders.payments.tests.fixtures import books_agree_with, carry_on, come_back

pytestmark = pytest.mark.django_db


def ask(order, card_id, **more):
    body = {"amount": str(order.total_amount), "orderId": str(order.pk), "paymentMethodId": card_id} | more
    return client_for(order.customer).post("/api/create-payment-intent", body)


def opened(order, card_id, **more) -> str:
    response = ask(order, card_id, **more)
    assert response.status_code == 200, response.json()
    return response.json()["clientSecret"].split("_secret_")[0]


@pytest.fixture
def cards(stripe, alice) -> dict[str, SavedCard]:
    """Return alice's two cards by their last digits, 4242 the default."""
    return {card.last4: card for card in (save(stripe, alice), save(stripe, alice, OTHER))}


def charged_card(stripe, intent_id: str) -> str:
    by_id = {one["id"]: one for kind in ("payment_intent", "payment_method") for one in stripe.objects(kind)}
    return by_id[by_id[intent_id]["payment_method"]]["card"]["last4"]


@pytest.mark.parametrize("last4", ["4242", "4444"])
def test_the_chosen_card_pays_with_one_tap(stripe, alice, order, cards, last4) -> None:
    chosen = next(card["id"] for card in cards_in_list(alice) if card["last4"] == last4)

    intent_id = opened(order, chosen)

    assert stripe.captured() == 0
    stripe.confirm_as_it_is(intent_id)
    assert come_back(order).json()["status"] == "confirmed"
    assert charged_card(stripe, intent_id) == last4
    carry_on()
    assert {card["last4"] for card in cards_in_list(alice)} == {"4242", "4444"}
    assert books_agree_with(stripe)


def test_another_choice_and_a_form_at_last_keep_the_one_intent(stripe, alice, order, cards) -> None:
    intents = [opened(order, str(cards[last4].pk)) for last4 in ("4242", "4444", "4444")]
    intents += [opened(order, None), opened(order, None)]
    stripe.confirm(intents[-1], "5200828282828210")

    assert come_back(order).json()["paymentStatus"] == "paid"
    assert len(set(intents)) == 1
    assert charged_card(stripe, intents[0]) == "8210"
    carry_on()
    assert len(cards_in_list(alice)) == 2
    assert books_agree_with(stripe)


def test_a_card_that_is_saved_is_not_saved_again(stripe, alice, order, cards) -> None:
    intent_id = opened(order, str(cards["4242"].pk), saveCard=True)
    stripe.confirm_as_it_is(intent_id)

    come_back(order)
    carry_on()

    assert len(cards_in_list(alice)) == 2
    assert Payment.objects.get().card_consented_at is None
    assert not stripe.objects("payment_intent")[0]["setup_future_usage"]


def test_a_bank_that_asks_is_answered_before_the_money_moves(stripe, alice, order) -> None:
    card = save(stripe, alice, AUTHENTICATES_ALWAYS)
    intent_id = opened(order, str(card.pk))

    assert stripe.confirm_as_it_is(intent_id)["status"] == "requires_action"
    assert come_back(order).json()["paymentStatus"] == "unpaid"
    stripe.authenticate(intent_id)

    assert come_back(order).json()["paymentStatus"] == "paid"


def test_a_declined_card_leaves_the_order_to_be_paid_with_another(stripe, alice, order, cards) -> None:
    poor = save(stripe, alice, FAILS_WHEN_CHARGED)
    intent_id = opened(order, str(poor.pk))
    stripe.confirm_as_it_is(intent_id)
    assert come_back(order).json()["paymentStatus"] == "failed"

    assert opened(order, str(cards["4444"].pk)) == intent_id
    stripe.confirm_as_it_is(intent_id)

    assert come_back(order).json()["paymentStatus"] == "paid"
    assert books_agree_with(stripe)


def test_somebody_elses_card_is_not_found(stripe, alice, chiara, order, cards) -> None:
    foreign = save(stripe, chiara)
    saved_cards.remove(user=alice, card_id=cards["4444"].pk, now=order.created_at)

    for card_id in (str(foreign.pk), str(cards["4444"].pk), str(uuid4())):
        response = ask(order, card_id)
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert ask(order, "visa").json()["fields"].keys() == {"paymentMethodId"}
    assert stripe.objects("payment_intent") == []


def test_nobody_pays_somebody_elses_order_with_their_own_card(stripe, alice, chiara, order, cards) -> None:
    own = save(stripe, chiara)
    body = {"amount": str(order.total_amount), "orderId": str(order.pk), "paymentMethodId": str(own.pk)}

    assert client_for(chiara).post("/api/create-payment-intent", body).status_code == 404


def test_a_card_that_stripe_has_forgotten_is_said_so(stripe, alice, order, cards) -> None:
    SavedCard.objects.filter(pk=cards["4242"].pk).update(payment_method_id="pm_forgotten")

    response = ask(order, str(cards["4242"].pk))

    assert (response.status_code, response.json()["code"]) == (409, "card_not_usable")


def test_the_same_key_names_the_same_payment(stripe, alice, order, cards) -> None:
    body = {
        "amount": str(order.total_amount),
        "orderId": str(order.pk),
        "paymentMethodId": str(cards["4242"].pk),
    }
    client, headers = client_for(alice), {"Idempotency-Key": "pay-once"}
    first, second = (
        client.post("/api/create-payment-intent", body, headers=headers).json() for _ in range(2)
    )
    other = client.post(
        "/api/create-payment-intent", body | {"paymentMethodId": str(cards["4444"].pk)}, headers=headers
    )

    assert first == second
    assert other.status_code == 422


def test_an_intent_that_is_not_ours_is_handed_to_nobody(stripe, alice, order, cards) -> None:
    opened(order, str(cards["4242"].pk))
    Payment.objects.update(amount=Decimal("1.00"))

    response = ask(order, str(cards["4242"].pk))

    assert (response.status_code, response.json()["code"]) == (502, "payment_mismatch")
