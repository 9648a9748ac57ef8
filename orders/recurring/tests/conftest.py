"""Fixtures: a provider who works every day, with the slots of the nightly task."""

import pytest

from orders.recurring.tests.running_bookings import give_week
from orders.tests.invariant_checks import invariants_hold
from providers.models import Provider

__all__ = ["invariants_hold"]


@pytest.fixture
def salon(salon) -> Provider:
    """Return bruno, who works every day from 08:00 to 20:00, with capacity 3 in each hour."""
    give_week(salon)
    return salon
