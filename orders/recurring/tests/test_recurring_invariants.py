"""The invariants of recurring bookings find each violation, and nothing else."""

from datetime import date

import pytest

from conftest import WEDNESDAY as NOW
from conftest import make_user
from orders.checks import invariants
from orders.lifecycle import cancelling
from orders.models import SYSTEM, Occurrence, Order, RecurringBooking
from orders.recurring import occurrence_placing
from orders.recurring.tests.running_bookings import at, set_up
from orders.tests import invariant_checks

pytestmark = pytest.mark.at(NOW)

DUE = at("2026-11-21 09:00")

BREAKS = {
    "placed occurrences have an order that runs": lambda: Order.objects.update(
        status="cancelled", cancel_reason="by_customer"
    ),
    "recurring orders are their customers'": lambda: Order.objects.update(customer=make_user("emil")),
    "ended recurring bookings plan nothing": lambda: RecurringBooking.objects.update(
        is_active=False, ended_at=DUE
    ),
    "recurring bookings have every date of their pattern": lambda: Occurrence.objects.filter(
        on="2026-12-07"
    ).update(on=date(2026, 12, 8)),
}


@pytest.fixture
def placed(now, alice, salon) -> None:
    """Let one order of a recurring booking be placed."""
    set_up(alice, salon)
    assert occurrence_placing.place_due(now=DUE) == 1


@pytest.mark.breaks_invariants
@pytest.mark.parametrize("name", BREAKS)
def test_finds_what_is_wrong(placed, name) -> None:
    assert invariants.violations() == []

    BREAKS[name]()

    found = invariants.violations()
    assert any(violation.startswith(f"{name}: ") for violation in found)
    assert invariant_checks.violations() == found


@pytest.mark.breaks_invariants
def test_finds_a_running_order_of_a_skipped_pickup(placed) -> None:
    Occurrence.objects.filter(status="placed").update(status="skipped", charge_at=None)

    assert any("its order runs" in violation for violation in invariants.violations())


def test_a_cancellation_keeps_both_in_step(placed) -> None:
    cancelling.cancel_order(
        order_id=Order.objects.get().pk, actor=SYSTEM, now=DUE, cancel_reason="payment_not_completed"
    )

    assert invariants.violations() == []
