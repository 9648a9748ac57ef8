"""``manage.py check_invariants`` finds each violation, and nothing else."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.core.management import call_command

from accounts import personal_export
from conftest import NOW, client_for, make_slot
from marketplace.jobs.models import Job, OutboxMessage
from orders.checks import invariants
from orders.lifecycle import holds
from orders.models import (
    LedgerEntry,
    Order,
    OrderEvent,
    OrderLine,
    Payment,
    Receipt,
    Reservation,
    SavedCard,
)
from orders.tests import invariant_checks
from orders.tests.booking import advance, book, rated_by_provider
from providers.models import Provider
from scheduling.models import TimeSlot

pytestmark = pytest.mark.breaks_invariants


@pytest.fixture
def lived(paid_order, alice):
    """Return a completed and reviewed order."""
    rated_by_provider(advance(paid_order, to="completed"))
    client_for(alice).post(f"/api/orders/{paid_order.pk}/rating", {"rating": 4})
    return paid_order


def check(capsys) -> tuple[int, str]:
    code = 0
    try:
        call_command("check_invariants")
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, capsys.readouterr().out


def test_a_healthy_house_passes(lived, capsys) -> None:
    code, said = check(capsys)

    assert code == 0, said
    assert "FAIL" not in said
    assert said.count("ok  ") == 27


BREAKS = {
    "every booked place is reserved": lambda: TimeSlot.objects.update(booked=2),
    "running orders hold one place": lambda: Reservation.objects.update(released_at=NOW),
    "ratings are those of visible reviews": lambda: Provider.objects.update(rating_sum=5),
    "totals are sums of lines": lambda: OrderLine.objects.filter(kind="base").update(amount=Decimal(1)),
    "histories are paths of the table": lambda: OrderEvent.objects.create(
        order=Order.objects.get(), from_status="completed", to_status="pending", actor_role="system", at=NOW
    ),
    "reviews are of completed orders": lambda: Order.objects.update(status="delivery"),
    "paid orders have a succeeded payment": lambda: Order.objects.update(payment_status="unpaid"),
    "the ledger adds up to zero, by posting, by order and in all": lambda: LedgerEntry.objects.create(
        posting="crooked", account="stripe", order=Order.objects.get(), amount=Decimal(1), posted_at=NOW
    ),
    "each account of an order stands where it belongs": lambda: Order.objects.update(refunded_amount=1),
    "receipts, credit notes and invoices are numbered without a gap": lambda: Payment.objects.update(
        receipted_at=NOW
    ),
    "receipts, credit notes and invoices have a file": lambda: Receipt.objects.create(
        order=Order.objects.get(), year=2026, number=1, issued_at=NOW, supplier_name="Bruno"
    ),
    "disputes withhold what orders say": lambda: Order.objects.update(disputed_amount=1),
    "the platform bears what refunds and disputes say": lambda: Order.objects.update(borne_by_platform=1),
    "an account with cards has a default": lambda: SavedCard.objects.create(
        user=Order.objects.get().customer,
        payment_method_id="pm_1",
        exp_month=1,
        exp_year=2030,
        consented_at=NOW,
        consent_text="Yes.",
        created_at=NOW,
    ),
}


@pytest.mark.sweep
@pytest.mark.parametrize("name", BREAKS)
def test_finds_what_is_wrong(lived, capsys, name) -> None:
    BREAKS[name]()

    code, said = check(capsys)

    assert code == 1
    assert f"FAIL  {name}" in said
    assert invariant_checks.violations() == invariants.violations() != []


def test_finds_an_outbox_that_stands_still(lived, capsys, time_machine) -> None:
    OutboxMessage.objects.update(done_at=None, due_at=NOW)
    time_machine.move_to(NOW + timedelta(minutes=5, seconds=1))

    assert "FAIL  the outbox is handed on within five minutes" in check(capsys)[1]


@pytest.mark.parametrize(
    ("topic", "patience"), [("email_bulk", timedelta(days=1)), (personal_export.TOPIC, timedelta(hours=1))]
)
def test_what_goes_to_very_many_and_what_is_made_one_by_one_may_take_longer(
    lived, capsys, time_machine, topic, patience
) -> None:
    OutboxMessage.objects.update(done_at=None, due_at=NOW, topic=topic)

    time_machine.move_to(NOW + patience - timedelta(minutes=1))
    assert "ok    the outbox is handed on within five minutes" in check(capsys)[1]
    time_machine.move_to(NOW + patience + timedelta(minutes=1))
    assert "FAIL  the outbox is handed on within five minutes" in check(capsys)[1]


def test_one_order_that_cannot_be_cancelled_keeps_no_other(now, alice, salon, monkeypatch) -> None:
    slot = make_slot(salon, capacity=5)
    orders = [book(alice, slot) for _ in range(3)]
    broken = min(orders, key=lambda order: order.pk)
    Reservation.objects.filter(order=broken).update(slot=make_slot(salon, capacity=2, start=slot.end_time))

    assert holds.expire_unpaid(now=NOW + timedelta(minutes=15)) == 2

    assert "nobody holds a place" in Job.objects.get(subject=broken.pk).last_error
    assert list(Order.objects.filter(status="pending")) == [broken]
