"""Refunds."""

import pytest
import stripe

from demo.stripe_standin.tests.conftest import AT_ONCE, PAYMENT


@pytest.fixture
def paid(client):
    return client.v1.payment_intents.create(AT_ONCE | {"payment_method": "pm_card_visa"})


def test_a_refund_gives_everything_back(client, standin, paid):
    refund = client.v1.refunds.create(
        {"payment_intent": paid.id, "reason": "requested_by_customer", "metadata": {"order": "o-1"}}
    )

    charge = client.v1.charges.retrieve(paid.latest_charge)
    assert (refund.status, refund.amount, refund.reason) == ("succeeded", 2750, "requested_by_customer")
    assert refund.metadata.to_dict() == {"order": "o-1"}
    assert (charge.refunded, charge.amount_refunded) == (True, 2750)
    assert client.v1.balance_transactions.retrieve(refund.balance_transaction).net == -2750
    assert [event["type"] for event in standin.events(about=paid.id)][-3:] == [
        "refund.created",
        "charge.refunded",
        "refund.updated",
    ]


def test_parts_are_refunded_up_to_what_was_paid(client, paid):
    first = client.v1.refunds.create({"payment_intent": paid.id, "amount": 1000})
    with pytest.raises(stripe.InvalidRequestError) as too_much:
        client.v1.refunds.create({"charge": paid.latest_charge, "amount": 1751})
    second = client.v1.refunds.create({"charge": paid.latest_charge, "amount": 1750})
    with pytest.raises(stripe.InvalidRequestError) as again:
        client.v1.refunds.create({"payment_intent": paid.id})

    assert "greater than unrefunded amount on charge (CHF 17.50)" in str(too_much.value)
    assert too_much.value.param == "amount"
    assert again.value.code == "charge_already_refunded"
    listed = client.v1.refunds.list({"payment_intent": paid.id})
    assert [refund.id for refund in listed] == [second.id, first.id]
    assert client.v1.refunds.retrieve(first.id).amount == 1000
    expanded = client.v1.payment_intents.retrieve(paid.id, {"expand": ["latest_charge.refunds"]})
    assert [refund.amount for refund in expanded.latest_charge.refunds] == [1750, 1000]


def test_what_was_not_paid_is_not_refunded(client):
    intent = client.v1.payment_intents.create(PAYMENT)

    with pytest.raises(stripe.InvalidRequestError, match="does not have a successful charge"):
        client.v1.refunds.create({"payment_intent": intent.id})
    with pytest.raises(stripe.InvalidRequestError) as unknown:
        client.v1.refunds.create({"payment_intent": "pi_unknown"})

    assert unknown.value.code == "resource_missing"


def test_a_refund_can_stay_pending_and_then_fail(client, standin):
    paid = client.v1.payment_intents.create(AT_ONCE | {"payment_method": "pm_card_pendingRefund"})
    refund = client.v1.refunds.create({"payment_intent": paid.id})

    standin.settle_refund(refund.id, succeeded=False)

    assert refund.status == "pending"
    assert client.v1.refunds.retrieve(refund.id).status == "failed"
    assert client.v1.charges.retrieve(paid.latest_charge).amount_refunded == 0
    assert standin.events("refund.failed", about=refund.id)


def test_captured_counts_charges_less_refunds(client, standin, paid):
    client.v1.refunds.create({"payment_intent": paid.id, "amount": 50})

    assert standin.captured() == 2700
