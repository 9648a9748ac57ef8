"""Refunds: decided once, never more than was paid, executed despite any fault of Stripe's."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from conftest import NOW, client_for, make_slot
from marketplace.tests.proof import figure, record
from orders.lifecycle import refund_rows
from orders.models import Order, Refund
from orders.payments import gateway, refunds
from orders.payments.tests.failed_refunds import given_up_too_early
from orders.payments.tests.fixtures import books_agree_with, carry_on, pay, report, violations
from orders.tests.booking import book
from orders.tests.money import books

pytestmark = pytest.mark.django_db(transaction=True)


def cancel(order):
    response = client_for(order.customer).post(f"/api/orders/{order.pk}/cancellation")
    assert response.status_code == 200, response.json()
    order.refresh_from_db()
    return response.json()


def test_a_free_cancellation_returns_everything(stripe, order) -> None:
    pay(stripe, order)

    data = cancel(order)
    carry_on()

    assert (data["paymentStatus"], data["refundedAmount"]) == ("refunded", "27.50")
    (at_stripe,) = stripe.objects("refund")
    refund = Refund.objects.get()
    assert at_stripe["amount"] == 2750
    assert at_stripe["metadata"] == {"refund_id": str(refund.pk), "order_id": str(order.pk)}
    assert (refund.status, refund.stripe_refund_id, refund.settled_at) == ("succeeded", at_stripe["id"], NOW)
    assert books() == {}
    assert books_agree_with(stripe)


@pytest.mark.proof
@pytest.mark.parametrize(("seconds_late", "fee"), [(-1, "0.00"), (0, "0.00"), (1, "12.50")])
def test_a_late_cancellation_keeps_the_fee_from_60_minutes_before_pickup(
    time_machine, stripe, order, seconds_late, fee
) -> None:
    pay(stripe, order)
    time_machine.move_to(order.pickup_at - timedelta(minutes=60) + timedelta(seconds=seconds_late))

    cancel(order)
    carry_on()

    retained = Decimal(fee)
    assert order.refunded_amount == order.total_amount - retained
    assert order.payment_status == ("partially_refunded" if retained else "refunded")
    assert books() == ({"stripe": retained, "provider": -retained} if retained else {})
    assert books_agree_with(stripe)
    record("R16 (limit)", f"{seconds_late:+} s: fee {fee}", "60 minutes +- 1 s")


def test_the_same_reason_is_decided_once(stripe, order) -> None:
    pay(stripe, order)

    first = refund_rows.request_refund(order=order, amount=Decimal("5.00"), reason="damage", now=NOW)
    second = refund_rows.request_refund(order=order, amount=Decimal("9.00"), reason="damage", now=NOW)

    assert first == second
    assert (order.refunded_amount, order.payment_status) == (Decimal("5.00"), "partially_refunded")
    assert violations() == []


def test_never_returns_more_than_was_paid(stripe, order) -> None:
    pay(stripe, order)
    refund_rows.request_refund(order=order, amount=Decimal("20.00"), reason="damage", now=NOW)

    with pytest.raises(refund_rows.ExceedsPayment):
        refund_rows.request_refund(order=order, amount=Decimal("7.51"), reason="delay", now=NOW)
    refund_rows.request_refund(order=order, amount=Decimal("7.50"), reason="delay", now=NOW)

    assert (order.refunded_amount, order.payment_status) == (Decimal("27.50"), "refunded")
    carry_on()
    assert books_agree_with(stripe)


def test_the_database_refuses_more_than_was_paid(stripe, order) -> None:
    pay(stripe, order)

    with pytest.raises(IntegrityError), transaction.atomic():
        Order.objects.update(refunded_amount=Decimal("27.51"))


@pytest.mark.parametrize("amount", ["0.00", "-1.00"])
def test_nothing_is_returned_for_nothing(stripe, order, amount) -> None:
    pay(stripe, order)

    assert refund_rows.request_refund(order=order, amount=Decimal(amount), reason="x", now=NOW) is None


def test_an_unpaid_order_returns_nothing(stripe, order) -> None:
    assert refund_rows.request_refund(order=order, amount=Decimal("1.00"), reason="x", now=NOW) is None


def test_is_not_carried_out_when_the_cause_is_rolled_back(stripe, order) -> None:
    pay(stripe, order)

    with transaction.atomic():
        refund_rows.request_refund(order=order, amount=order.total_amount, reason="x", now=NOW)
        transaction.set_rollback(True)
    carry_on()

    assert not stripe.objects("refund")
    assert books_agree_with(stripe)


def test_what_stripe_keeps_refusing_is_handed_to_an_operator(stripe, order) -> None:
    intent_id = pay(stripe, order)
    gateway.create_refund(
        intent_id=intent_id, amount=order.total_amount, refund_id="", order_id="", idempotency_key="by-hand"
    )

    cancel(order)
    carry_on()

    refund = Refund.objects.get()
    assert refund.status == "failed"
    assert "has already been refunded" in refund.last_error


def test_gives_up_after_ten_attempts_and_works_again_when_an_operator_retries(
    settings, time_machine, stripe, order
) -> None:
    settings.STRIPE_NETWORK_RETRIES = 0
    pay(stripe, order)
    cancel(order)
    stripe.fault("error_500", "* /v1/refunds", times=10)

    waits = []
    for _ in range(10):
        refunds.execute_due(now=time_machine.now)
        refund = Refund.objects.get()
        waits.append(refund.due_at - time_machine.now)
        time_machine.move_to(refund.due_at)
    assert (refund.status, refund.attempts) == ("failed", 10)
    assert waits[:3] == [timedelta(seconds=30), timedelta(minutes=1), timedelta(minutes=2)]
    assert max(waits) <= timedelta(hours=2)
    assert refunds.execute_due(now=time_machine.now + timedelta(days=9)) == 0

    refunds.retry(refund_id=refund.pk, now=time_machine.now)
    assert Refund.objects.get().attempts == 0
    carry_on()

    assert Refund.objects.get().status == "succeeded"
    assert books_agree_with(stripe)


def half_a_minute_later(time_machine) -> int:
    time_machine.shift(timedelta(seconds=30))
    return refunds.execute_due(now=time_machine.now)


@pytest.mark.proof
def test_every_refund_of_an_hour_with_a_wrong_key_is_paid_out_after_it_is_right(
    settings, time_machine, stripe, alice, salon
) -> None:
    count = figure(4, 40)
    slot = make_slot(salon, capacity=count)
    for _ in range(count):
        order = book(alice, slot)
        pay(stripe, order)
        request(order)
    settings.STRIPE_SECRET_KEY = "sk_test_of_somebody_else"
    asked = len(stripe.calls())

    returned = sum(half_a_minute_later(time_machine) for _ in range(120))
    tried = len(stripe.calls()) - asked
    settings.STRIPE_SECRET_KEY = stripe.secret_key
    for _ in range(4):
        returned += half_a_minute_later(time_machine)

    assert returned == count
    assert list(Refund.objects.values_list("status", "failed_at").distinct()) == [("succeeded", None)]
    assert tried <= 2 * 120
    assert books_agree_with(stripe)
    record("T15 (wrong key)", f"{returned} of {count} refunds paid out", "every refund after an hour")


def request(order) -> None:
    refund_rows.request_refund(order=order, amount=order.total_amount, reason="damage", now=NOW)


@pytest.mark.parametrize("fault", ["rate_limit", "timeout_before"])
def test_an_outage_costs_no_attempt(settings, time_machine, stripe, order, fault) -> None:
    settings.STRIPE_NETWORK_RETRIES = 0
    pay(stripe, order)
    cancel(order)
    if fault.startswith("timeout"):
        settings.STRIPE_TIMEOUT_SECONDS = 0.2
    stripe.fault(fault, "* /v1/refunds", times=12, seconds=1)

    for _ in range(12):
        time_machine.shift(timedelta(minutes=1))
        refunds.execute_due(now=time_machine.now)
    assert (Refund.objects.get().status, Refund.objects.get().attempts) == ("pending", 0)
    time_machine.shift(timedelta(minutes=1))
    settings.STRIPE_TIMEOUT_SECONDS = 20

    assert refunds.execute_due(now=time_machine.now) == 1
    assert books_agree_with(stripe)


def test_a_retry_finds_what_was_returned_although_every_answer_was_lost(
    settings, time_machine, stripe, order
) -> None:
    settings.STRIPE_NETWORK_RETRIES = 0
    pay(stripe, order)
    cancel(order)
    stripe.fault("error_500_stored", "POST /v1/refunds")
    refunds.execute_due(now=time_machine.now)
    assert Refund.objects.get().status == "pending"

    time_machine.shift(timedelta(seconds=31))
    assert refunds.execute_due(now=time_machine.now) == 1

    assert len(stripe.objects("refund")) == 1
    assert books_agree_with(stripe)


def test_a_failure_that_stripe_repeats_under_its_key_is_left_behind(
    settings, time_machine, stripe, order
) -> None:
    settings.STRIPE_NETWORK_RETRIES = 0
    pay(stripe, order)
    cancel(order)
    stripe.fault("error_500_stored", "POST /v1/refunds")
    refunds.execute_due(now=time_machine.now)
    # The refund that was made despite the error fails, so only a new key can succeed.
    stripe.settle_refund(stripe.objects("refund")[0]["id"], succeeded=False)

    time_machine.shift(timedelta(seconds=31))
    assert refunds.execute_due(now=time_machine.now) == 1

    assert [refund["status"] for refund in stripe.objects("refund")] == ["failed", "succeeded"]
    assert books_agree_with(stripe)


def worker_ended(refund: Refund, *, attempts: int) -> None:
    """Leave a refund as a worker does that was killed during its n-th attempt."""
    over = NOW - timedelta(seconds=1)
    Refund.objects.filter(pk=refund.pk).update(attempts=attempts, leased_until=over, due_at=over)


def test_what_a_killed_worker_returned_is_found_though_stripe_has_forgotten_its_key(stripe, order) -> None:
    intent_id = pay(stripe, order)
    refund = refund_rows.request_refund(order=order, amount=Decimal("10.00"), reason="damage", now=NOW)
    gateway.create_refund(
        intent_id=intent_id,
        amount=refund.amount,
        refund_id=str(refund.pk),
        order_id=str(order.pk),
        idempotency_key="of-yesterday",
    )
    worker_ended(refund, attempts=1)

    assert refunds.execute_due(now=NOW) == 1

    assert [found["amount"] for found in stripe.objects("refund")] == [1000]
    assert books_agree_with(stripe)


def test_the_first_try_does_not_look_for_what_cannot_be_there(stripe, order) -> None:
    pay(stripe, order)
    cancel(order)

    carry_on()

    assert [call.method for call in stripe.calls(path="/v1/refunds")] == ["POST"]


def test_a_refund_that_ends_every_worker_is_handed_to_an_operator(caplog, stripe, order) -> None:
    pay(stripe, order)
    cancel(order)
    refund = Refund.objects.get()
    worker_ended(refund, attempts=refunds.POLICY.max_attempts)

    assert refunds.execute_due(now=NOW) == 0

    refund.refresh_from_db()
    assert (refund.status, refund.failed_at) == ("failed", NOW)
    assert refund.last_error == "The worker ended while this was being carried out."
    assert f"Refund {refund.pk} needs an operator: The worker ended" in caplog.text


def test_a_refund_that_was_given_up_too_early_counts_once_stripe_tells_of_it(
    settings, time_machine, stripe, order
) -> None:
    given_up_too_early(settings, time_machine, stripe, order)

    report(stripe, stripe.events("charge.refunded")[0]["id"])
    carry_on()

    refund = Refund.objects.get()
    assert (refund.status, refund.last_error) == ("succeeded", "")
    assert refund.stripe_refund_id == stripe.objects("refund")[0]["id"]
    assert books() == {}
    assert books_agree_with(stripe)
    with pytest.raises(refunds.NotFailed):
        refunds.retry(refund_id=refund.pk, now=time_machine.now)


def test_a_refund_that_the_bank_sends_back_is_returned_anew(time_machine, stripe, order) -> None:
    pay(stripe, order, "4000000000005126")
    cancel(order)
    carry_on()
    (first,) = stripe.objects("refund")
    stripe.settle_refund(first["id"], succeeded=False)

    report(stripe, stripe.events("refund.failed")[0]["id"])
    carry_on()

    refund = Refund.objects.get()
    assert refund.status == "failed"
    assert "bank" in refund.last_error
    refunds.retry(refund_id=refund.pk, now=time_machine.now)
    carry_on()
    refund.refresh_from_db()
    assert (refund.status, len(stripe.objects("refund"))) == ("succeeded", 2)
    assert refund.stripe_refund_id != first["id"]
    assert stripe.captured() == 0


def test_only_a_failed_refund_is_retried(stripe, order) -> None:
    pay(stripe, order)
    cancel(order)

    with pytest.raises(refunds.NotFailed):
        refunds.retry(refund_id=Refund.objects.get().pk, now=NOW)
    carry_on()
    with pytest.raises(refunds.NotFailed):
        refunds.retry(refund_id=Refund.objects.get().pk, now=NOW)
    assert len(stripe.objects("refund")) == 1


def test_a_refund_that_takes_days_counts_as_carried_out(stripe, order) -> None:
    pay(stripe, order, "4000000000007726")
    cancel(order)

    carry_on()

    assert stripe.objects("refund")[0]["status"] == "pending"
    assert Refund.objects.get().status == "succeeded"
    assert books_agree_with(stripe)


def test_amounts_that_binary_fractions_miss_are_returned_to_the_last_rappen(stripe, order) -> None:
    pay(stripe, order)

    for number, amount in enumerate(["0.01", "4.94", "22.55"]):
        refund_rows.request_refund(order=order, amount=Decimal(amount), reason=f"part {number}", now=NOW)

    assert (order.refunded_amount, order.payment_status) == (Decimal("27.50"), "refunded")
    assert violations() == []


def test_a_refund_that_stripe_declines_is_not_counted_as_on_its_way(stripe, order) -> None:
    intent_id = pay(stripe, order)
    gateway.create_refund(
        intent_id=intent_id, amount=order.total_amount, refund_id="", order_id="", idempotency_key="by-hand"
    )
    cancel(order)

    assert refunds.execute_due(now=NOW) == 0

    assert Refund.objects.get().status == "failed"


def test_a_refund_that_failed_at_stripe_is_not_on_its_way(stripe, order) -> None:
    pay(stripe, order, "4000000000005126")
    cancel(order)
    carry_on()
    stripe.settle_refund(stripe.objects("refund")[0]["id"], succeeded=False)
    [found] = next(gateway.pages_of_refunds())

    assert refunds.apply_refund(found=found, now=NOW) is False

    assert Refund.objects.get().status == "failed"
