"""An order that can be paid, at a stand-in for Stripe."""

import pytest

from conftest import NOW
from marketplace import clock
from orders.models import Order
from orders.tests.booking import book
from orders.tests.holding import invariants_hold

__all__ = ["invariants_hold"]


class MovableClock:
    """The instant that the product believes it is."""

    def __init__(self) -> None:
        self.now = NOW

    def forward(self, delta) -> None:
        """Let time pass."""
        self.now += delta


@pytest.fixture
def time_machine(monkeypatch) -> MovableClock:
    """Stop the clock at ``NOW``; a test moves it forward."""
    machine = MovableClock()
    monkeypatch.setattr(clock, "now", lambda: machine.now)
    return machine


@pytest.fixture
def order(time_machine, stripe, alice, slot) -> Order:
    """Return alice's unpaid order of 27.50 CHF with bruno, pickup tomorrow at noon."""
    return book(alice, slot)
