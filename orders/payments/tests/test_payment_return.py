"""POST /api/orders/{id}/payment-return: settles the payment and returns the order."""

from datetime import timedelta
from decimal import Decimal

import pytest

from accounts.models import Notification
from conftest import client_for
from orders.lifecycle import holds
from orders.models import Order, Payment, Refund, Reservation
from orders.payments.tests.fixtures import (
    DECLINED,
    THREE_D_SECURE,
    books_agree_with,
    carry_on,
    come_back,
    open_payment,
    pay,
)
from orders.tests.booking import book
from orders.tests.money import books

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_payment_confirms_the_order(stripe, alice, order) -> None:
    stripe.confirm(open_payment(order))

    response = come_back(order)

    assert response.status_code == 200
    assert response["ETag"]
    data = response.json()
    assert (data["id"], data["status"], data["paymentStatus"]) == (str(order.pk), "confirmed", "paid")
    assert books() == {"stripe": Decimal("27.50"), "customer": Decimal("-27.50")}
    assert books_agree_with(stripe)


def test_coming_back_twice_changes_nothing_more(stripe, alice, order) -> None:
    pay(stripe, order)
    before = (order.version, Notification.objects.count(), books())

    response = come_back(order)

    order.refresh_from_db()
    assert response.status_code == 200
    assert (order.version, Notification.objects.count(), books()) == before


def test_coming_back_without_having_paid_leaves_the_order_waiting(stripe, order) -> None:
    open_payment(order)

    assert come_back(order).json()["paymentStatus"] == "unpaid"
    assert books() == {}


def test_coming_back_without_a_payment_asks_nobody(stripe, order) -> None:
    assert come_back(order).json()["paymentStatus"] == "unpaid"
    assert not stripe.calls()


def test_a_decline_shows_and_the_order_can_still_be_paid(stripe, order) -> None:
    intent_id = pay(stripe, order, DECLINED)

    assert (order.status, order.payment_status) == ("pending", "failed")
    assert Payment.objects.get().failure_message == "Your card was declined."
    stripe.confirm(intent_id)
    come_back(order)
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert Payment.objects.get().failure_message == ""


@pytest.mark.parametrize(
    ("completes", "status", "payment_status"), [(True, "confirmed", "paid"), (False, "pending", "failed")]
)
def test_three_d_secure(stripe, order, completes, status, payment_status) -> None:
    intent_id = open_payment(order)
    stripe.confirm(intent_id, THREE_D_SECURE, authenticate=None)
    assert come_back(order).json()["paymentStatus"] == "unpaid"
    assert Payment.objects.get().status == "requires_action"

    stripe.authenticate(intent_id, succeeded=completes)
    data = come_back(order).json()

    assert (data["status"], data["paymentStatus"]) == (status, payment_status)


def test_a_payment_that_takes_its_time_is_seen_as_processing(stripe, order) -> None:
    stripe.hold_processing()
    intent_id = pay(stripe, order)
    assert (order.payment_status, Payment.objects.get().status) == ("unpaid", "processing")

    stripe.settle(intent_id)

    assert come_back(order).json()["status"] == "confirmed"
    stripe.hold_processing(False)


def test_the_provider_answers_first_where_they_want_to(stripe, alice, order) -> None:
    Order.objects.filter(pk=order.pk).update(accepts_instantly=False)
    stripe.confirm(open_payment(order))

    data = come_back(order).json()

    assert (data["status"], data["paymentStatus"], data["needsProviderAnswer"]) == ("pending", "paid", True)


def test_a_late_payment_revives_the_order_while_its_place_is_free(time_machine, stripe, order) -> None:
    intent_id = open_payment(order)
    time_machine.shift(timedelta(minutes=15, seconds=1))
    holds.expire_unpaid(now=time_machine.now)

    stripe.confirm(intent_id)
    data = come_back(order).json()

    assert (data["status"], data["paymentStatus"]) == ("confirmed", "paid")
    assert Reservation.objects.filter(order=order, released_at=None).count() == 1
    assert books_agree_with(stripe)


def test_a_late_payment_is_returned_when_the_place_is_gone(time_machine, stripe, order, chiara, slot) -> None:
    intent_id = open_payment(order)
    time_machine.shift(timedelta(minutes=15, seconds=1))
    holds.expire_unpaid(now=time_machine.now)
    slot.refresh_from_db()
    slot.capacity = 1
    slot.save()
    book(chiara, slot)

    stripe.confirm(intent_id)
    data = come_back(order).json()
    carry_on()

    assert (data["status"], data["paymentStatus"], data["refundedAmount"]) == (
        "cancelled",
        "refunded",
        "27.50",
    )
    assert Refund.objects.get().status == "succeeded"
    assert stripe.captured() == 0
    assert books() == {}
    assert books_agree_with(stripe)


def test_a_payment_of_an_order_that_was_cancelled_meanwhile_is_returned(stripe, alice, order) -> None:
    intent_id = open_payment(order)
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    stripe.confirm(intent_id)
    data = come_back(order).json()
    carry_on()

    assert (data["status"], data["paymentStatus"]) == ("cancelled", "refunded")
    assert stripe.captured() == 0
    assert books_agree_with(stripe)


def test_an_answer_of_stripe_that_was_lost_is_found_by_what_stands_on_the_intent(stripe, order) -> None:
    intent_id = open_payment(order)
    Payment.objects.update(intent_id=None)
    stripe.confirm(intent_id)

    assert open_again(order) == 409
    order.refresh_from_db()
    assert order.payment_status == "paid"
    assert Payment.objects.get().intent_id == intent_id


def open_again(order) -> int:
    body = {"amount": str(order.total_amount), "orderId": str(order.pk)}
    return client_for(order.customer).post("/api/create-payment-intent", body).status_code


@pytest.mark.parametrize(("who", "code"), [("chiara", 404), ("bruno", 403), ("dora", 200)])
def test_only_the_customer_or_an_operator_comes_back(request, stripe, order, who, code) -> None:
    open_payment(order)

    assert come_back(order, request.getfixturevalue(who)).status_code == code


def test_a_visitor_signs_in_first(order) -> None:
    assert client_for().post(f"/api/orders/{order.pk}/payment-return").status_code == 401


def test_says_so_when_stripe_cannot_be_asked(settings, stripe, order) -> None:
    stripe.confirm(open_payment(order))
    settings.STRIPE_NETWORK_RETRIES = 0
    stripe.fault("error_500", "GET /v1/payment_intents/*")

    first, second = come_back(order), come_back(order)

    assert (first.status_code, first.json()["code"]) == (503, "payment_provider_unavailable")
    assert (second.status_code, second.json()["status"]) == (200, "confirmed")


@pytest.mark.parametrize(
    "change",
    [
        {"amount": 100},
        {"currency": "eur"},
        {"livemode": True},
        {"metadata": {"order_id": "another"}},
        {"amount_received": 100},
    ],
)
def test_an_intent_that_is_not_the_one_that_was_opened_settles_nothing(stripe, order, change, client) -> None:
    intent_id = open_payment(order)
    stripe.confirm(intent_id)
    intent = stripe.standin.store.get(intent_id, "payment_intent")
    with stripe.standin.store.transaction():
        stripe.standin.store.put(intent | change)

    response = come_back(order)

    order.refresh_from_db()
    assert (response.status_code, response.json()["code"]) == (502, "payment_mismatch")
    assert (order.status, order.payment_status) == ("pending", "unpaid")
    assert books() == {}
