"""The late fee is fixed when an order is cancelled, whatever a bank does before or after."""

from datetime import timedelta
from decimal import Decimal

import pytest

from conftest import client_for
from marketplace.tests.proof import record
from orders.models import Dispute
from orders.payments.tests.fixtures import books_agree_with, carry_on, pay, report
from orders.tests.money import books

pytestmark = pytest.mark.django_db

FEE = Decimal("12.50")
AS_WITHOUT = {"stripe": FEE, "provider": -FEE}


def deliver(stripe) -> None:
    for event in stripe.events():
        if event["type"].startswith("charge.dispute."):
            report(stripe, event["id"])
    carry_on()


def contest(stripe, intent_id: str, rappen: int) -> None:
    if rappen:
        stripe.contest(intent_id, amount=rappen)
        deliver(stripe)


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("outcome", ["won", "lost"])
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("rappen", [0, 500, 2000, 2750])
def test_the_fee_is_fixed_at_the_cancellation(time_machine, stripe, order, rappen, when, outcome) -> None:
    intent_id = pay(stripe, order)
    time_machine.move_to(order.pickup_at - timedelta(minutes=30))
    customer = client_for(order.customer)
    if when == "before":
        contest(stripe, intent_id, rappen)

    shown = customer.get(f"/api/orders/{order.pk}/cancellation").json()
    assert customer.post(f"/api/orders/{order.pk}/cancellation").status_code == 200
    carry_on()
    if when == "after":
        contest(stripe, intent_id, rappen)
    for dispute in Dispute.objects.all():
        stripe.decide_dispute(dispute.stripe_dispute_id, outcome)
        deliver(stripe)

    assert shown["fee"] == "12.50"
    order.refresh_from_db()
    if outcome == "won" or not rappen:
        assert books() == AS_WITHOUT
        assert (order.refunded_amount, order.disputed_amount) == (Decimal("15.00"), 0)
    elif when == "before":
        # The bank has given the customer more than the cancellation would have: the platform bears it.
        assert books().get("provider") == -FEE
    assert books_agree_with(stripe)
    record("R27", f"{rappen} {when}, {outcome}: {books()}", "won: as without a dispute")
