"""Random histories of orders and their money, compared with an oracle independent of our ledger.

The oracle counts whole Rappen by the product's rules: a payment belongs to the customer until the order
ends; then the platform gets its fee, at most what is left, and the provider the rest; of a cancelled
order the provider gets the late fee that the cancellation fixed; what left at Stripe or by a bank while
the order ran is borne by the platform; a bank that withdraws more than was left takes it from the
platform; a rejected refund is still owed to the customer, unless the same money reached them another way, or
our own bank paid it; what our bank and Stripe have both paid the customer owes back.
Payouts reduce what the provider is owed; refunds after a payout are owed by the provider.
"""

from collections import Counter
from decimal import Decimal
from random import Random

import pytest
from django.db import transaction
from django.db.models import Sum

from accounts.models import User
from marketplace.money import to_rappen
from marketplace.tests.proof import figure, record
from orders.models import LedgerEntry, Order
from orders.payments.tests.fixtures import violations
from orders.payments.tests.random_history import ACTS, History
from orders.tests.money import make_order
from providers.models import Provider

# The orders are bare rows without reservations or lines.
pytestmark = [pytest.mark.django_db, pytest.mark.breaks_invariants]

TOGETHER = 100


def our_books(order: Order) -> dict[str, int]:
    rows = LedgerEntry.objects.filter(order=order).order_by().values_list("account")
    booked = {account: to_rappen(total) for account, total in rows.annotate(total=Sum("amount"))}
    return {account: amount for account, amount in booked.items() if amount}


def live(seed: int, customer: User, provider: Provider) -> list[str]:
    """Run a random history, compare the balances after every event, and return the events."""
    random = Random(seed)
    instantly = random.random() < 0.7
    history = History(
        make_order(customer, provider, hold_expires_at=None, accepts_instantly=instantly), random
    )
    steps = []
    for _ in range(random.randint(3, 12)):
        steps.append(history.step())
        assert our_books(history.order) == history.books.balances(), (seed, steps)
    return steps


@pytest.mark.long
@pytest.mark.proof
def test_random_histories_leave_the_books_that_an_independent_book_keeper_writes(now, alice, salon) -> None:
    histories, happened = figure(40, 10_000), Counter()
    for first in range(0, histories, TOGETHER):
        with transaction.atomic():
            for seed in range(first, min(first + TOGETHER, histories)):
                happened.update(live(seed, alice, salon))
            assert violations() == []
            over = LedgerEntry.objects.filter(
                order__status__in=["completed", "cancelled"], account="customer"
            )
            assert to_rappen(over.aggregate(total=Sum("amount"))["total"] or Decimal(0)) == 0
            # Roll back each history: a transaction with thousands of orders gets slow.
            transaction.set_rollback(True)

    assert set(happened) - {"rest"} == set(ACTS), happened
    record(
        "R19",
        f"{histories} histories, {happened.total()} events: every account equal after each",
        "10,000 against an independent book-keeper",
    )
