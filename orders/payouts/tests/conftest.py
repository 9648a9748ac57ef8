"""Providers with completed orders, and the Mondays on which they are paid."""

from orders.payments.tests.conftest import time_machine
from orders.tests.holding import invariants_hold

__all__ = ["invariants_hold", "time_machine"]
