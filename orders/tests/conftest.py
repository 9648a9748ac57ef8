"""Fixtures: orders that are placed, paid, and at pickup."""

from datetime import time

import pytest

from conftest import make_slot
from marketplace import clock
from orders.models import Order
from orders.tests.booking import advance, book, pay
from orders.tests.handing_over import ask
from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold"]


@pytest.fixture
def order(now, alice, slot) -> Order:
    """Return alice's unpaid order with bruno, pickup tomorrow at noon."""
    return book(alice, slot)


@pytest.fixture
def paid_order(order) -> Order:
    """Return alice's paid and confirmed order with bruno."""
    pay(order)
    return order


@pytest.fixture
def soon(now, alice, salon) -> Order:
    """Return alice's paid order with bruno for 16:00 today, booked just now."""
    order = book(alice, make_slot(salon, day=clock.local_date(clock.now()), start=time(16)))
    pay(order)
    return order


@pytest.fixture
def at_the_door(paid_order) -> Order:
    """Return the paid order at the status ``pickup``."""
    return advance(paid_order, to="pickup")


@pytest.fixture
def asked(at_the_door, alice) -> Order:
    """Return the order at ``pickup`` for which its customer requires a code."""
    assert ask(alice, at_the_door).status_code == 200
    return at_the_door
