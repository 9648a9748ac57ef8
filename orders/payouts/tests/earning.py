"""Helpers for tests of payouts: complete orders, run on Monday, pay."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from accounts.models import User
from conftest import WEDNESDAY as NOW
from conftest import make_slot
from orders.models import Dispute, LedgerEntry, Order, Payout
from orders.payouts import payout_accounts, weekly_run
from orders.tests.booking import advance, book, pay
from providers.models import Provider

# NOW is Wednesday, 18 November; its week began on the 16th and ends on the 23rd at 00:00 in Zurich.
WEEK = date(2026, 11, 16)
MONDAY = datetime(2026, 11, 23, 5, 0, tzinfo=UTC)
NEXT_MONDAY = MONDAY + timedelta(days=7)
IBAN = "CH9300762011623852957"
OTHER_IBAN = "LI21088100002324013AA"


def completed(customer: User, provider: Provider, *, at: datetime = NOW) -> Order:
    """Book, pay and complete an order, of which the provider earns CHF 25."""
    slot = provider.slots.first() or make_slot(provider, capacity=200)
    order = book(customer, slot)
    pay(order)
    return advance(order, to="completed", now=at)


def give_account(provider: Provider, iban: str = IBAN, *, now: datetime = NOW) -> None:
    """Give a provider a bank account."""
    payout_accounts.set_account(
        provider=provider, actor_id=provider.user_id, holder="Bruno Meier", iban=iban, now=now
    )


def payout_of(provider: Provider, *, now: datetime = MONDAY) -> Payout:
    """Run the weekly run and return the provider's payout."""
    weekly_run.make_due(now=now)
    return Payout.objects.get(provider=provider, week=weekly_run.week_to_pay(now))


def dispute(order: Order, status: str = Dispute.Status.NEEDS_RESPONSE) -> Dispute:
    """Create a dispute of an order for which the bank has withdrawn nothing yet."""
    return Dispute.objects.create(
        stripe_dispute_id=f"dp_{order.pk.hex}",
        order=order,
        payment=order.payments.get(),
        status=status,
        reason="general",
        amount=order.total_amount,
        opened_at=NOW,
        changed_at=NOW,
    )


def owed(provider: Provider) -> Decimal:
    """Return what the ledger owes a provider, in CHF."""
    entries = LedgerEntry.objects.filter(account="provider", provider=provider)
    return -sum((entry.amount for entry in entries), Decimal("0.00"))
