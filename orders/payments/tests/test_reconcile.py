"""What webhooks and the return page both missed becomes true within ten minutes."""

from datetime import timedelta
from decimal import Decimal
from math import ceil

import pytest

from conftest import NOW, make_slot
from marketplace import clock
from marketplace.tests.proof import figure, record
from orders import holds
from orders import tasks as orders_tasks
from orders.models import Order, Payment, StripeEvent
from orders.payments import gateway, reconciling
from orders.payments.tests.paying import (
    DECLINED,
    books_agree_with,
    carry_on,
    open_payment,
    pay,
    report,
)
from orders.tests.booking import book

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.proof
def test_every_payment_is_found_though_every_webhook_was_lost(time_machine, stripe, alice, salon) -> None:
    count = figure(30, 500)
    slot = make_slot(salon, capacity=count)
    for _ in range(count):
        # A customer may hold three unpaid orders; the place of each is settled below.
        order = book(alice, slot)
        stripe.confirm(open_payment(order))
        Order.objects.filter(pk=order.pk).update(payment_status="failed", hold_expires_at=None)
    Order.objects.update(payment_status="unpaid")
    before = len(stripe.calls())

    first = reconciling.reconcile(now=NOW)
    calls = stripe.calls()[before:]
    second = reconciling.reconcile(now=NOW)

    assert first.corrected == count
    assert Order.objects.filter(status="confirmed", payment_status="paid").count() == count
    assert {(call.method, call.path) for call in calls} == {("GET", "/v1/payment_intents")}
    assert len(calls) <= ceil(count / 100)
    assert (second.corrected, second.differences) == (0, [])
    assert books_agree_with(stripe)
    record(
        "R14",
        f"{count} of {count} after one run, {len(calls)} list calls, then 0 changes",
        "500/500, <= 1 call per 100",
    )


def test_asks_nobody_when_nothing_is_open(time_machine, stripe, order) -> None:
    pay(stripe, order)
    before = len(stripe.calls())

    assert reconciling.reconcile(now=NOW).compared == 0
    assert len(stripe.calls()) == before


def test_a_decline_is_found_too(stripe, order) -> None:
    stripe.confirm(open_payment(order), DECLINED)

    assert reconciling.reconcile(now=NOW).corrected == 1

    order.refresh_from_db()
    assert order.payment_status == "failed"


def test_what_nobody_paid_within_a_day_is_ended_at_stripe(time_machine, stripe, order) -> None:
    intent_id = open_payment(order)
    time_machine.forward(timedelta(minutes=16))
    holds.expire_unpaid(now=time_machine.now)
    reconciling.reconcile(now=time_machine.now)
    assert Payment.objects.get().status == "created"

    time_machine.forward(timedelta(days=1))
    reconciling.reconcile(now=time_machine.now)

    assert Payment.objects.get().status == "canceled"
    assert gateway.retrieve_intent(intent_id).status == "canceled"


def test_what_is_processing_for_days_is_left_to_end_by_itself(time_machine, stripe, order) -> None:
    stripe.hold_processing()
    intent_id = pay(stripe, order)
    time_machine.forward(timedelta(days=3))

    reconciling.reconcile(now=time_machine.now)
    assert Payment.objects.get().status == "processing"

    stripe.settle(intent_id)
    stripe.hold_processing(False)
    reconciling.reconcile(now=time_machine.now)
    carry_on()
    order.refresh_from_db()
    assert Payment.objects.get().status == "succeeded"
    assert order.payment_status == "paid"


def test_an_intent_that_stripe_does_not_know_does_not_stop_the_others(stripe, alice, order, slot) -> None:
    other = book(alice, slot)
    stripe.confirm(open_payment(other))
    Payment.objects.create(
        order=order, attempt=1, intent_id="pi_gone", amount=order.total_amount, created_at=NOW
    )

    found = reconciling.reconcile(now=NOW)

    other.refresh_from_db()
    assert other.payment_status == "paid"
    assert len(found.differences) == 1
    assert "pi_gone" in found.differences[0]


def test_the_daily_comparison_finds_nothing_when_all_is_well(stripe, alice, order, slot) -> None:
    pay(stripe, order)
    open_payment(book(alice, slot))

    found = reconciling.compare_all(now=NOW)

    assert (found.corrected, found.differences) == (0, [])


def test_the_daily_comparison_books_what_was_refunded_by_hand(stripe, order) -> None:
    intent_id = pay(stripe, order)
    gateway.create_refund(
        intent_id=intent_id, amount=Decimal("5.00"), refund_id="", order_id="", idempotency_key="by-hand"
    )

    found = reconciling.compare_all(now=NOW)

    order.refresh_from_db()
    assert (found.corrected, found.differences) == (1, [])
    assert (order.payment_status, order.refunded_amount) == ("partially_refunded", Decimal("5.00"))
    assert books_agree_with(stripe)


def test_the_daily_comparison_names_money_that_has_no_payment_here(stripe, order) -> None:
    pay(stripe, order)
    intent = gateway.create_intent(
        amount=Decimal("9.00"), order_id=str(order.pk), attempt=7, description="?", idempotency_key="stray"
    )
    stripe.confirm(intent.id)

    found = reconciling.compare_all(now=NOW)

    assert len(found.differences) == 1
    assert intent.id in found.differences[0]


def test_the_daily_comparison_names_a_payment_that_stripe_does_not_list(stripe, order) -> None:
    pay(stripe, order)
    stripe.reset()

    found = reconciling.compare_all(now=NOW)

    assert len(found.differences) == 1
    assert str(Payment.objects.get().pk) in found.differences[0]


def test_the_tasks_do_what_beat_asks_for(stripe, alice, order, slot) -> None:
    stripe.confirm(open_payment(order))
    orders_tasks.reconcile_payments.run()
    order.refresh_from_db()
    assert order.payment_status == "paid"

    other = book(alice, slot)
    intent_id = open_payment(other)
    stripe.confirm(intent_id)
    report(stripe, stripe.events("payment_intent.succeeded", about=intent_id)[0]["id"])
    orders_tasks.reconcile_payments.run()
    assert StripeEvent.objects.get().processed_at == clock.now()

    assert orders_tasks.compare_all_payments.run() == 0
    assert orders_tasks.execute_refunds.run() == 0
