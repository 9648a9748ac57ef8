"""Moving one pickup charges nothing at once that was not shown."""

from datetime import date, time
from typing import Any

import pytest

from conftest import WEDNESDAY as NOW
from conftest import make_slot
from orders.models import Order, RecurringBooking
from orders.recurring.tests.running_bookings import act, at, shown, tick

pytestmark = pytest.mark.at(NOW)

MONDAY = "2026-11-23"
# Less than 48 hours away, and more.
NEAR, FAR = {"date": "2026-11-19", "time": "11:00"}, {"date": "2026-11-20", "time": "15:00"}


@pytest.fixture(autouse=True)
def hours(salon) -> None:
    """Make the slots from Thursday to Saturday."""
    for day in (date(2026, 11, 19), date(2026, 11, 20), date(2026, 11, 21)):
        for hour in (11, 15):
            make_slot(salon, day=day, start=time(hour))


def move(booking: RecurringBooking, to: dict[str, str], **body: Any):
    return act(booking, MONDAY, "move", to | body)


@pytest.mark.parametrize("expected", ["0.00", "27.49"])
def test_more_than_was_shown_is_not_charged_and_nothing_moves(booking, expected) -> None:
    before = shown(booking)

    refused = move(booking, NEAR, expectedCharge=expected)

    assert (refused.status_code, refused.json()["code"]) == (409, "charged_at_once")
    assert refused.json()["chargedAtOnce"] == "27.50"
    assert shown(booking) == before
    assert tick() == 0


@pytest.mark.parametrize("body", [{"expectedCharge": "27.50"}, {}])
def test_what_was_shown_is_charged(booking, body) -> None:
    assert move(booking, NEAR, **body).status_code == 200

    assert tick() == 1
    assert str(Order.objects.get().total_amount) == "27.50"


def test_what_is_48_hours_away_is_charged_later(booking) -> None:
    assert move(booking, FAR, expectedCharge="0.00").status_code == 200
    assert tick() == 0


def test_an_order_that_is_placed_already_charges_nothing_more(time_machine, booking) -> None:
    time_machine.move_to(at("2026-11-21 09:00"))
    assert tick() == 1

    assert move(booking, {"date": "2026-11-21", "time": "15:00"}, expectedCharge="0.00").status_code == 200
    assert Order.objects.count() == 1
