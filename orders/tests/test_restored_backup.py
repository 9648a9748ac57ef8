"""What docs/restore.md asks for leaves orders and money as people left them after the backup.

Each test begins with what the backup knows, and what Stripe and people know beyond it.
"""

from datetime import timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.urls import reverse

from conftest import NOW
from orders.lifecycle import holds, substitutes
from orders.models import Refund
from orders.payments import gateway, reconciling
from orders.payments.tests.fixtures import books_agree_with, pay
from orders.tests.booking import book

pytestmark = pytest.mark.django_db(transaction=True)


def press(client, button: str, order, **sent: str) -> None:
    address = reverse(f"admin:orders_order_{button}", args=[order.pk])
    client.post(address, {"confirmed": "yes"} | sent)


def test_what_was_accepted_after_the_backup_is_confirmed_before_the_sweeps_and_stays(
    stripe, operator_client, alice, salon, slot
) -> None:
    salon.accepts_instantly = False
    salon.save()
    order = book(alice, slot)
    pay(stripe, order)
    order.refresh_from_db()
    assert order.status == "pending"
    restored_at = NOW + timedelta(hours=5)

    press(operator_client, "to_confirmed", order)

    assert holds.cancel_unanswered(now=restored_at) == 0
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert not Refund.objects.exists()


def test_what_was_cancelled_after_the_backup_is_cancelled_again_and_nothing_goes_back_twice(
    stripe, operator_client, order
) -> None:
    intent_id = pay(stripe, order)
    gateway.create_refund(
        intent_id=intent_id,
        amount=order.total_amount,
        refund_id=str(uuid4()),
        order_id=str(order.pk),
        idempotency_key="lost",
    )

    assert reconciling.compare_all(now=NOW).differences == []
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "refunded")
    assert Refund.objects.get().amount == order.total_amount
    page = reverse("admin:orders_refund_changelist")
    assert "Returned in Stripe&#x27;s own back office" in operator_client.get(page).text

    press(operator_client, "to_cancelled", order, note="Cancelled after the backup")

    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("cancelled", "refunded")
    assert sum(refund.amount for refund in Refund.objects.all()) == order.total_amount > Decimal(0)
    assert books_agree_with(stripe)


def test_whom_the_restored_data_call_late_has_an_hour_and_whose_steps_are_taken_again_is_not(
    stripe, operator_client, order
) -> None:
    pay(stripe, order)
    restored_at = order.pickup_at + timedelta(hours=4)
    assert substitutes.offer_due(now=order.pickup_at - timedelta(hours=8)) == 0

    assert substitutes.offer_due(now=restored_at) == 0
    for button in ("to_pickup", "to_washing", "to_delivery", "to_completed"):
        press(operator_client, button, order)

    assert substitutes.offer_due(now=restored_at + timedelta(minutes=30)) == 0
    assert substitutes.offer_due(now=restored_at + timedelta(hours=1)) == 0
    order.refresh_from_db()
    assert (order.status, order.substitute_offered_at) == ("completed", None)
