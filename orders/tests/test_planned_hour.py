"""What a recurring booking plans counts as a pickup, though its order is placed only days before."""

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace.tests.proof import record
from orders.models import Order, RecurringBooking
from orders.recurring.tests.running_bookings import act, give_week, set_up
from orders.tests.booking import book, order_payload, pay
from scheduling.models import TimeSlot

# The order to repeat is moved into the past.
pytestmark = [pytest.mark.breaks_invariants, pytest.mark.at(NOW)]
WEEK = timedelta(days=7)
THURSDAY = date(2026, 11, 19)


@pytest.fixture
def weeks(salon) -> list[TimeSlot]:
    """Give the provider the Thursdays of three weeks at eleven."""
    return [make_slot(salon, day=THURSDAY + number * WEEK, start=time(11)) for number in range(3)]


@pytest.fixture
def earlier(weeks, alice) -> Order:
    """Return an order of three weeks ago, on Thursday at eleven."""
    order = book(alice, weeks[0])
    pay(order)
    Order.objects.filter(pk=order.pk).update(
        pickup_at=order.pickup_at - 3 * WEEK, created_at=order.created_at - 3 * WEEK, status="completed"
    )
    return order


@pytest.fixture
def planned(alice) -> RecurringBooking:
    """Return Alice's recurring booking with Emil, every second Thursday at eleven from tomorrow on."""
    emil = make_provider(make_user("emil"))
    give_week(emil)
    return set_up(alice, emil, recurringPattern="biweekly", dayOfWeek=4, preferredTime="11:00")


def again_of(user, order: Order) -> dict[str, Any]:
    [listed] = client_for(user).get("/api/orders/again").json()
    assert client_for(user).get(f"/api/orders/{order.pk}/again").json() == listed
    return listed


def ask(user, slot: TimeSlot):
    return client_for(user).post("/api/orders", order_payload(slot, refuseSecondPickup=True))


@pytest.mark.proof
def test_again_names_the_planned_pickup_and_offers_the_next_hour(earlier, weeks, alice, planned) -> None:
    entry = again_of(alice, earlier)

    assert datetime.fromisoformat(entry["pickupTime"]) == weeks[1].starts_at
    existing = entry["existingPickup"]
    assert (existing["orderId"], existing["recurringBookingId"]) == (None, str(planned.pk))
    assert existing["providerName"] == "Emil M."
    assert datetime.fromisoformat(existing["pickupTime"]) == weeks[0].starts_at
    record("R30 (planned)", "a recurring booking's hours are offered to nobody again", "1 order for the hour")


def test_booking_the_hour_of_a_planned_pickup_is_asked_once(weeks, alice, chiara, planned) -> None:
    refused = ask(alice, weeks[2])

    assert (refused.status_code, refused.json()["code"]) == (409, "pickup_exists")
    assert refused.json()["message"].startswith("You already have a pickup then: with Emil M., Thu 3 Dec")
    assert refused.json()["existingPickup"]["recurringBookingId"] == str(planned.pk)
    assert ask(alice, weeks[1]).status_code == 201
    assert ask(chiara, weeks[2]).status_code == 201
    # Who says so gets both.
    assert client_for(alice).post("/api/orders", order_payload(weeks[2])).status_code == 201


def test_a_planned_pickup_that_was_moved_counts_at_its_new_hour(weeks, alice, planned) -> None:
    make_slot(planned.provider, day=THURSDAY + WEEK, start=time(11))
    moved = act(planned, "2026-12-03", "move", {"date": "2026-11-26", "time": "11:00"})
    assert moved.status_code == 200, moved.json()

    assert ask(alice, weeks[2]).status_code == 201
    assert ask(alice, weeks[1]).json()["code"] == "pickup_exists"


@pytest.mark.parametrize("end", ["skip", "end", "pause"])
def test_what_will_not_take_place_is_in_nobodys_way(weeks, alice, planned, end) -> None:
    client, path = client_for(alice), f"/api/recurring-bookings/{planned.pk}"
    if end == "skip":
        act(planned, "2026-12-03", "skip")
    elif end == "end":
        client.delete(path)
    else:
        client.post(f"{path}/pause", {"until": "2026-12-10"})

    assert ask(alice, weeks[2]).status_code == 201
