"""Paying by a link: whoever holds it may pay the order, and sees nothing of the customer."""

from datetime import timedelta
from functools import partial

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for
from orders.lifecycle import holds
from orders.models import Payment
from orders.payments import pay_links
from orders.payments.off_session import Outcome
from orders.payments.tests.cards import AUTHENTICATES_ALWAYS, cards_in_list, charge, save
from orders.payments.tests.fixtures import books_agree_with, carry_on, open_payment, pay
from orders.tests.booking import ADDRESS, advance, book

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]


@pytest.fixture
def token(order) -> str:
    return token_of(order)


def token_of(order) -> str:
    return pay_links.path_for(order.pk).removeprefix("/pay/")


def see(token: str, user=None):
    return client_for(user).get(f"/api/pay-links/{token}")


def begin(token: str, user=None):
    return client_for(user).post(f"/api/pay-links/{token}/payment-intent")


def come_back(token: str, user=None):
    return client_for(user).post(f"/api/pay-links/{token}/payment-return")


def test_a_visitor_sees_what_is_to_be_paid_and_nothing_of_the_customer(alice, order, token) -> None:
    response = see(token)

    assert response.json() == {
        "serviceType": "standard", "serviceAmount": "25.00", "platformFee": "2.50", "totalAmount": "27.50",
        "pickupTime": "2026-11-19T11:00:00Z", "providerName": "Bruno M.", "state": "payable",
        "paymentStatus": "unpaid", "expired": False, "awaitsProvider": False, "orderId": None,
        "payBy": "2026-11-18T08:45:00Z",
    }  # fmt: skip
    text = response.content.decode()
    assert not any(secret in text for secret in (alice.email, "Alice", ADDRESS, str(order.pk)))
    assert response["Cache-Control"] == "no-store"


def test_an_order_opens_with_its_own_seal_alone(alice, slot, order, token) -> None:
    name, _, seal = token.partition("~")
    other_name, _, other_seal = token_of(book(alice, slot)).partition("~")

    for forged in (name, f"{name}~", f"{name}~{other_seal}", f"{other_name}~{seal}", f"{name}~{seal[:-1]}"):
        for response in (see(forged), begin(forged), come_back(forged)):
            assert (response.status_code, response.json()["code"]) == (404, "not_found"), forged
    assert not Payment.objects.exists()
    assert see(token).status_code == 200


def test_only_the_customer_is_led_to_the_order(alice, chiara, order, token) -> None:
    assert see(token, alice).json()["orderId"] == str(order.pk)
    assert see(token, chiara).json()["orderId"] is None


def test_a_visitor_pays(stripe, order, token) -> None:
    stripe.confirm(begin(token).json()["clientSecret"].split("_secret_")[0])

    assert come_back(token).json()["state"] == "paid"

    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert books_agree_with(stripe)


def test_pays_the_order_that_its_card_could_not(stripe, alice, order, token) -> None:
    assert charge(order, save(stripe, alice, AUTHENTICATES_ALWAYS)) is Outcome.NEEDS_OWNER

    intent_id = begin(token).json()["clientSecret"].split("_secret_")[0]
    stripe.confirm(intent_id, AUTHENTICATES_ALWAYS)

    assert come_back(token).json()["state"] == "paid"
    assert {one["id"]: one["status"] for one in stripe.objects("payment_intent")}.pop(
        intent_id
    ) == "succeeded"
    assert stripe.captured() == 2750
    assert books_agree_with(stripe)


def test_a_failed_authentication_leaves_the_order_to_be_paid(stripe, order, token) -> None:
    stripe.confirm(
        begin(token).json()["clientSecret"].split("_secret_")[0], AUTHENTICATES_ALWAYS, authenticate=False
    )

    assert come_back(token).json()["state"] == "payable"
    assert see(token).json()["paymentStatus"] == "failed"
    assert begin(token).status_code == 200


def test_the_link_and_the_checkout_pay_the_same_intent(stripe, order, token) -> None:
    assert begin(token).json()["clientSecret"].startswith(open_payment(order))


def test_the_link_saves_no_card_although_the_checkout_was_asked_to(stripe, alice, order, token) -> None:
    body = {"amount": "27.50", "orderId": str(order.pk), "saveCard": True}
    client_for(alice).post("/api/create-payment-intent", body)

    stripe.confirm(begin(token).json()["clientSecret"].split("_secret_")[0])
    come_back(token)
    carry_on()

    assert cards_in_list(alice) == []


def test_who_holds_the_link_does_not_leave_their_card_with_the_customer(stripe, alice, order, token) -> None:
    body = {"amount": "27.50", "orderId": str(order.pk)}
    ask = partial(client_for(alice).post, "/api/create-payment-intent")
    before = ask(body).json()
    of_link = begin(token).json()["clientSecret"]

    refused = ask(body | {"saveCard": True})
    after = ask(body).json()

    assert (refused.status_code, refused.json()["code"]) == (409, "card_not_savable")
    # The form of the checkout that is open goes on with what it has.
    assert before == {"clientSecret": of_link, "canSaveCard": True}
    assert after == {"clientSecret": of_link, "canSaveCard": False}
    stripe.confirm(of_link.split("_secret_")[0], "5555555555554444")
    come_back(token)
    carry_on()
    assert see(token).json()["state"] == "paid"
    assert cards_in_list(alice) == []
    assert books_agree_with(stripe)


def test_a_paid_order_is_not_paid_again(stripe, order, token) -> None:
    pay(stripe, order)

    assert see(token).json()["state"] == "paid"
    assert (begin(token).status_code, begin(token).json()["code"]) == (409, "order_not_payable")
    advance(order, to="completed")
    assert see(token).json()["state"] == "paid"


def test_a_paid_order_that_its_provider_must_accept_says_so(stripe, salon, order, token) -> None:
    type(order).objects.update(accepts_instantly=False)
    pay(stripe, order)

    assert (see(token).json()["state"], see(token).json()["awaitsProvider"]) == ("paid", True)


def test_the_link_ends_with_the_time_to_pay(time_machine, stripe, order, token) -> None:
    time_machine.shift(timedelta(minutes=15))
    assert (see(token).json()["state"], see(token).json()["expired"]) == ("over", True)

    holds.expire_unpaid(now=time_machine.now)

    assert (see(token).json()["state"], see(token).json()["expired"]) == ("over", True)
    assert begin(token).json()["code"] == "hold_expired"
    assert stripe.objects("payment_intent") == []


def test_a_payment_that_comes_after_the_place_is_gone_is_said_to_be_charged(
    time_machine, stripe, chiara, slot, order, token
) -> None:
    intent_id = begin(token).json()["clientSecret"].split("_secret_")[0]
    stripe.confirm(intent_id)
    time_machine.shift(timedelta(minutes=15))
    holds.expire_unpaid(now=time_machine.now)
    slot.capacity = 1
    slot.save()
    book(chiara, slot)

    answer = come_back(token).json()

    assert (answer["state"], answer["expired"], answer["paymentStatus"]) == ("over", False, "refunded")
    assert see(token).json() == answer


def test_the_link_ends_with_the_order(alice, order, token) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    assert (see(token).json()["state"], see(token).json()["expired"]) == ("over", False)
    assert begin(token).json()["code"] == "order_not_payable"


@pytest.mark.parametrize("wrong", ["x", "", "~", "AAAAAAAAAAAAAAAAAAAAAA~x", "é~è", "a" * 3000])
def test_a_link_that_was_not_made_here_leads_nowhere(stripe, order, wrong) -> None:
    for call in (see, begin, come_back):
        assert call(wrong or "%20").status_code == 404


def test_a_link_cannot_be_bent_to_another_order(stripe, chiara, order, token) -> None:
    name, seal = token.split("~")
    bent = f"{name[:-2]}{'A' if name[-2] != 'A' else 'B'}{name[-1]}~{seal}"

    assert see(bent).status_code == 404
    assert "not valid" in see(bent).json()["message"]


def test_the_address_is_the_same_each_time(order) -> None:
    assert pay_links.path_for(order.pk) == pay_links.path_for(order.pk)
    assert pay_links.order_id_of(token_of(order)) == order.pk


def test_an_operator_finds_the_link_of_an_order_that_can_be_paid(stripe, dora, order, token) -> None:
    page = f"/admin/orders/order/{order.pk}/change/"
    assert f"/pay/{token}" in client_for(dora).get(page).content.decode()

    pay(stripe, order)

    assert "/pay/" not in client_for(dora).get(page).content.decode()
