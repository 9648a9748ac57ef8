"""Moving a pickup to a booked hour, or a recurring booking that begins on one: asked about as in the form."""

from datetime import date, time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace.tests.racing import race
from orders.models import Order, RecurringBooking
from orders.recurring.tests import running_bookings
from orders.recurring.tests.running_bookings import act, at_due, give_week, set_up
from orders.tests.booking import book, order_payload, patiently, pay

pytestmark = pytest.mark.at(NOW)
THURSDAY = date(2026, 11, 19)
# The first date of a weekly booking on Mondays.
MONDAY = date(2026, 11, 23)
NINE = {"date": "2026-11-24", "time": "09:00"}


@pytest.fixture
def emil():
    """Return a second provider, who works every day."""
    emil = make_provider(make_user("emil"))
    give_week(emil)
    return emil


def existing(response) -> tuple:
    """Return what a refusal says: status, code and whose pickup is in the way."""
    body = response.json()
    pickup = body.get("existingPickup", {})
    return response.status_code, body.get("code"), pickup.get("orderId") or pickup.get("recurringBookingId")


# --- Rescheduling an order ----------------------------------------------------------------------------


def reschedule(user, order: Order, day: date, wall: str, **fields):
    body = {"newPickupDate": day.isoformat(), "newPickupTime": wall, "refuseSecondPickup": True} | fields
    return client_for(user).patch(f"/api/orders/{order.pk}/reschedule", body)


def test_rescheduling_to_a_booked_hour_is_asked_once(alice, salon, emil, slot) -> None:
    order = book(alice, slot)
    make_slot(salon, day=MONDAY, start=time(9))
    other = book(alice, make_slot(emil, day=MONDAY, start=time(9)))

    refused = reschedule(alice, order, MONDAY, "09:00")

    assert existing(refused) == (409, "pickup_exists", str(other.pk))
    assert refused.json()["message"].startswith("You already have a pickup then: with Emil M.")
    assert Order.objects.get(pk=order.pk).pickup_at == slot.starts_at
    # Who says so gets both.
    assert reschedule(alice, order, MONDAY, "09:00", refuseSecondPickup=False).status_code == 200


def test_rescheduling_to_the_hour_of_a_planned_pickup_is_asked_about(alice, salon, emil, slot) -> None:
    order, planned = book(alice, slot), set_up(alice, emil)
    make_slot(salon, day=MONDAY, start=time(9))

    assert existing(reschedule(alice, order, MONDAY, "09:00")) == (409, "pickup_exists", str(planned.pk))


def test_a_pickup_is_not_in_its_own_way(alice, salon, slot) -> None:
    order = book(alice, slot)
    make_slot(salon, day=THURSDAY, start=time(12, 30))

    assert reschedule(alice, order, THURSDAY, "12:30").status_code == 200


def test_hours_of_others_ask_nothing(alice, chiara, salon, emil, slot) -> None:
    order = book(alice, slot)
    make_slot(salon, day=MONDAY, start=time(9))
    book(chiara, make_slot(emil, day=MONDAY, start=time(9)))

    assert reschedule(alice, order, MONDAY, "09:00").status_code == 200


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_booking_an_hour_and_moving_there_at_once_gives_one_pickup(alice, salon, emil, slot) -> None:
    order = book(alice, slot)
    make_slot(salon, day=MONDAY, start=time(9))
    body = order_payload(make_slot(emil, day=MONDAY, start=time(9)), refuseSecondPickup=True)

    responses = race(
        [
            lambda: patiently(lambda: client_for(alice).post("/api/orders", body)),
            lambda: patiently(lambda: reschedule(alice, order, MONDAY, "09:00")),
        ]
    )

    assert sorted(response.status_code for response in responses) in ([200, 409], [201, 409])


# --- Moving a pickup of a recurring booking -----------------------------------------------------------


def move(booking: RecurringBooking, **fields):
    return act(booking, MONDAY.isoformat(), "move", NINE | {"refuseSecondPickup": True} | fields)


@pytest.mark.parametrize("is_placed", [False, True])
def test_moving_a_recurring_pickup_to_a_booked_hour_is_asked_once(
    alice, salon, emil, time_machine, is_placed
) -> None:
    give_week(salon)
    booking = set_up(alice, salon)
    for day in (MONDAY, MONDAY + timedelta(days=1)):
        make_slot(salon, day=day, start=time(9))
    other = book(alice, make_slot(emil, day=MONDAY + timedelta(days=1), start=time(9)))
    pay(other)
    if is_placed:
        at_due(time_machine)

    refused = move(booking)

    assert existing(refused) == (409, "pickup_exists", str(other.pk))
    row = booking.occurrences.get(on=MONDAY)
    assert (row.status, row.moved_to) == ("placed" if is_placed else "planned", None)
    response = move(booking, refuseSecondPickup=False)
    assert response.status_code == 200, response.json()


def test_a_recurring_pickup_is_not_in_its_own_way(alice, salon) -> None:
    give_week(salon)
    booking = set_up(alice, salon)
    make_slot(salon, day=MONDAY, start=time(9, 30))

    response = move(booking, date=MONDAY.isoformat(), time="09:30")

    assert response.status_code == 200, response.json()


# --- Setting up a recurring booking -------------------------------------------------------------------


def ask(user, provider, **fields):
    body = running_bookings.recurring_payload(provider, refuseSecondPickup=True) | fields
    return running_bookings.ask(user, body)


def test_a_recurring_booking_that_begins_at_a_booked_hour_is_asked_about_once(alice, salon, emil) -> None:
    give_week(salon)
    order = book(alice, make_slot(emil, day=MONDAY, start=time(9)))

    refused = ask(alice, salon)

    assert existing(refused) == (409, "pickup_exists", str(order.pk))
    assert not RecurringBooking.objects.exists()
    assert ask(alice, salon, refuseSecondPickup=False).status_code == 201


def test_so_is_one_that_begins_where_another_plans_a_pickup(alice, salon, emil) -> None:
    give_week(salon)
    planned = set_up(alice, emil)

    assert existing(ask(alice, salon)) == (409, "pickup_exists", str(planned.pk))


def test_only_its_first_pickup_is_asked_about(alice, salon, emil) -> None:
    give_week(salon)
    book(alice, make_slot(emil, day=MONDAY + timedelta(days=7), start=time(9)))

    assert ask(alice, salon).status_code == 201
