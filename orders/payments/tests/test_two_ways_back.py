"""The same money goes back by two ways: it is netted once, and nothing waits for ever."""

from decimal import Decimal
from uuid import uuid4

import pytest
from django.urls import reverse

from conftest import client_for
from marketplace.tests.proof import record
from orders.checks.data_checks import compare_with_stripe
from orders.lifecycle import refund_rows
from orders.models import Dispute, Order, Refund, StripeEvent
from orders.payments import gateway
from orders.payments.tests.fixtures import books_agree_with, carry_on, pay, report
from orders.tests.booking import advance
from orders.tests.money import books

pytestmark = pytest.mark.django_db

ALL = Decimal("27.50")


def deliver(stripe) -> None:
    for event in stripe.events():
        if event["type"].startswith("charge."):
            report(stripe, event["id"])
    carry_on()


def cancel(order: Order) -> None:
    assert client_for(order.customer).post(f"/api/orders/{order.pk}/cancellation").status_code == 200


def at_stripe(intent_id: str, amount: str, refund_id: str = "") -> None:
    gateway.create_refund(
        intent_id=intent_id,
        amount=Decimal(amount),
        refund_id=refund_id,
        order_id="",
        idempotency_key=f"by-hand-{amount}-{refund_id}",
    )


def decide(stripe, outcome: str) -> None:
    stripe.decide_dispute(Dispute.objects.get().stripe_dispute_id, outcome)
    deliver(stripe)


def way_cancelled_disputed_failed_lost(stripe, order, intent_id) -> None:
    cancel(order)
    stripe.contest(intent_id)
    carry_on()
    deliver(stripe)
    decide(stripe, "lost")


def way_cancelled_disputed_lost_then_tried(stripe, order, intent_id) -> None:
    cancel(order)
    stripe.contest(intent_id)
    Refund.objects.update(due_at=order.pickup_at)
    deliver(stripe)
    decide(stripe, "lost")
    Refund.objects.update(due_at=order.created_at)
    carry_on()


def way_cancelled_disputed_failed_won(stripe, order, intent_id) -> None:
    cancel(order)
    stripe.contest(intent_id)
    carry_on()
    deliver(stripe)
    decide(stripe, "won")
    carry_on()


def way_cancelled_partly_disputed_lost(stripe, order, intent_id) -> None:
    cancel(order)
    stripe.contest(intent_id, amount=2000)
    carry_on()
    deliver(stripe)
    decide(stripe, "lost")
    carry_on()


def way_cancelled_and_returned_at_stripe(stripe, order, intent_id) -> None:
    cancel(order)
    at_stripe(intent_id, "27.50")
    carry_on()
    deliver(stripe)


def way_returned_at_stripe_synced_before_it_is_tried(stripe, order, intent_id) -> None:
    cancel(order)
    at_stripe(intent_id, "27.50")
    Refund.objects.update(due_at=order.pickup_at)
    deliver(stripe)
    Refund.objects.update(due_at=order.created_at)
    carry_on()


def way_cancelled_and_partly_returned_at_stripe(stripe, order, intent_id) -> None:
    cancel(order)
    at_stripe(intent_id, "20.00")
    carry_on()
    deliver(stripe)
    carry_on()


def way_returned_at_stripe_found_by_the_comparison(stripe, order, intent_id) -> None:
    cancel(order)
    at_stripe(intent_id, "27.50", str(uuid4()))
    carry_on()
    compare_with_stripe(now=order.created_at)


WAYS = {name.removeprefix("way_"): way for name, way in globals().items() if name.startswith("way_")}


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("name", WAYS)
def test_the_books_end_at_the_truth_and_nothing_waits(time_machine, stripe, order, name, dora) -> None:
    intent_id = pay(stripe, order)

    WAYS[name](stripe, order, intent_id)

    order.refresh_from_db()
    assert books() == {}
    assert order.refunded_amount + order.disputed_amount == ALL
    assert not Refund.objects.filter(status__in=["failed", "pending"]).exists()
    assert not StripeEvent.objects.filter(processed_at=None).exists()
    queues = {queue.title: queue.count for queue in client_for(dora).get("/admin/").context["queues"]}
    assert queues.get("Refund failed", 0) == 0
    assert books_agree_with(stripe)
    record("R28", f"{name.replace('_', ' ')}: books empty, nothing waits", "8 orders of events")


def test_a_superseded_refund_is_not_tried_again(stripe, order, dora) -> None:
    intent_id = pay(stripe, order)
    way_cancelled_disputed_failed_lost(stripe, order, intent_id)
    refund = Refund.objects.get()
    assert refund.status == "superseded"

    chosen = {"action": "try_again", "_selected_action": [str(refund.pk)]}
    client_for(dora).post(reverse("admin:orders_refund_changelist"), chosen, format="multipart")
    carry_on()

    refund.refresh_from_db()
    assert (refund.status, stripe.objects("refund"), books()) == ("superseded", [], {})
    shown = client_for(order.customer).get(f"/api/orders/{order.pk}").json()
    assert shown["refundedAmount"] == "0.00"


@pytest.mark.parametrize("metadata", ["ticket-17", "8d8ac610-566d-4ef0-9c22-186b2a5ed793"])
def test_foreign_metadata_is_adopted_and_blocks_nothing(time_machine, stripe, order, metadata) -> None:
    intent_id = pay(stripe, order)
    advance(order, to="completed")
    at_stripe(intent_id, "5.00", metadata)
    at_stripe(intent_id, "7.50")

    deliver(stripe)

    order.refresh_from_db()
    assert order.refunded_amount == Decimal("12.50")
    assert not StripeEvent.objects.filter(processed_at=None).exists()
    assert books_agree_with(stripe)


def test_metadata_that_names_a_refund_of_another_order_is_foreign(
    time_machine, stripe, order, alice, slot
) -> None:
    from orders.tests.booking import book  # noqa: PLC0415

    first = pay(stripe, order)
    other = book(alice, slot)
    pay(stripe, other)
    cancel(other)
    advance(order, to="completed")
    at_stripe(first, "27.50", str(Refund.objects.get(order=other).pk))

    deliver(stripe)

    order.refresh_from_db()
    assert order.refunded_amount == ALL
    assert set(Refund.objects.values_list("status", flat=True)) == {"succeeded"}
    assert books_agree_with(stripe)


def test_metadata_that_was_copied_from_a_refund_that_has_left_is_foreign(time_machine, stripe, order) -> None:
    intent_id = pay(stripe, order)
    advance(order, to="completed")
    ours = refund_rows.request_refund(
        order=order, amount=Decimal("5.00"), reason="damage", now=order.created_at
    )
    carry_on()
    at_stripe(intent_id, "5.00", str(ours.pk))

    deliver(stripe)

    order.refresh_from_db()
    assert order.refunded_amount == Decimal("10.00")
    assert books_agree_with(stripe)


def test_a_refund_that_left_before_a_bank_took_everything_is_booked_after_it(
    time_machine, stripe, order
) -> None:
    intent_id = pay(stripe, order)
    at_stripe(intent_id, "10.00")
    stripe.contest(intent_id)
    for kind in ("charge.dispute.created", "charge.refunded"):
        for event in stripe.events(kind):
            report(stripe, event["id"])
        carry_on()

    assert books()["stripe"] == Decimal("-10.00")
    assert not StripeEvent.objects.filter(processed_at=None).exists()
    assert books_agree_with(stripe)


@pytest.mark.breaks_invariants
def test_the_data_check_speaks_of_a_failed_refund_beside_a_lost_dispute(stripe, order) -> None:
    from orders.checks.invariants import violations  # noqa: PLC0415

    intent_id = pay(stripe, order)
    cancel(order)
    stripe.contest(intent_id)
    carry_on()
    deliver(stripe)
    assert violations() == []

    Dispute.objects.update(status="lost")

    [sentence] = violations()
    assert sentence.startswith("nothing goes back twice: Refund ")


def test_a_superseded_refund_is_shown_as_what_it_is(stripe, order, alice, dora) -> None:
    intent_id = pay(stripe, order)
    way_cancelled_disputed_failed_lost(stripe, order, intent_id)

    client = client_for(dora)
    for page, said in (
        (reverse("admin:orders_refund_changelist"), "Superseded: it came back another way"),
        (reverse("admin:accounts_user_timeline", args=[alice.pk]), ", superseded: it came back another way"),
        (reverse("admin:orders_order_change", args=[order.pk]), "Superseded: it came back another way"),
    ):
        assert said in client.get(page).content.decode()
