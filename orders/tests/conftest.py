"""Orders in their usual states: placed, and paid."""

import pytest

from orders.models import Order
from orders.tests.booking import book, pay
from orders.tests.holding import invariants_hold

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
