"""Fixtures: an order that can be paid, and a stand-in for Stripe."""

import pytest

from orders.models import Order
from orders.tests.booking import book
from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold"]


@pytest.fixture
def order(time_machine, stripe, alice, slot) -> Order:
    """Return alice's unpaid order of 27.50 CHF with bruno, pickup tomorrow at noon."""
    return book(alice, slot)
