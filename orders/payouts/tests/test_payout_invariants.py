"""The nightly check finds payouts that differ from the ledger."""

from decimal import Decimal

import pytest

from conftest import WEDNESDAY as NOW
from orders.models import Payout, PayoutLine
from orders.payouts.payout_invariants import INVARIANTS
from orders.payouts.tests.earning import MONDAY, completed, give_account, payout_of
from orders.tests import invariant_checks

pytestmark = [pytest.mark.breaks_invariants, pytest.mark.at(NOW)]

BREAKS = {
    "payouts are the sums of their lines": lambda: Payout.objects.update(amount=Decimal(1)),
    "lines of payouts are what the ledger says": lambda: PayoutLine.objects.update(amount=Decimal(1)),
    "payouts are posted when they are paid": lambda: Payout.objects.update(status="paid", paid_at=MONDAY),
    "what providers are owed is untaken or due": lambda: PayoutLine.objects.all().delete(),
}


@pytest.fixture
def payout(now, alice, salon) -> Payout:
    completed(alice, salon)
    give_account(salon)
    return payout_of(salon)


def test_finds_nothing_where_all_is_well(payout) -> None:
    assert [sentence for _, check in INVARIANTS for sentence in check()] == []


@pytest.mark.parametrize("name", BREAKS)
def test_finds_what_is_wrong(payout, name) -> None:
    BREAKS[name]()

    assert list(dict(INVARIANTS)[name]()), name
    assert any(violation.startswith(f"{name}: ") for violation in invariant_checks.violations())
    assert set(BREAKS) == set(dict(INVARIANTS))
