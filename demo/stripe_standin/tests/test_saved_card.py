"""Customers, saved cards, and charging them off session."""

import pytest
import stripe

from demo.stripe_standin.tests.conftest import AT_ONCE, PAYMENT


@pytest.fixture
def alice(client):
    return client.v1.customers.create({"email": "alice@example.org", "metadata": {"account": "a-1"}})


def save(client, standin, customer, card, *, authenticate=True):
    intent = client.v1.setup_intents.create(
        {"customer": customer.id, "automatic_payment_methods": {"enabled": True}, "usage": "off_session"}
    )
    return standin.confirm(intent.id, card, authenticate=authenticate)


def charge(client, customer, method):
    return client.v1.payment_intents.create(
        AT_ONCE | {"customer": customer.id, "payment_method": method, "off_session": True}
    )


def test_a_customer_is_kept_found_and_changed(client, alice):
    changed = client.v1.customers.update(alice.id, {"name": "Alice Meier", "metadata": {"account": ""}})

    assert client.v1.customers.retrieve(alice.id).name == "Alice Meier"
    assert changed.metadata.to_dict() == {}
    assert [one.id for one in client.v1.customers.list({"email": "alice@example.org"})] == [alice.id]
    assert client.v1.customers.list({"email": "bruno@example.org"}).data == []


def test_a_deleted_customer_says_so(client, alice):
    client.v1.customers.delete(alice.id)

    assert client.v1.customers.retrieve(alice.id).deleted is True
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.customers.update(alice.id, {"name": "Alice"})


def test_a_setup_intent_saves_a_card_that_is_charged_later(client, standin, alice):
    saved = save(client, standin, alice, "4242424242424242")

    paid = charge(client, alice, saved["payment_method"])

    assert saved["status"] == "succeeded"
    assert paid.status == "succeeded"
    cards = client.v1.customers.payment_methods.list(alice.id)
    assert [card.id for card in cards] == [saved["payment_method"]]
    assert [card.id for card in client.v1.payment_methods.list({"customer": alice.id, "type": "card"})] == [
        saved["payment_method"]
    ]
    assert standin.events("setup_intent.succeeded", about=saved["id"])


def test_paying_can_save_the_card(client, standin, alice):
    intent = client.v1.payment_intents.create(
        PAYMENT | {"customer": alice.id, "setup_future_usage": "off_session"}
    )

    paid = standin.confirm(intent.id)

    assert client.v1.payment_methods.retrieve(paid["payment_method"]).customer == alice.id
    assert charge(client, alice, paid["payment_method"]).status == "succeeded"


def test_a_card_that_must_authenticate_asks_its_absent_owner(client, standin, alice):
    saved = save(client, standin, alice, "4000002760003184")

    with pytest.raises(stripe.CardError) as refused:
        charge(client, alice, saved["payment_method"])

    error = refused.value.error
    assert (error.code, error.decline_code) == ("authentication_required", "authentication_required")
    assert error.payment_intent.status == "requires_payment_method"
    assert error.payment_method.id == saved["payment_method"]
    # Its owner pays by the link: the same intent, now on session, with the saved card.
    intent = client.v1.payment_intents.confirm(
        error.payment_intent.id, {"payment_method": saved["payment_method"], "use_stripe_sdk": True}
    )
    assert intent.status == "requires_action"
    assert standin.authenticate(intent.id)["status"] == "succeeded"


def test_authenticating_once_sets_a_card_up_for_later(client, standin, alice):
    saved = save(client, standin, alice, "4000002500003155")
    attached = client.v1.payment_methods.attach(
        "pm_card_authenticationRequiredOnSetup", {"customer": alice.id}
    )

    assert charge(client, alice, saved["payment_method"]).status == "succeeded"
    with pytest.raises(stripe.CardError) as refused:
        charge(client, alice, attached.id)
    assert refused.value.code == "authentication_required"


def test_a_card_can_be_saved_and_still_decline_later(client, standin, alice):
    saved = save(client, standin, alice, "4000000000000341")

    with pytest.raises(stripe.CardError) as refused:
        charge(client, alice, saved["payment_method"])

    assert refused.value.code == "card_declined"


def test_a_declining_card_is_not_saved(client, standin, alice):
    refused = save(client, standin, alice, "4000000000000002")
    unauthenticated = save(client, standin, alice, "4000002500003155", authenticate=False)

    assert refused["last_setup_error"]["code"] == "card_declined"
    assert unauthenticated["last_setup_error"]["code"] == "setup_intent_authentication_failure"
    assert client.v1.customers.payment_methods.list(alice.id).data == []
    assert len(standin.events("setup_intent.setup_failed")) == 2


def test_a_detached_card_cannot_be_charged(client, alice):
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": alice.id})
    client.v1.payment_methods.detach(method.id)

    with pytest.raises(stripe.InvalidRequestError, match="may not be used again"):
        charge(client, alice, method.id)
    assert client.v1.customers.payment_methods.list(alice.id).data == []


def test_a_card_pays_only_for_its_own_customer(client, alice):
    chiara = client.v1.customers.create({"email": "chiara@example.org"})
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": alice.id})

    with pytest.raises(stripe.InvalidRequestError, match="does not belong to the Customer"):
        charge(client, chiara, method.id)
    with pytest.raises(stripe.InvalidRequestError, match="include the Customer"):
        client.v1.payment_intents.create(AT_ONCE | {"payment_method": method.id})


def test_an_intent_keeps_its_customer_and_lets_its_card_go(client, alice):
    chiara = client.v1.customers.create({"email": "chiara@example.org"})
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": alice.id})
    intent = client.v1.payment_intents.create(PAYMENT | {"customer": alice.id, "payment_method": method.id})

    for customer in (alice.id, chiara.id, ""):
        with pytest.raises(stripe.InvalidRequestError, match="cannot modify `customer`"):
            client.v1.payment_intents.update(intent.id, {"customer": customer})
    changed = client.v1.payment_intents.update(intent.id, {"payment_method": ""})

    assert (intent.status, intent.payment_method) == ("requires_confirmation", method.id)
    assert (changed.status, changed.payment_method) == ("requires_payment_method", None)
    assert changed.customer == alice.id


def test_a_card_without_customer_pays_once(client):
    paid = client.v1.payment_intents.create(AT_ONCE | {"payment_method": "pm_card_mastercard"})

    with pytest.raises(stripe.InvalidRequestError, match="previously used"):
        client.v1.payment_intents.create(AT_ONCE | {"payment_method": paid.payment_method})


def test_the_default_card_must_be_the_customers_own(client, alice):
    method = client.v1.payment_methods.attach("pm_card_visa", {"customer": alice.id})

    client.v1.customers.update(alice.id, {"invoice_settings": {"default_payment_method": method.id}})

    assert client.v1.customers.retrieve(alice.id).invoice_settings.default_payment_method == method.id
    with pytest.raises(stripe.InvalidRequestError):
        client.v1.customers.update(alice.id, {"invoice_settings": {"default_payment_method": "pm_card_visa"}})
