"""Fixtures: a provider who works every day, with the slots of the nightly task, and a booking with them."""

import pytest

from orders.models import RecurringBooking
from orders.recurring.tests.running_bookings import give_week, set_up
from orders.tests.invariant_checks import invariants_hold
from providers.models import Provider

__all__ = ["invariants_hold"]


@pytest.fixture
def salon(salon) -> Provider:
    """Return bruno, who works every day from 08:00 to 20:00, with capacity 3 in each hour."""
    give_week(salon)
    return salon


@pytest.fixture
def booking(time_machine, alice, salon) -> RecurringBooking:
    """Return alice's booking of every Monday at 09:00."""
    return set_up(alice, salon)
