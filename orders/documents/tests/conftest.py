"""Paid orders, and a clock that the tests move."""

from orders.payments.tests.conftest import time_machine
from orders.tests.conftest import order, paid_order
from orders.tests.holding import invariants_hold

__all__ = ["invariants_hold", "order", "paid_order", "time_machine"]
