"""Providers with completed orders, and the Mondays on which they are paid."""

from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold"]
