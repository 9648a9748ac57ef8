"""Money that moves after an order's end is posted to the right accounts."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from itertools import permutations

import pytest

from conftest import NOW, client_for, make_slot
from marketplace.tests.proof import record
from orders.lifecycle import holds, refund_rows
from orders.models import Dispute, Order, Refund
from orders.payments import gateway, refunds
from orders.payments.dispute_gateway import pages_of_disputes
from orders.payments.disputes import apply_dispute
from orders.payments.reconciling import compare_all
from orders.payments.tests.fixtures import books_agree_with, carry_on, open_payment, pay, report
from orders.tests.booking import advance, book
from orders.tests.money import books

pytestmark = pytest.mark.django_db(transaction=True)

BANK_GIVES_BACK = "4000000000005126"
CONTESTED = "4000000000000259"
INQUIRED = "4000000000001976"
ALL, EARNED, FEE = Decimal("27.50"), Decimal("25.00"), Decimal("2.50")


def stripe_sends(stripe, kind: str) -> None:
    """Deliver all events of a kind, and process them."""
    for event in stripe.events(kind):
        assert report(stripe, event["id"]).status_code == 200
    carry_on()


def give_back(order: Order, amount: str) -> None:
    refund_rows.request_refund(order=order, amount=Decimal(amount), reason=f"damage {amount}", now=NOW)
    carry_on()


def in_stripes_dashboard(intent_id: str, amount: Decimal) -> None:
    gateway.create_refund(
        intent_id=intent_id, amount=amount, refund_id="", order_id="", idempotency_key=f"by-hand-{amount}"
    )


@pytest.fixture
def completed(stripe, order) -> tuple[Order, str]:
    """Return a completed order of 27.50 CHF and its intent."""
    intent_id = pay(stripe, order)
    return advance(order, to="completed"), intent_id


@pytest.fixture
def late(time_machine, stripe, order) -> tuple[Order, str]:
    """Return an order that was cancelled late, of which its provider keeps 12.50 CHF, and its intent."""
    intent_id = pay(stripe, order)
    time_machine.move_to(order.pickup_at - timedelta(minutes=30))
    assert client_for(order.customer).post(f"/api/orders/{order.pk}/cancellation").status_code == 200
    carry_on()
    order.refresh_from_db()
    return order, intent_id


def way_full_refund(stripe, completed) -> dict:
    give_back(completed[0], "27.50")
    return {}


def way_partial_refund(stripe, completed) -> dict:
    give_back(completed[0], "10.00")
    return {"stripe": Decimal("17.50"), "provider": Decimal("-15.00"), "platform": -FEE}


def way_refund_of_almost_all(stripe, completed) -> dict:
    give_back(completed[0], "26.00")
    return {"stripe": Decimal("1.50"), "platform": Decimal("-1.50")}


def way_in_stripes_dashboard(stripe, completed) -> dict:
    in_stripes_dashboard(completed[1], Decimal("7.50"))
    stripe_sends(stripe, "charge.refunded")
    return {"stripe": Decimal("20.00"), "provider": Decimal("-17.50"), "platform": -FEE}


def way_chargeback(stripe, completed) -> dict:
    stripe.contest(completed[1])
    stripe_sends(stripe, "charge.dispute.created")
    return {}


def way_chargeback_won(stripe, completed) -> dict:
    way_chargeback(stripe, completed)
    stripe.decide_dispute(stripe.objects("dispute")[0]["id"], "won")
    stripe_sends(stripe, "charge.dispute.closed")
    return {"stripe": ALL, "provider": -EARNED, "platform": -FEE}


def way_chargeback_lost(stripe, completed) -> dict:
    way_chargeback(stripe, completed)
    stripe.decide_dispute(stripe.objects("dispute")[0]["id"], "lost")
    stripe_sends(stripe, "charge.dispute.closed")
    return {}


def way_the_bank_gives_back(stripe, completed) -> dict:
    give_back(completed[0], "10.00")
    stripe.settle_refund(stripe.objects("refund")[0]["id"], succeeded=False)
    stripe_sends(stripe, "refund.failed")
    # The failed refund is at Stripe again, and still owed to the customer.
    return {
        "stripe": ALL,
        "provider": Decimal("-15.00"),
        "platform": -FEE,
        "returns": Decimal("-10.00"),
    }


WAYS = {name.removeprefix("way_"): way for name, way in globals().items() if name.startswith("way_")}


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("name", WAYS)
def test_every_way_is_posted_against_the_right_party(stripe, completed, name) -> None:
    expected = WAYS[name](stripe, completed)

    assert books() == expected
    assert books_agree_with(stripe)
    record("R19 (ways)", f"{name.replace('_', ' ')}: {expected or 'nothing left'}", "the right party, to 0")


@pytest.mark.proof
def test_a_late_fee_that_is_returned_is_taken_from_the_provider(stripe, late) -> None:
    assert books() == {"stripe": Decimal("12.50"), "provider": Decimal("-12.50")}

    give_back(late[0], "4.50")
    assert books() == {"stripe": Decimal("8.00"), "provider": Decimal("-8.00")}
    give_back(late[0], "8.00")

    assert books() == {}
    assert books_agree_with(stripe)
    record("R19 (ways)", "late fee returned: from its provider", "the right party, to 0")


def test_a_chargeback_of_a_late_fee_that_is_won_is_the_providers_again(stripe, late) -> None:
    dispute = stripe.contest(late[1], amount=1250)
    stripe_sends(stripe, "charge.dispute.created")
    assert books() == {}

    stripe.decide_dispute(dispute["id"], "won")
    stripe_sends(stripe, "charge.dispute.closed")

    assert books() == {"stripe": Decimal("12.50"), "provider": Decimal("-12.50")}
    assert books_agree_with(stripe)


def test_a_chargeback_before_the_end_belongs_to_whom_the_end_says(stripe, order) -> None:
    intent_id = pay(stripe, order)
    dispute = stripe.contest(intent_id)
    stripe_sends(stripe, "charge.dispute.created")
    assert books() == {}
    advance(order, to="completed")

    stripe.decide_dispute(dispute["id"], "won")
    stripe_sends(stripe, "charge.dispute.closed")

    assert books() == {"stripe": ALL, "provider": -EARNED, "platform": -FEE}
    assert books_agree_with(stripe)


def test_what_a_cancellation_owed_is_returned_once_the_bank_gives_it_back(stripe, order) -> None:
    intent_id = pay(stripe, order)
    dispute = stripe.contest(intent_id)
    stripe_sends(stripe, "charge.dispute.created")
    shown = client_for(order.customer).get(f"/api/orders/{order.pk}/cancellation").json()
    client_for(order.customer).post(f"/api/orders/{order.pk}/cancellation")

    stripe.decide_dispute(dispute["id"], "won")
    stripe_sends(stripe, "charge.dispute.funds_reinstated")

    assert (shown["allowed"], shown["refund"], shown["fee"]) == (True, "0.00", "0.00")
    assert books() == {}
    assert Refund.objects.get().amount == ALL
    assert books_agree_with(stripe)


def test_what_a_bank_withdrew_is_not_returned_as_well(stripe, completed) -> None:
    order, intent_id = completed
    stripe.contest(intent_id, amount=2000)
    stripe_sends(stripe, "charge.dispute.created")

    with pytest.raises(refund_rows.ExceedsPayment):
        refund_rows.request_refund(order=order, amount=Decimal("7.51"), reason="too much", now=NOW)
    give_back(order, "7.50")

    assert books() == {}
    assert books_agree_with(stripe)


def test_what_a_bank_takes_beyond_what_was_left_is_the_platforms_loss(stripe, completed) -> None:
    order, intent_id = completed
    give_back(order, "10.00")

    stripe.contest(intent_id)
    stripe_sends(stripe, "charge.dispute.created")

    assert books() == {"stripe": Decimal("-10.00"), "platform": Decimal("10.00")}
    assert books_agree_with(stripe)


def test_a_bank_that_only_asks_moves_nothing_until_it_escalates(stripe, order) -> None:
    pay(stripe, order, INQUIRED)
    stripe_sends(stripe, "charge.dispute.created")
    asked = Dispute.objects.get()
    assert (asked.status, asked.withheld, books()["stripe"]) == ("warning_needs_response", 0, ALL)

    stripe.decide_dispute(asked.stripe_dispute_id, "escalated")
    stripe_sends(stripe, "charge.dispute.updated")

    asked.refresh_from_db()
    assert (asked.status, asked.withheld, books()) == ("needs_response", ALL, {})
    assert books_agree_with(stripe)


def test_the_card_of_a_contested_payment_is_disputed_at_once(stripe, order) -> None:
    pay(stripe, order, CONTESTED)

    stripe_sends(stripe, "charge.dispute.created")

    dispute = Dispute.objects.get()
    assert (dispute.order_id, dispute.reason, dispute.status) == (order.pk, "fraudulent", "needs_response")
    assert dispute.respond_by is not None
    order.refresh_from_db()
    assert (order.disputed_amount, order.payment_status) == (ALL, "paid")


@pytest.mark.proof
def test_events_of_a_dispute_lead_to_the_same_books_in_any_order(stripe, completed) -> None:
    stripe.contest(completed[1])
    seen = [next(iter(next(pages_of_disputes())))]
    stripe.decide_dispute(stripe.objects("dispute")[0]["id"], "won")
    seen.append(next(iter(next(pages_of_disputes()))))

    orders = list(permutations([*seen, *seen]))
    for said in orders:
        for found in said:
            apply_dispute(found=found, now=NOW)
        assert Dispute.objects.get().status == "won"
        assert books() == {"stripe": ALL, "provider": -EARNED, "platform": -FEE}

    assert books_agree_with(stripe)
    record("R11 (disputes)", f"{len(orders)} orders and repeats, one end", "all permutations, one end")


def test_what_stripe_said_before_a_dispute_was_decided_does_not_open_it_again(stripe, completed) -> None:
    stripe.contest(completed[1])
    (found,) = next(pages_of_disputes())
    lost = replace(found, status="lost")
    apply_dispute(found=found, now=NOW)
    version = Order.objects.get(disputes__isnull=False).version

    assert apply_dispute(found=lost, now=NOW)
    assert not apply_dispute(found=found, now=NOW)

    assert Dispute.objects.get().status == "lost"
    # No money has moved, so the version must not change.
    assert Order.objects.get(disputes__isnull=False).version == version


def test_a_withdrawal_of_a_bank_is_one_change_of_the_order(stripe, completed) -> None:
    order = completed[0]
    order.refresh_from_db()
    stripe.contest(completed[1])
    (found,) = next(pages_of_disputes())

    apply_dispute(found=found, now=NOW)

    assert Order.objects.get(pk=order.pk).version == order.version + 1


def test_a_dispute_that_no_event_notified_of_is_found_by_the_daily_comparison(stripe, completed) -> None:
    stripe.contest(completed[1])

    compare_all(now=NOW)

    assert Dispute.objects.get().withheld == ALL
    assert books_agree_with(stripe)


@pytest.mark.proof
def test_a_refund_of_the_dashboard_that_the_bank_refuses_needs_an_operator(
    time_machine, stripe, order
) -> None:
    intent_id = pay(stripe, order, BANK_GIVES_BACK)
    advance(order, to="completed")
    in_stripes_dashboard(intent_id, Decimal("10.00"))
    stripe_sends(stripe, "charge.refunded")
    adopted = Refund.objects.get()
    assert adopted.status == "succeeded"

    stripe.settle_refund(adopted.stripe_refund_id, succeeded=False)
    stripe_sends(stripe, "refund.failed")

    adopted.refresh_from_db()
    assert (adopted.status, books()["returns"]) == ("failed", Decimal("-10.00"))
    assert books_agree_with(stripe)

    time_machine.shift(timedelta(minutes=1))
    refunds.retry(refund_id=adopted.pk, now=time_machine.now)
    carry_on()
    adopted.refresh_from_db()
    assert (adopted.status, "returns" in books()) == ("succeeded", False)
    assert books_agree_with(stripe)
    record("R19 (ways)", "a dashboard's refund given back: failed, tried again", "the right party, to 0")


def test_a_refund_that_keeps_coming_back_is_booked_each_time(time_machine, stripe, order) -> None:
    pay(stripe, order, BANK_GIVES_BACK)
    client_for(order.customer).post(f"/api/orders/{order.pk}/cancellation")
    carry_on()

    for _ in range(3):
        refund = Refund.objects.get()
        stripe.settle_refund(refund.stripe_refund_id, succeeded=False)
        stripe_sends(stripe, "refund.failed")
        assert books() == {"stripe": ALL, "returns": -ALL}
        time_machine.shift(timedelta(minutes=1))
        refunds.retry(refund_id=refund.pk, now=time_machine.now)
        carry_on()
        assert books() == {}

    assert books_agree_with(stripe)


def test_a_pending_order_that_was_returned_in_full_is_cancelled_and_frees_its_place(
    time_machine, stripe, alice, salon
) -> None:
    salon.accepts_instantly = False
    salon.save()
    slot = make_slot(salon)
    order = book(alice, slot)
    intent_id = pay(stripe, order)
    assert order.status == "pending"

    in_stripes_dashboard(intent_id, Decimal("20.00"))
    stripe_sends(stripe, "charge.refunded")
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("pending", "partially_refunded")
    in_stripes_dashboard(intent_id, Decimal("7.50"))
    stripe_sends(stripe, "charge.refunded")
    carry_on()

    order.refresh_from_db()
    slot.refresh_from_db()
    assert (order.status, order.cancel_reason, slot.booked) == ("cancelled", "by_operator", 0)
    assert books_agree_with(stripe)


def test_a_late_payment_that_cannot_be_used_leaves_nothing(time_machine, stripe, alice, salon) -> None:
    slot = make_slot(salon, capacity=1)
    order = book(alice, slot)
    intent_id = open_payment(order)
    time_machine.shift(timedelta(minutes=16))
    holds.expire_unpaid(now=time_machine.now)
    book(alice, slot)

    stripe.confirm(intent_id)
    stripe_sends(stripe, "payment_intent.succeeded")

    assert books() == {}
    assert books_agree_with(stripe)
