"""Paying: what Stripe's test cards do, seen through the official SDK."""

import pytest
import stripe

from demo.stripe_standin.tests.conftest import AT_ONCE, PAYMENT


def kinds(standin, intent_id):
    return [event["type"] for event in standin.events(about=intent_id)]


def test_a_new_intent_waits_for_a_card(client, standin):
    intent = client.v1.payment_intents.create(
        PAYMENT
        | {
            "metadata": {"order": "o-1"},
            "transfer_group": "o-1",
            "receipt_email": "alice@example.org",
            "description": "Standard wash",
            "setup_future_usage": "off_session",
        }
    )

    assert intent.id.startswith("pi_")
    assert intent.client_secret.startswith(f"{intent.id}_secret_")
    assert (intent.status, intent.amount, intent.currency) == ("requires_payment_method", 2750, "chf")
    assert intent.metadata.to_dict() == {"order": "o-1"}
    assert (intent.transfer_group, intent.receipt_email) == ("o-1", "alice@example.org")
    assert intent.livemode is False
    assert kinds(standin, intent.id) == ["payment_intent.created"]


def test_a_good_card_pays_and_leaves_a_charge_with_its_fee(client, standin):
    intent = client.v1.payment_intents.create(PAYMENT | {"metadata": {"order": "o-1"}})

    standin.confirm(intent.id, "4242424242424242")

    paid = client.v1.payment_intents.retrieve(
        intent.id, {"expand": ["latest_charge.balance_transaction", "payment_method"]}
    )
    charge = paid.latest_charge
    assert (paid.status, paid.amount_received) == ("succeeded", 2750)
    assert (charge.status, charge.paid, charge.captured, charge.amount_captured) == (
        "succeeded",
        True,
        True,
        2750,
    )
    assert charge.metadata.to_dict() == {"order": "o-1"}
    assert (charge.payment_method_details.card.last4, charge.payment_intent) == ("4242", intent.id)
    assert (charge.balance_transaction.fee, charge.balance_transaction.net) == (110, 2640)
    assert paid.payment_method.card.brand == "visa"
    assert kinds(standin, intent.id) == [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]
    assert client.v1.charges.retrieve(charge.id).id == charge.id


DECLINES = [
    ("4000000000000002", "pm_card_visa_chargeDeclined", "card_declined", "generic_decline"),
    (
        "4000000000009995",
        "pm_card_visa_chargeDeclinedInsufficientFunds",
        "card_declined",
        "insufficient_funds",
    ),
    ("4000000000009987", "pm_card_visa_chargeDeclinedLostCard", "card_declined", "lost_card"),
    ("4000000000009979", "pm_card_visa_chargeDeclinedStolenCard", "card_declined", "stolen_card"),
    ("4000000000000069", "pm_card_chargeDeclinedExpiredCard", "expired_card", "expired_card"),
    ("4000000000000127", "pm_card_chargeDeclinedIncorrectCvc", "incorrect_cvc", "incorrect_cvc"),
    ("4000000000000119", "pm_card_chargeDeclinedProcessingError", "processing_error", "processing_error"),
    ("4000000000000341", "pm_card_chargeCustomerFail", "card_declined", "generic_decline"),
]


@pytest.mark.parametrize("card", DECLINES, ids=lambda card: card[0])
def test_a_declining_card_answers_its_documented_code(client, standin, card):
    number, token, code, decline_code = card
    intent = client.v1.payment_intents.create(PAYMENT)

    refused = standin.confirm(intent.id, number)
    with pytest.raises(stripe.CardError) as by_token:
        client.v1.payment_intents.create(AT_ONCE | {"payment_method": token})

    error = by_token.value.error
    assert by_token.value.http_status == 402
    assert (error.type, error.code, error.decline_code) == ("card_error", code, decline_code)
    assert error.payment_intent.status == "requires_payment_method"
    assert client.v1.charges.retrieve(error.charge).status == "failed"
    assert refused["status"] == "requires_payment_method"
    assert refused["payment_method"] is None
    assert refused["last_payment_error"]["code"] == code
    assert refused["last_payment_error"]["decline_code"] == decline_code
    assert kinds(standin, intent.id) == [
        "payment_intent.created",
        "charge.failed",
        "payment_intent.payment_failed",
    ]


def test_after_a_decline_another_card_pays_the_same_intent(client, standin):
    intent = client.v1.payment_intents.create(PAYMENT)
    standin.confirm(intent.id, "4000000000000002")

    paid = standin.confirm(intent.id, "4242424242424242")

    assert paid["status"] == "succeeded"
    assert paid["last_payment_error"] is None
    assert [charge.status for charge in client.v1.charges.list({"payment_intent": intent.id})] == [
        "succeeded",
        "failed",
    ]


def test_three_d_secure_asks_and_completing_it_pays(client, standin):
    intent = client.v1.payment_intents.create(PAYMENT)

    asked = standin.confirm(intent.id, "4000002760003184", authenticate=None)
    paid = standin.authenticate(intent.id, succeeded=True)

    assert (asked["status"], asked["next_action"]["type"]) == ("requires_action", "use_stripe_sdk")
    assert (paid["status"], paid["next_action"]) == ("succeeded", None)
    charge = client.v1.charges.retrieve(paid["latest_charge"])
    assert charge.payment_method_details.card.three_d_secure.result == "authenticated"
    assert kinds(standin, intent.id) == [
        "payment_intent.created",
        "payment_intent.requires_action",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]


def test_failing_three_d_secure_takes_no_money(client, standin):
    intent = client.v1.payment_intents.create(PAYMENT)

    refused = standin.confirm(intent.id, "4000002500003155", authenticate=False)

    assert refused["status"] == "requires_payment_method"
    assert refused["last_payment_error"]["code"] == "payment_intent_authentication_failure"
    assert client.v1.charges.list({"payment_intent": intent.id}).data == []
    assert kinds(standin, intent.id)[-1] == "payment_intent.payment_failed"


def test_a_card_may_decline_after_three_d_secure(client, standin):
    intent = client.v1.payment_intents.create(PAYMENT)

    refused = standin.confirm(intent.id, "4000008400001629", authenticate=True)

    assert refused["last_payment_error"]["decline_code"] == "generic_decline"
    assert refused["status"] == "requires_payment_method"


def test_the_server_may_send_the_customer_to_the_bank_by_redirect(client):
    intent = client.v1.payment_intents.create(
        PAYMENT
        | {
            "confirm": True,
            "payment_method": "pm_card_threeDSecure2Required",
            "return_url": "https://shop.example/t/1",
        }
    )

    assert intent.status == "requires_action"
    assert intent.next_action.type == "redirect_to_url"
    assert f"/stripe-standin/authenticate/{intent.id}?" in intent.next_action.redirect_to_url.url


def test_a_wrong_number_is_refused_before_any_charge(client, standin):
    intent = client.v1.payment_intents.create(PAYMENT)

    standin.confirm(intent.id, "4242424242424241")

    assert client.v1.payment_intents.retrieve(intent.id).status == "requires_payment_method"
    assert standin.objects("charge") == []


def test_a_real_card_number_is_never_taken(client, standin):
    intent = client.v1.payment_intents.create(PAYMENT)

    standin.confirm(intent.id, "4539578763621486")

    assert client.v1.payment_intents.retrieve(intent.id).status == "requires_payment_method"
    assert standin.objects("payment_method") == []
    assert standin.objects("charge") == []


def test_card_numbers_are_refused_from_a_server(client):
    with pytest.raises(stripe.CardError) as refused:
        client.v1.payment_methods.create(
            {"type": "card", "card": {"number": "4242424242424242", "exp_month": 1, "exp_year": 2040}}
        )

    assert "generally unsafe" in str(refused.value)


def test_a_paid_intent_is_neither_confirmed_changed_nor_cancelled(client):
    intent = client.v1.payment_intents.create(AT_ONCE | {"payment_method": "pm_card_visa"})
    assert intent.status == "succeeded"

    for act in (
        lambda: client.v1.payment_intents.confirm(intent.id),
        lambda: client.v1.payment_intents.update(intent.id, {"amount": 5000}),
        lambda: client.v1.payment_intents.cancel(intent.id),
    ):
        with pytest.raises(stripe.InvalidRequestError) as refused:
            act()
        assert refused.value.code == "payment_intent_unexpected_state"
        assert refused.value.error.payment_intent.status == "succeeded"

    changed = client.v1.payment_intents.update(intent.id, {"metadata": {"order": "o-2"}})
    assert changed.metadata.to_dict() == {"order": "o-2"}


def test_an_open_intent_can_be_changed_and_cancelled(client, standin):
    intent = client.v1.payment_intents.create(PAYMENT | {"metadata": {"a": "1", "b": "2"}})

    changed = client.v1.payment_intents.update(intent.id, {"amount": 3000, "metadata": {"a": "", "c": "3"}})
    cancelled = client.v1.payment_intents.cancel(intent.id, {"cancellation_reason": "abandoned"})

    assert (changed.amount, changed.metadata.to_dict()) == (3000, {"b": "2", "c": "3"})
    assert (cancelled.status, cancelled.cancellation_reason) == ("canceled", "abandoned")
    assert standin.confirm(intent.id)["status"] == "canceled"
    assert kinds(standin, intent.id) == ["payment_intent.created", "payment_intent.canceled"]


def test_a_payment_can_be_held_in_processing(client, standin):
    intents = [client.v1.payment_intents.create(PAYMENT) for _ in range(2)]
    standin.hold_processing()
    held = [standin.confirm(intent.id)["status"] for intent in intents]

    standin.settle(intents[0].id, "succeeded")
    standin.settle(intents[1].id, "failed")

    assert held == ["processing", "processing"]
    assert client.v1.payment_intents.retrieve(intents[0].id).status == "succeeded"
    assert client.v1.payment_intents.retrieve(intents[1].id).status == "requires_payment_method"
    assert kinds(standin, intents[0].id)[1:] == [
        "payment_intent.processing",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]


def test_lists_page_through_everything_newest_first(client):
    ids = [client.v1.payment_intents.create(PAYMENT).id for _ in range(7)]

    first = client.v1.payment_intents.list({"limit": 3})
    second = client.v1.payment_intents.list({"limit": 3, "starting_after": first.data[-1].id})
    before = client.v1.payment_intents.list({"limit": 3, "ending_before": ids[1]})
    everything = [intent.id for intent in client.v1.payment_intents.list({"limit": 2}).auto_paging_iter()]

    assert [intent.id for intent in first.data] == ids[:-4:-1]
    assert [intent.id for intent in second.data] == [ids[3], ids[2], ids[1]]
    assert [intent.id for intent in before.data] == [ids[4], ids[3], ids[2]]
    assert (first.has_more, before.has_more) == (True, True)
    assert everything == ids[::-1]


def test_lists_filter_by_customer_and_by_time(client):
    alice = client.v1.customers.create({"email": "alice@example.org"})
    hers = client.v1.payment_intents.create(PAYMENT | {"customer": alice.id})
    client.v1.payment_intents.create(PAYMENT)

    by_customer = client.v1.payment_intents.list({"customer": alice.id})
    later = client.v1.payment_intents.list({"created": {"gt": hers.created + 3600}})
    around = client.v1.payment_intents.list({"created": {"gte": hers.created - 60, "lt": hers.created + 60}})

    assert [intent.id for intent in by_customer] == [hers.id]
    assert later.data == []
    assert len(around.data) == 2
