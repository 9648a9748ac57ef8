"""Providers with completed orders, and the Mondays on which they are paid."""

import pytest

from conftest import WEDNESDAY as NOW
from orders.models import Payout, PayoutAccount, StripeAccount
from orders.payments import connect_gateway
from orders.payouts.tests.earning import MONDAY, completed, payout_of
from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold"]


@pytest.fixture
def at_stripe(settings, stripe, salon) -> str:
    """Set the salon up for payouts through Stripe, where we have CHF 100; return its account id."""
    settings.STRIPE_CONNECT = True
    account_id = connect_gateway.create_account(provider_id=salon.pk, now=NOW)
    stripe.restrict(account_id)
    stripe.top_up(10_000)
    StripeAccount.objects.create(provider=salon, account_id=account_id, state="ready", changed_at=NOW)
    PayoutAccount.objects.create(provider=salon, stripe_account_id=account_id, changed_at=NOW)
    return account_id


@pytest.fixture
def payout(time_machine, alice, salon, at_stripe) -> Payout:
    completed(alice, salon)
    made = payout_of(salon)
    time_machine.move_to(MONDAY)
    return made
