"""Settling: outdated responses of Stripe never revert a payment's status."""

from datetime import timedelta
from itertools import permutations

import pytest

from conftest import NOW, make_slot
from orders.models import Payment
from orders.payments import gateway
from orders.payments.settle import apply_intent, settle
from orders.payments.tests.fixtures import open_payment, violations
from orders.tests.booking import book

STAGES = ["requires_payment_method", "requires_action", "processing", "succeeded", "canceled"]


def stage(payment: Payment, status: str) -> gateway.Intent:
    """Return a payment's intent with a status."""
    succeeded = status == "succeeded"
    return gateway.Intent(
        id=payment.intent_id or "",
        status=status,
        amount=payment.amount,
        amount_received=payment.amount if succeeded else payment.amount * 0,
        currency="chf",
        livemode=False,
        order_id=str(payment.order_id),
        attempt=str(payment.attempt),
        error_message="Your card was declined." if status == "requires_payment_method" else "",
        client_secret="",
    )


def test_stale_answers_in_any_order_leave_a_payment_succeeded(now, alice, salon) -> None:
    slot = make_slot(salon, capacity=200)

    for arrival in permutations(STAGES[:4]):
        order = book(alice, slot)
        payment = Payment.objects.create(
            order=order, attempt=1, intent_id=f"pi_{order.pk.hex}", amount=order.total_amount, created_at=NOW
        )
        for status in (*arrival, *arrival):
            apply_intent(intent=stage(payment, status), now=NOW)
        payment.refresh_from_db()
        order.refresh_from_db()
        assert (payment.status, order.payment_status, order.status) == ("succeeded", "paid", "confirmed")
        assert order.ledger_entries.count() == 2
        assert order.events.count() == 2

    assert violations() == []


def test_a_payment_is_settled_when_it_is_final_and_not_before(now, alice, slot) -> None:
    order = book(alice, slot)
    payment = Payment.objects.create(
        order=order, attempt=1, intent_id="pi_1", amount=order.total_amount, created_at=NOW
    )

    apply_intent(intent=stage(payment, "processing"), now=NOW)
    assert Payment.objects.get().settled_at is None
    apply_intent(intent=stage(payment, "succeeded"), now=NOW + timedelta(hours=1))

    assert Payment.objects.get().settled_at == NOW + timedelta(hours=1)


def test_a_payment_that_succeeded_is_never_canceled(now, alice, slot) -> None:
    order = book(alice, slot)
    payment = Payment.objects.create(
        order=order, attempt=1, intent_id="pi_1", amount=order.total_amount, created_at=NOW
    )
    apply_intent(intent=stage(payment, "succeeded"), now=NOW)

    apply_intent(intent=stage(payment, "canceled"), now=NOW)

    payment.refresh_from_db()
    assert payment.status == "succeeded"


@pytest.mark.parametrize(
    "metadata", [("", ""), ("not-an-id", "1"), ("7f1e6f0e-0c7e-4b55-9d0a-000000000000", "x")]
)
def test_an_intent_of_somebody_else_is_left_alone(db, metadata) -> None:
    order_id, attempt = metadata
    intent = gateway.Intent(
        id="pi_other",
        status="succeeded",
        amount=gateway.from_rappen(100),
        amount_received=gateway.from_rappen(100),
        currency="chf",
        livemode=False,
        order_id=order_id,
        attempt=attempt,
        error_message="",
        client_secret="",
    )

    assert apply_intent(intent=intent, now=NOW) is None


def test_a_second_intent_of_the_same_attempt_takes_no_payment_that_has_one(stripe, order) -> None:
    first = open_payment(order)
    second = gateway.create_intent(
        amount=order.total_amount,
        order_id=str(order.pk),
        attempt=1,
        description="another",
        idempotency_key="of-another-system",
    )
    stripe.confirm(second.id)

    assert settle(intent_id=second.id, now=NOW) is None

    payment = order.payments.get()
    assert (payment.intent_id, payment.status) == (first, "created")
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("pending", "unpaid")
