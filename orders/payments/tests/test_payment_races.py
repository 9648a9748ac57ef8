"""Money under contention: real threads, real connections, one effect."""

from functools import partial
from threading import Barrier
from uuid import uuid4

import pytest
from django.db import connection

from accounts.models import Notification
from conftest import client_for, make_slot
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import START_WITHIN_SECONDS, insisting, race, refused, succeeded
from orders.lifecycle import refund_rows
from orders.models import Order, OrderEvent, Payment, Refund, StripeEvent
from orders.payments import gateway, refunds, settle
from orders.payments.tests.fixtures import (
    ask,
    books_agree_with,
    carry_on,
    come_back,
    open_payment,
    pay,
    report,
)
from orders.tests.booking import book
from orders.tests.money import books

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]


def codes(responses) -> list[int]:
    assert not refused(responses), refused(responses)
    return [response.status_code for response in responses]


@pytest.mark.proof
def test_many_clicks_open_one_payment(stripe, alice, order) -> None:
    clicks = figure(8, 50)

    responses = race([partial(ask, alice, order)] * clicks)

    assert set(codes(responses)) == {200}
    assert len({response.json()["clientSecret"] for response in responses}) == 1
    assert len(stripe.objects("payment_intent")) == Payment.objects.count() == 1
    record("R9 (intents)", f"{clicks} clicks, 1 intent", "one live intent per order")


def test_many_clicks_with_one_idempotency_key_get_one_answer(stripe, alice, order) -> None:
    responses = race([partial(ask, alice, order, **{"Idempotency-Key": "c0ffee"})] * 8)

    assert set(codes(responses)) == {200}
    assert len({response.json()["clientSecret"] for response in responses}) == 1


def test_control_without_the_key_many_clicks_open_many_payments(monkeypatch, stripe, alice, order) -> None:
    create = gateway.create_intent
    monkeypatch.setattr(
        gateway, "create_intent", lambda **facts: create(**facts | {"idempotency_key": str(uuid4())})
    )
    stripe.fault("slow", "POST /v1/payment_intents", times=8, seconds=0.3)

    race([partial(ask, alice, order)] * 8)

    assert len(stripe.objects("payment_intent")) > 1


def unreported(stripe, order) -> str:
    intent_id = open_payment(order)
    stripe.confirm(intent_id)
    return stripe.events("payment_intent.succeeded", about=intent_id)[0]["id"]


@pytest.mark.proof
def test_an_event_that_arrives_many_times_at_once_has_one_effect(stripe, order) -> None:
    copies = figure(20, 100)
    event_id = unreported(stripe, order)

    responses = race([partial(report, stripe, event_id)] * copies)
    race([carry_on] * 4)

    assert codes(responses) == [200] * copies
    assert StripeEvent.objects.count() == 1
    assert_confirmed_once(order)
    record("R10", f"{copies} copies at once: 1 effect, all 2xx", "100 copies: 1 effect, 100x2xx")


def test_control_without_the_unique_event_every_copy_has_its_effect(monkeypatch, stripe, order) -> None:
    event_id = unreported(stripe, order)
    create = StripeEvent.objects.create
    monkeypatch.setattr(
        StripeEvent.objects, "create", lambda **facts: create(**facts | {"event_id": uuid4().hex})
    )

    race([partial(report, stripe, event_id)] * 8)

    assert StripeEvent.objects.filter(processed_at=None).count() == 8


def assert_confirmed_once(order: Order) -> None:
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert order.events.filter(to_status="confirmed").count() == 1
    assert order.ledger_entries.count() == 2
    data = Notification.objects.filter(user=order.customer, link__contains=str(order.pk))
    assert data.values("dedupe_key").distinct().count() == data.count()
    mails = [message.payload for message in OutboxMessage.objects.filter(topic="email")]
    assert len({str(mail) for mail in mails}) == len(mails)


@pytest.mark.proof
def test_webhook_and_return_page_at_once_confirm_once(time_machine, stripe, alice, salon) -> None:
    races = figure(6, 200)
    slot = make_slot(salon, capacity=races)

    for _ in range(races):
        order = book(alice, slot)
        event_id = unreported(stripe, order)

        def by_webhook(event_id=event_id):
            response = report(stripe, event_id)
            carry_on()
            return response

        responses = race([by_webhook, partial(come_back, order), by_webhook, partial(come_back, order)])

        assert set(codes(responses)) == {200}
        assert_confirmed_once(order)

    assert books_agree_with(stripe)
    record("R12", f"{races} races: 1 confirmation, 1 email each", "200 races")


def test_control_without_the_check_the_money_arrives_twice(monkeypatch, stripe, order) -> None:
    intent_id = open_payment(order)
    stripe.confirm(intent_id)
    arrived = []
    monkeypatch.setattr(
        settle, "_advance", lambda payment, *_: bool(setattr(payment, "status", "succeeded")) or True
    )
    monkeypatch.setattr(settle, "_confirm_order", lambda *_: arrived.append(1))

    race([partial(come_back, order)] * 2)

    assert len(arrived) == 2


def paid_without_an_answer(stripe, order) -> gateway.Intent:
    """Return the paid intent of a payment whose row has not learned the intent's id."""
    intent_id = open_payment(order)
    Payment.objects.filter(order=order).update(intent_id=None)
    stripe.confirm(intent_id)
    return gateway.retrieve_intent(intent_id)


def both_look_before_either_claims(monkeypatch, claim) -> None:
    """Let two workers see that nobody knows the intent, before ``claim`` is done by either."""
    meeting = Barrier(2)

    def claim_together(intent: gateway.Intent) -> bool:
        meeting.wait(START_WITHIN_SECONDS)
        return claim(intent)

    monkeypatch.setattr(settle, "_find_lost", claim_together)


def test_an_intent_that_two_workers_find_at_once_is_settled_by_both(monkeypatch, stripe, order) -> None:
    intent = paid_without_an_answer(stripe, order)
    if connection.features.has_select_for_update:
        # SQLite lets in one writer at a time: there the second never looks too early.
        both_look_before_either_claims(monkeypatch, settle._find_lost)

    found = race([partial(settle.apply_intent, intent=intent, now=order.created_at)] * 2)

    # Neither takes it for somebody else's, which would leave its event for another day.
    assert [getattr(payment, "intent_id", payment) for payment in found] == [intent.id] * 2
    assert_confirmed_once(order)


@pytest.mark.breaks_invariants
def test_control_without_the_second_look_one_of_them_takes_it_for_somebody_elses(
    monkeypatch, stripe, order
) -> None:
    intent = paid_without_an_answer(stripe, order)
    act = settle.apply_intent
    if not connection.features.has_select_for_update:
        # Without the transaction SQLite lets both in, too.
        act = act.__wrapped__

    def claim_alone(intent: gateway.Intent) -> bool:
        lost = Payment.objects.filter(order_id=intent.order_id, intent_id=None)
        return bool(lost.update(intent_id=intent.id))

    both_look_before_either_claims(monkeypatch, claim_alone)

    found = race([partial(act, intent=intent, now=order.created_at)] * 2)

    assert not refused(found), refused(found)
    assert found.count(None) == 1


@pytest.mark.proof
def test_many_cancellations_return_the_money_once(stripe, alice, order) -> None:
    cancellations = figure(10, 50)
    pay(stripe, order)

    responses = race(
        [partial(client_for(alice).post, f"/api/orders/{order.pk}/cancellation")] * cancellations
    )
    race([carry_on] * 4 + [partial(refunds.execute_due, now=order.created_at)] * 2)

    assert sorted(set(codes(responses))) == [200, 409]
    assert codes(responses).count(200) == 1
    refund = Refund.objects.get()
    assert (refund.status, refund.amount) == ("succeeded", order.total_amount)
    assert len(stripe.objects("refund")) == 1
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("cancelled", "refunded")
    assert books() == {}
    assert books_agree_with(stripe)
    record("R16", f"{cancellations} cancellations at once: 1 refund", "50 concurrent cancels: 1 refund")


@pytest.mark.proof
def test_many_executions_of_one_refund_return_it_once(stripe, alice, order) -> None:
    pay(stripe, order)
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    outcomes = race([partial(insisting, partial(refunds.execute_due, now=order.created_at))] * 12)

    assert sum(outcomes) == 1
    assert len(stripe.calls("POST", "/v1/refunds")) == 1


def test_different_refunds_at_once_never_exceed_what_was_paid(stripe, order) -> None:
    pay(stripe, order)

    outcomes = race(
        [
            partial(
                refund_rows.request_refund,
                order=Order.objects.get(),
                amount=order.service_amount,
                reason=f"r{n}",
                now=order.created_at,
            )
            for n in range(6)
        ]
    )

    assert len(succeeded(outcomes)) == 1
    assert len(refused(outcomes, refund_rows.ExceedsPayment)) == 5
    assert OrderEvent.objects.filter(order=order).count() == 2
    carry_on()
    assert books_agree_with(stripe)
