"""What webhooks and the return page both missed is settled within ten minutes."""

from contextlib import contextmanager, nullcontext
from datetime import timedelta
from decimal import Decimal
from math import ceil
from threading import Event, Thread
from uuid import uuid4

import pytest
from django.db import connection, transaction

from conftest import NOW, make_slot
from marketplace import clock
from marketplace.jobs.models import Job
from marketplace.tests.proof import figure, record
from orders import locking
from orders import tasks as orders_tasks
from orders.lifecycle import holds
from orders.models import Dispute, Order, Payment, StripeEvent
from orders.payments import gateway, reconciling
from orders.payments.dispute_gateway import pages_of_disputes
from orders.payments.disputes import apply_dispute
from orders.payments.tests.fixtures import (
    DECLINED,
    THREE_D_SECURE,
    books_agree_with,
    carry_on,
    come_back,
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
        # Without ``hold_expires_at`` an order does not count towards the limit of three unpaid ones.
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


@pytest.mark.race
@pytest.mark.proof
def test_one_unknown_intent_one_mismatch_and_one_locked_row_hold_up_no_other(
    time_machine, stripe, alice, salon
) -> None:
    count = figure(20, 500)
    slot = make_slot(salon, capacity=count)
    for _ in range(count):
        order = book(alice, slot)
        stripe.confirm(open_payment(order))
        Order.objects.filter(pk=order.pk).update(payment_status="failed", hold_expires_at=None)
    Order.objects.update(payment_status="unpaid")
    unknown, mismatch, locked = Payment.objects.order_by("created_at", "pk")[:3]
    Payment.objects.filter(pk=unknown.pk).update(intent_id="pi_of_nobody")
    Payment.objects.filter(pk=mismatch.pk).update(amount=Decimal("1.00"))
    # Only PostgreSQL locks single rows; SQLite locks the whole database.
    locks = connection.vendor == "postgresql"

    with somebody_holds(locked.order_id) if locks else nullcontext():
        first = reconciling.reconcile(now=NOW)
    paid = Order.objects.filter(payment_status="paid").count()
    for hours in range(1, 30, 3):
        reconciling.reconcile(now=NOW + timedelta(hours=hours))

    assert paid == count - 2 - locks
    assert first.corrected == paid
    assert len(first.differences) == 2
    assert Order.objects.filter(payment_status="paid").count() == count - 2
    failed = Job.objects.filter(failed_at__isnull=False).values_list("subject", "attempts")
    assert set(failed) == {(unknown.pk, 5), (mismatch.pk, 5)}
    Payment.objects.filter(pk=mismatch.pk).update(amount=mismatch.amount)
    Payment.objects.filter(pk=unknown.pk).update(intent_id=unknown.intent_id)
    record(
        "T15",
        f"{paid} of {count} reconciled beside {2 + locks} that could not be, which failed or came later",
        "499 done, in the same run",
    )


@contextmanager
def somebody_holds(order_id):
    """Lock an order's row on another connection."""
    held, over = Event(), Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                locking.locked_order(order_id=order_id)
                held.set()
                over.wait(60)
        finally:
            connection.close()

    holder = Thread(target=hold)
    holder.start()
    held.wait(10)
    try:
        yield
    finally:
        over.set()
        holder.join()


def test_what_is_equal_costs_two_statements_a_page(
    time_machine, stripe, alice, salon, django_assert_max_num_queries
) -> None:
    slot = make_slot(salon, capacity=8)
    for _ in range(8):
        pay(stripe, book(alice, slot))

    with django_assert_max_num_queries(10) as queries:
        found = reconciling.compare_all(now=NOW)

    assert (found.compared, found.corrected, found.differences) == (8, 0, [])
    assert not [query["sql"] for query in queries if "FOR NO KEY UPDATE" in query["sql"]]


def test_the_comparison_leaves_out_what_is_older_than_it_looks_back(stripe, order, settings) -> None:
    pay(stripe, order)
    settings.COMPARE_DAYS = -1  # from tomorrow on

    found = reconciling.compare_all(now=NOW)

    assert (found.compared, found.differences) == (0, [])


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


def test_what_nobody_paid_is_ended_at_stripe_an_hour_after_its_order(time_machine, stripe, order) -> None:
    intent_id = open_payment(order)
    let_hold_end(time_machine)
    time_machine.shift(timedelta(minutes=59))
    reconciling.reconcile(now=time_machine.now)
    assert Payment.objects.get().status == "created"

    time_machine.shift(timedelta(minutes=2))
    found = reconciling.reconcile(now=time_machine.now)

    assert found.corrected == 1
    assert Payment.objects.get().status == "canceled"
    assert gateway.retrieve_intent(intent_id).status == "canceled"


@pytest.mark.parametrize("is_known", [True, False])
def test_a_bank_page_that_is_open_is_left_to_its_customer(time_machine, stripe, order, is_known) -> None:
    intent_id = open_payment(order)
    let_hold_end(time_machine)
    time_machine.shift(timedelta(hours=2))
    compare = reconciling.reconcile
    if is_known:
        stripe.confirm(intent_id, THREE_D_SECURE, authenticate=None)
    else:
        # It is opened after the comparison, before the end of what was abandoned.
        compare = compare_and_then(lambda: stripe.confirm(intent_id, THREE_D_SECURE, authenticate=None))

    compare(now=time_machine.now)
    assert gateway.retrieve_intent(intent_id).status == "requires_action"
    assert Payment.objects.get().status == "requires_action"

    stripe.authenticate(intent_id)
    assert come_back(order).json()["paymentStatus"] == "paid"
    assert books_agree_with(stripe)


def compare_and_then(happens):
    """Return the reconciliation, during which something happens at Stripe once all is compared."""

    def reconcile(*, now):
        end_abandoned = reconciling._end_abandoned

        def end_later(*args):
            happens()
            end_abandoned(*args)

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(reconciling, "_end_abandoned", end_later)
            return reconciling.reconcile(now=now)

    return reconcile


def let_hold_end(time_machine) -> None:
    time_machine.shift(timedelta(minutes=16))
    holds.expire_unpaid(now=time_machine.now)


def test_a_bank_page_that_is_open_a_day_later_is_ended(time_machine, stripe, order) -> None:
    intent_id = open_payment(order)
    stripe.confirm(intent_id, THREE_D_SECURE, authenticate=None)
    let_hold_end(time_machine)

    time_machine.shift(timedelta(days=1, minutes=1))
    reconciling.reconcile(now=time_machine.now)

    assert gateway.retrieve_intent(intent_id).status == "canceled"
    assert Payment.objects.get().status == "canceled"


def test_open_payments_among_many_paid_ones_are_found_in_lists(
    time_machine, stripe, alice, salon, monkeypatch
) -> None:
    monkeypatch.setattr(gateway, "PAGE_SIZE", 1)
    slot = make_slot(salon, capacity=20)
    for number in range(12):
        order = book(alice, slot)
        intent_id = open_payment(order)
        # Every fourth is left open, the oldest among them.
        if number % 4:
            stripe.confirm(intent_id)
            come_back(order)
        Order.objects.filter(pk=order.pk).update(hold_expires_at=None)
    before = len(stripe.calls())

    found = reconciling.reconcile(now=NOW)

    assert found.compared == 3
    assert {call.path for call in stripe.calls()[before:]} == {"/v1/payment_intents"}


def test_a_list_is_left_where_it_holds_nothing_that_is_wanted(
    time_machine, stripe, alice, order, slot, monkeypatch
) -> None:
    monkeypatch.setattr(gateway, "PAGE_SIZE", 1)
    open_payment(order)
    Payment.objects.update(intent_id="pi_gone")
    for _ in range(reconciling.VAIN_PAGES + 3):
        gateway.create_intent(
            amount=Decimal("9.00"), order_id="", attempt=1, description="?", idempotency_key=str(uuid4())
        )
    before = len(stripe.calls())

    reconciling.reconcile(now=NOW)

    listed = [call for call in stripe.calls()[before:] if call.path == "/v1/payment_intents"]
    assert len(listed) == reconciling.VAIN_PAGES


def test_an_intent_lives_as_long_as_its_orders_hold(time_machine, stripe, order) -> None:
    hold_ends = NOW + timedelta(hours=36)
    Order.objects.update(hold_expires_at=hold_ends)
    intent_id = open_payment(order)

    time_machine.move_to(hold_ends - timedelta(seconds=1))
    reconciling.reconcile(now=time_machine.now)
    assert gateway.retrieve_intent(intent_id).status == "requires_payment_method"
    assert open_payment(order) == intent_id

    time_machine.move_to(hold_ends)
    holds.expire_unpaid(now=time_machine.now)
    reconciling.reconcile(now=time_machine.now)
    assert gateway.retrieve_intent(intent_id).status == "requires_payment_method"

    time_machine.shift(timedelta(hours=1, seconds=1))
    reconciling.reconcile(now=time_machine.now)
    assert gateway.retrieve_intent(intent_id).status == "canceled"
    assert Payment.objects.get().status == "canceled"


def test_what_is_processing_for_days_is_left_to_end_by_itself(time_machine, stripe, order) -> None:
    stripe.hold_processing()
    intent_id = pay(stripe, order)
    time_machine.shift(timedelta(days=3))

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


def test_an_intent_that_stripe_has_forgotten_is_ended_after_a_day(time_machine, stripe, order) -> None:
    open_payment(order)
    Payment.objects.update(intent_id="pi_gone")
    time_machine.shift(timedelta(days=1, minutes=1))

    reconciling.reconcile(now=time_machine.now)

    payment = Payment.objects.get()
    assert (payment.status, payment.settled_at) == ("canceled", time_machine.now)


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


@pytest.mark.parametrize(("returned", "is_named"), [("9.00", False), ("8.95", True)])
def test_what_went_back_at_stripe_needs_no_order_here(stripe, order, returned, is_named) -> None:
    """As of an order that was placed after the backup that was restored."""
    intent = gateway.create_intent(
        amount=Decimal("9.00"), order_id=str(uuid4()), attempt=1, description="?", idempotency_key="lost"
    )
    stripe.confirm(intent.id)
    gateway.create_refund(
        intent_id=intent.id, amount=Decimal(returned), refund_id="", order_id="", idempotency_key="back"
    )

    found = reconciling.compare_all(now=NOW)

    assert [intent.id in one for one in found.differences] == [True] * is_named


def test_the_daily_comparison_names_a_payment_that_stripe_does_not_list(stripe, order) -> None:
    pay(stripe, order)
    stripe.reset()

    found = reconciling.compare_all(now=NOW)

    assert len(found.differences) == 1
    assert str(Payment.objects.get().pk) in found.differences[0]


def test_a_dispute_that_cannot_be_booked_is_named_and_holds_up_no_other(stripe, alice, order, slot) -> None:
    contested = book(alice, slot)
    stripe.contest(pay(stripe, order))
    fails = stripe.contest(pay(stripe, contested))
    for dispute in next(pages_of_disputes(intent_id=fails["payment_intent"])):
        apply_dispute(found=dispute, now=NOW)
    withdrawn = Order.objects.get(pk=contested.pk).disputed_amount
    # As after a manual change of the row: winning the dispute then violates a constraint.
    Order.objects.filter(pk=contested.pk).update(disputed_amount=0)
    stripe.decide_dispute(fails["id"], "won")

    found = reconciling.compare_all(now=NOW)

    assert [difference.split(":")[0] for difference in found.differences] == [
        f"{fails['id']} could not be booked"
    ]
    assert Dispute.objects.filter(order=order, status="needs_response").exists()
    Order.objects.filter(pk=contested.pk).update(disputed_amount=withdrawn)


def test_a_dispute_of_long_ago_that_is_decided_now_is_asked_for(settings, stripe, order) -> None:
    dispute = stripe.contest(pay(stripe, order))
    reconciling.compare_all(now=NOW)
    Dispute.objects.update(opened_at=NOW - timedelta(days=200))
    stripe.decide_dispute(dispute["id"], "won")
    settings.COMPARE_DAYS = -1  # from tomorrow on

    reconciling.compare_all(now=NOW)

    assert Dispute.objects.get().status == "won"
    order.refresh_from_db()
    assert order.disputed_amount == 0


def test_where_payments_are_not_configured_there_is_nothing_to_compare(settings, order) -> None:
    settings.STRIPE_SECRET_KEY = settings.STRIPE_PUBLISHABLE_KEY = settings.STRIPE_WEBHOOK_SECRET = ""

    assert orders_tasks.compare_all_payments.run() == 0


def test_the_tasks_do_what_beat_asks_for(stripe, alice, order, slot) -> None:
    stripe.confirm(open_payment(order))
    orders_tasks.reconcile_payments.run()
    order.refresh_from_db()
    assert order.payment_status == "paid"

    other = book(alice, slot)
    intent_id = open_payment(other)
    stripe.confirm(intent_id)
    report(stripe, stripe.events("payment_intent.succeeded", about=intent_id)[0]["id"])
    orders_tasks.process_stripe_events.run()
    assert StripeEvent.objects.get().processed_at == clock.now()

    assert orders_tasks.compare_all_payments.run() == 0
    assert orders_tasks.execute_refunds.run() == 0
