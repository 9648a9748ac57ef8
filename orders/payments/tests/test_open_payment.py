"""POST /api/create-payment-intent: one live intent per order, for its total, for its customer."""

from datetime import timedelta

import pytest
from django.db import connection

from conftest import client_for
from marketplace.http.models import IdempotencyRecord
from orders.lifecycle import holds
from orders.models import Payment
from orders.payments import gateway
from orders.payments.tests.fixtures import DECLINED, ask, books_agree_with, come_back, open_payment, pay
from orders.tests.booking import book

pytestmark = pytest.mark.django_db(transaction=True)


def test_opens_a_payment_in_swiss_francs_for_the_total(stripe, alice, order) -> None:
    response = ask(alice, order)

    assert response.status_code == 200, response.json()
    assert {*response.json()} == {"clientSecret", "canSaveCard"}
    (intent,) = stripe.objects("payment_intent")
    assert response.json()["clientSecret"] == intent["client_secret"]
    assert (intent["amount"], intent["currency"]) == (2750, "chf")
    assert intent["automatic_payment_methods"]["enabled"] is True
    assert intent["metadata"] == {"order_id": str(order.pk), "attempt": "1"}
    payment = Payment.objects.get()
    assert (payment.intent_id, payment.status, payment.attempt) == (intent["id"], "created", 1)


def test_the_same_payment_is_given_again(stripe, alice, order) -> None:
    first, second = ask(alice, order), ask(alice, order, 27.5)

    assert first.json() == second.json()
    assert len(stripe.objects("payment_intent")) == Payment.objects.count() == 1


@pytest.mark.parametrize(
    "amount", [0, -1, 0.01, 1e9, "NaN", "sNaN", "Infinity", "", "27,50", "abc", 27.49, "25.00"]
)
def test_refuses_an_amount_that_is_not_the_total(stripe, alice, order, amount) -> None:
    response = ask(alice, order, amount)

    assert (response.status_code, response.json()["code"]) == (400, "amount_mismatch")
    assert list(response.json()["fields"]) == ["amount"]
    assert not stripe.calls()
    assert not Payment.objects.exists()


def test_refuses_another_orders_amount(stripe, alice, order, slot) -> None:
    other = book(alice, slot, serviceType="premium")

    response = ask(alice, order, str(other.total_amount))

    assert (response.status_code, response.json()["code"]) == (400, "amount_mismatch")


@pytest.mark.parametrize("amount", [True, [27.5], {"chf": 27.5}, None])
def test_refuses_an_amount_of_another_type(alice, order, amount) -> None:
    response = client_for(alice).post(
        "/api/create-payment-intent", {"amount": amount, "orderId": str(order.pk)}
    )

    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert list(response.json()["fields"]) == ["amount"]


@pytest.mark.parametrize("amount", ["27.50", "27.5", 27.5, "27.500"])
def test_takes_the_total_as_number_or_text(alice, order, amount) -> None:
    assert ask(alice, order, amount).status_code == 200


def test_a_visitor_signs_in_first(order) -> None:
    assert ask(None, order).status_code == 401


@pytest.mark.parametrize("who", ["bruno", "chiara", "dora"])
def test_nobody_else_finds_the_order(request, stripe, order, who) -> None:
    response = ask(request.getfixturevalue(who), order)

    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert not stripe.calls()


def test_refuses_a_paid_order(stripe, alice, order) -> None:
    pay(stripe, order)

    response = ask(alice, order)

    assert (response.status_code, response.json()["code"]) == (409, "order_not_payable")


def test_refuses_an_order_that_was_paid_a_moment_ago(stripe, alice, order) -> None:
    stripe.confirm(open_payment(order))

    response = ask(alice, order)

    order.refresh_from_db()
    assert (response.status_code, response.json()["code"]) == (409, "order_not_payable")
    assert (order.status, order.payment_status) == ("confirmed", "paid")


def test_refuses_a_cancelled_order(alice, order) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    response = ask(alice, order)

    assert (response.status_code, response.json()["code"]) == (409, "order_not_payable")


@pytest.mark.parametrize("swept", [False, True])
def test_refuses_an_order_whose_hold_is_over(time_machine, stripe, alice, order, swept) -> None:
    time_machine.shift(timedelta(minutes=15))
    if swept:
        holds.expire_unpaid(now=time_machine.now)

    response = ask(alice, order)

    assert (response.status_code, response.json()["code"]) == (409, "hold_expired")
    assert not stripe.calls()


def test_can_be_paid_until_the_last_second_of_the_hold(time_machine, alice, order) -> None:
    time_machine.shift(timedelta(minutes=14, seconds=59))

    assert ask(alice, order).status_code == 200


def test_a_declined_payment_may_be_tried_again_with_the_same_intent(stripe, alice, order) -> None:
    intent_id = pay(stripe, order, "4000000000000002")
    assert order.payment_status == "failed"

    assert open_payment(order) == intent_id
    stripe.confirm(intent_id)
    come_back(order)

    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")


def test_says_so_without_keys(settings, alice, order) -> None:
    settings.STRIPE_SECRET_KEY = settings.STRIPE_PUBLISHABLE_KEY = ""

    response = ask(alice, order)

    assert (response.status_code, response.json()["code"]) == (503, "payments_not_configured")


def test_a_wrong_key_is_a_bad_gateway(settings, alice, order) -> None:
    settings.STRIPE_SECRET_KEY = "sk_test_wrong"

    response = ask(alice, order)

    assert (response.status_code, response.json()["code"]) == (502, "payment_provider_unavailable")
    assert "sk_test" not in response.content.decode()


@pytest.mark.parametrize("fault", ["reset_before", "reset_after"])
def test_a_connection_that_ends_before_the_response_is_made_anew_once(stripe, alice, order, fault) -> None:
    stripe.fault(fault, "POST /v1/payment_intents")

    assert ask(alice, order).status_code == 200

    assert len(stripe.objects("payment_intent")) == 1
    assert [call.fault for call in stripe.calls("POST")] == [fault, None]


def test_a_page_sends_nothing_a_third_time(stripe, alice, order) -> None:
    stripe.fault("reset_before", "POST /v1/payment_intents", times=3)

    assert ask(alice, order).status_code == 503

    assert len(stripe.calls("POST")) == 2


@pytest.mark.sweep
@pytest.mark.parametrize(
    "fault",
    [
        "timeout_before",
        "timeout_after",
        "reset_before",
        "reset_after",
        "error_500",
        "error_500_after",
        "error_500_stored",
        "rate_limit",
        "lock_timeout",
    ],
)
def test_try_again_works_after_every_failure_of_stripe(settings, stripe, alice, order, fault) -> None:
    settings.STRIPE_NETWORK_RETRIES = 0
    if fault.startswith("timeout"):
        settings.STRIPE_TIMEOUT_SECONDS = 1.0
    # A page sends once more what met a connection that ended.
    stripe.fault(fault, "POST /v1/payment_intents", times=2 if fault.startswith("reset") else 1)

    first, second = ask(alice, order), ask(alice, order)

    assert (first.status_code, first.json()["code"]) == (503, "payment_provider_unavailable")
    assert first["Retry-After"]
    assert second.status_code == 200, second.json()
    stripe.confirm(second.json()["clientSecret"].split("_secret_")[0])
    come_back(order)
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert stripe.captured() == 2750


def test_an_intent_that_ended_at_stripe_is_replaced(stripe, alice, order) -> None:
    first = open_payment(order)
    gateway.cancel_intent(first)

    second = open_payment(order)

    assert second != first
    assert list(order.payments.order_by("attempt").values_list("status", flat=True)) == [
        "canceled",
        "created",
    ]


def test_a_repeated_key_gives_the_first_answer_even_after_paying(stripe, alice, order) -> None:
    key = {"Idempotency-Key": "c0ffee"}
    first = ask(alice, order, **key)
    stripe.confirm(first.json()["clientSecret"].split("_secret_")[0])
    come_back(order)

    again = ask(alice, order, **key)

    assert (again.status_code, again.json()) == (200, first.json())
    assert again["Idempotency-Key"] == "c0ffee"


def test_a_repeated_key_with_another_body_is_refused(stripe, alice, order) -> None:
    key = {"Idempotency-Key": "c0ffee"}
    ask(alice, order, **key)

    response = ask(alice, order, 27.5, **key)

    assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")


def test_a_key_that_somebody_else_used_opens_ones_own_payment(stripe, alice, chiara, slot, order) -> None:
    key, own = {"Idempotency-Key": "c0ffee"}, book(chiara, slot)
    hers = ask(alice, order, **key).json()

    first, again = ask(chiara, own, **key), ask(chiara, own, **key)

    assert (first.status_code, again.status_code) == (200, 200), first.json()
    assert first.json() == again.json() != hers
    assert ask(alice, order, **key).json() == hers


def test_the_secret_is_nowhere_in_the_database(stripe, alice, order, caplog) -> None:
    caplog.set_level("DEBUG")
    secret = ask(alice, order, **{"Idempotency-Key": "c0ffee"}).json()["clientSecret"]

    assert IdempotencyRecord.objects.get(key="c0ffee").body == {"paymentId": str(Payment.objects.get().pk)}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            assert secret not in str(cursor.fetchall())
    assert secret not in caplog.text


def test_an_intent_that_stripe_has_forgotten_is_made_anew(stripe, alice, order) -> None:
    pay(stripe, order, DECLINED)
    Payment.objects.update(intent_id="pi_gone")

    intent_id = open_payment(order)

    order.refresh_from_db()
    assert intent_id != "pi_gone"
    assert order.payment_status == "unpaid"
    assert list(Payment.objects.order_by("attempt").values_list("intent_id", "status")) == [
        ("pi_gone", "canceled"),
        (intent_id, "created"),
    ]
    pay(stripe, order)
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert books_agree_with(stripe)


def test_who_comes_back_to_an_intent_that_stripe_has_forgotten_can_pay_anew(stripe, alice, order) -> None:
    open_payment(order)
    Payment.objects.update(intent_id="pi_gone")

    response = come_back(order)

    assert (response.status_code, response.json()["paymentStatus"]) == (200, "unpaid")
    assert Payment.objects.get().status == "canceled"
    assert pay(stripe, order) != "pi_gone"
    assert order.payment_status == "paid"
