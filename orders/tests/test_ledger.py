"""The ledger adds up to zero, is written once and never changed."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, connection, transaction

from conftest import NOW
from orders import ledger
from orders.lifecycle.refund_rows import request_refund
from orders.models import LedgerEntry
from orders.payments.tests.fixtures import violations
from orders.tests.booking import advance
from orders.tests.money import books, make_order, make_payment

Account = LedgerEntry.Account

# The orders are bare rows without reservations or lines.
pytestmark = pytest.mark.breaks_invariants


def test_a_completed_order_leaves_the_provider_what_was_paid_less_the_fee(alice, salon) -> None:
    order = make_order(alice, salon)
    payment = make_payment(order)

    ledger.payment_captured(order=order, payment=payment, now=NOW)
    ledger.order_completed(order=order, now=NOW)

    assert books() == {
        "stripe": Decimal("27.50"),
        "provider": Decimal("-25.00"),
        "platform": Decimal("-2.50"),
    }
    assert set(LedgerEntry.objects.filter(account="provider").values_list("provider_id", flat=True)) == {
        salon.pk
    }


def test_a_completed_order_leaves_the_provider_what_earlier_refunds_left(paid_order) -> None:
    request_refund(order=paid_order, amount=Decimal("10.00"), reason="damage", now=NOW)

    advance(paid_order, to="completed")

    assert books() == {
        "stripe": Decimal("17.50"),
        "provider": Decimal("-15.00"),
        "platform": Decimal("-2.50"),
    }
    assert violations() == []


def test_a_late_cancellation_leaves_the_provider_the_late_fee(alice, salon) -> None:
    order = make_order(alice, salon)
    payment = make_payment(order)
    refund = order.refunds.create(
        payment=payment, amount=Decimal("15.00"), reason="by_customer", due_at=NOW, created_at=NOW
    )

    ledger.payment_captured(order=order, payment=payment, now=NOW)
    ledger.refunded(order=order, refund=refund, now=NOW)
    ledger.late_fee_kept(order=order, amount=Decimal("12.50"), now=NOW)

    assert books() == {"stripe": Decimal("12.50"), "provider": Decimal("-12.50")}


def test_posts_once(alice, salon) -> None:
    order = make_order(alice, salon)
    payment = make_payment(order)

    first = ledger.payment_captured(order=order, payment=payment, now=NOW)
    second = ledger.payment_captured(order=order, payment=payment, now=NOW)

    assert (first, second) == (True, False)
    assert LedgerEntry.objects.count() == 2


def test_refuses_a_posting_that_does_not_add_up(alice, salon) -> None:
    order = make_order(alice, salon)

    with pytest.raises(ledger.Unbalanced):
        ledger.post(
            posting="crooked",
            order=order,
            entries={Account.STRIPE: Decimal("10.00"), Account.CUSTOMER: Decimal("-9.99")},
            now=NOW,
        )

    assert not LedgerEntry.objects.exists()


def test_refuses_a_posting_of_which_a_part_stands(alice, salon) -> None:
    order = make_order(alice, salon)
    payment = make_payment(order)
    ledger.payment_captured(order=order, payment=payment, now=NOW)

    with pytest.raises(ledger.Unbalanced), transaction.atomic():
        ledger.post(
            posting=f"captured:{payment.pk}",
            order=order,
            entries={Account.STRIPE: payment.amount, Account.PLATFORM: -payment.amount},
            now=NOW,
        )

    assert set(books()) == {"stripe", "customer"}


def test_entries_cannot_be_changed_or_removed(alice, salon) -> None:
    order = make_order(alice, salon)
    ledger.payment_captured(order=order, payment=make_payment(order), now=NOW)
    entry = LedgerEntry.objects.first()

    for act in (
        entry.save,
        entry.delete,
        LedgerEntry.objects.all().delete,
        lambda: LedgerEntry.objects.update(amount=0),
    ):
        with pytest.raises(TypeError):
            act()


@pytest.mark.parametrize(
    "statement", ["UPDATE orders_ledgerentry SET amount = 0", "DELETE FROM orders_ledgerentry"]
)
def test_the_database_itself_refuses_a_change(alice, salon, statement) -> None:
    order = make_order(alice, salon)
    ledger.payment_captured(order=order, payment=make_payment(order), now=NOW)
    before = books()

    with (
        pytest.raises(IntegrityError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert books() == before
