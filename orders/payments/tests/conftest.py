"""Fixtures: an order that can be paid, and a stand-in for Stripe."""

import pytest

from conftest import make_operator
from orders.models import Order, Refund
from orders.payments.tests.failed_refunds import bounce
from orders.payments.tests.fixtures import carry_on, pay
from orders.payments.tests.test_two_ways_back import cancel
from orders.tests.booking import book
from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold"]


@pytest.fixture
def order(time_machine, stripe, alice, slot) -> Order:
    """Return alice's unpaid order of 27.50 CHF with bruno, pickup tomorrow at noon."""
    return book(alice, slot)


@pytest.fixture
def fiona(db):
    """Return an operator of the group finance."""
    return make_operator("fiona", group="finance")


@pytest.fixture
def failed(time_machine, stripe, order) -> Refund:
    """Return the refund of a cancelled order that went out, and came back: the card is closed."""
    pay(stripe, order, "4000000000005126")
    cancel(order)
    carry_on()
    return bounce(stripe, order)
