"""An account is closed while its recurring booking runs: nobody comes, and the booking ends."""

import pytest

from conftest import WEDNESDAY as NOW
from orders.models import Occurrence
from orders.recurring.tests.running_bookings import at, order_on, tick
from scheduling.tasks import generate_time_slots

pytestmark = pytest.mark.at(NOW)

MONDAY = "2026-11-23"
DUE = at("2026-11-21 09:00")


def due(time_machine) -> int:
    """Place what is due two days before the Monday; return how many orders."""
    time_machine.move_to(DUE)
    return tick()


@pytest.mark.parametrize("has_slots", [False, True])
def test_an_account_that_is_closed_is_sent_nobody(time_machine, booking, alice, salon, has_slots) -> None:
    if has_slots:  # then ordinary occurrences are placed in a batch
        generate_time_slots()
    alice.is_active = False
    alice.save()

    assert due(time_machine) == 0
    assert Occurrence.objects.get(on=MONDAY).status == "cancelled"
    assert not salon.slots.filter(booked__gt=0).exists()
    # The booking would keep the account from ever being erased.
    booking.refresh_from_db()
    assert (booking.is_active, booking.occurrences.filter(status="planned").exists()) == (False, False)


def test_the_booking_of_a_closed_account_ends_with_its_unpaid_order(time_machine, booking, alice) -> None:
    assert due(time_machine) == 1
    order = order_on(booking, MONDAY)
    alice.is_active = False
    alice.save()
    # As if it had been moved to the day after the first.
    booking.occurrences.filter(on="2026-11-30").update(place_at=DUE)

    assert tick() == 0

    booking.refresh_from_db()
    order.refresh_from_db()
    assert (booking.is_active, order.status, order.cancel_reason) == (False, "cancelled", "customer_closed")
