"""Fixtures: paid orders and a movable clock."""

from orders.tests.conftest import order, paid_order
from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold", "order", "paid_order"]
