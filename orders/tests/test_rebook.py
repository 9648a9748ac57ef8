"""Booking again: for each provider and service the last order, with the next free hour like its own."""

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from orders.models import Order
from orders.recurring.tests.running_bookings import give_week, set_up, tick
from orders.tests.booking import ADDRESS, book, pay
from orders.tests.counting import statements

# The orders are moved into the past.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("now"),
    pytest.mark.breaks_invariants,
    pytest.mark.at(NOW),
]
# The slot of the fixtures is a Thursday at noon, the day after ``NOW``.


def again(user) -> list[dict[str, Any]]:
    response = client_for(user).get("/api/orders/again")
    assert response.status_code == 200, response.json()
    return response.json()


def done(customer, slot, *, ago: int = 28, **changes) -> Order:
    """Book and pay a slot, and move the order some days into the past."""
    order = book(customer, slot, **changes)
    pay(order)
    Order.objects.filter(pk=order.pk).update(
        pickup_at=order.pickup_at - timedelta(days=ago),
        created_at=order.created_at - timedelta(days=ago),
        status="completed",
    )
    return order


def at(day: date, hour: int) -> datetime:
    return clock.at_wall_time(day, time(hour))


def pickup(entry: dict[str, Any]) -> datetime | None:
    return datetime.fromisoformat(entry["pickupTime"]) if entry["pickupTime"] else None


def test_the_last_order_is_what_is_offered(alice, salon, slot) -> None:
    done(alice, slot, weight="10")
    last = done(
        alice,
        slot,
        ago=7,
        weight="12.5",
        specialInstructions="Ring twice",
        deliveryAddress=f"{ADDRESS}, 2nd",
    )

    (entry,) = again(alice)

    assert entry["orderId"] == str(last.pk)
    assert (entry["provider"]["id"], entry["serviceType"]) == (str(salon.pk), "standard")
    assert (entry["weight"], entry["specialInstructions"]) == ("12.5", "Ring twice")
    assert (entry["pickupAddress"], entry["deliveryAddress"]) == (ADDRESS, f"{ADDRESS}, 2nd")
    assert (entry["serviceAmount"], entry["platformFee"], entry["totalAmount"]) == (
        "33.75",
        "2.50",
        "36.25",
    )
    assert pickup(entry) == slot.starts_at
    assert datetime.fromisoformat(entry["returnBy"]) == slot.starts_at + timedelta(hours=72)


def test_it_can_be_booked_as_it_stands(alice, slot) -> None:
    done(alice, slot, weight="11")
    (entry,) = again(alice)

    response = client_for(alice).post("/api/orders", entry | {"providerId": entry["provider"]["id"]})

    assert response.status_code == 201, response.json()
    assert response.json()["totalAmount"] == entry["totalAmount"]


def test_each_provider_and_service_is_a_suggestion_the_newest_first(alice, salon, slot) -> None:
    done(alice, slot, ago=21)
    done(alice, slot, ago=14, serviceType="ironing")
    other = make_provider(make_user("emil"))
    done(alice, make_slot(other), ago=7)

    found = [(entry["provider"]["id"], entry["serviceType"]) for entry in again(alice)]

    assert found == [
        (str(other.pk), "standard"),
        (str(salon.pk), "ironing"),
        (str(salon.pk), "standard"),
    ]


def test_the_same_weekday_and_hour_comes_first_even_weeks_later(alice, salon, slot) -> None:
    done(alice, slot, ago=7)
    type(slot).objects.filter(pk=slot.pk).update(booked=3)
    make_slot(salon, start=time(13))
    make_slot(salon, day=date(2026, 11, 20))
    make_slot(salon, day=date(2026, 12, 3))

    assert pickup(again(alice)[0]) == at(date(2026, 12, 3), 12)


def test_else_the_nearest_hour_of_that_weekday(alice, salon, slot) -> None:
    done(alice, slot, ago=7)
    type(slot).objects.filter(pk=slot.pk).update(is_closed=True)
    make_slot(salon, start=time(9))
    make_slot(salon, day=date(2026, 11, 26), start=time(14))
    make_slot(salon, day=date(2026, 12, 3), start=time(10))
    make_slot(salon, day=date(2026, 11, 24), start=time(12))

    assert pickup(again(alice)[0]) == at(date(2026, 11, 26), 14)


def test_no_free_hour_on_that_weekday_says_so(alice, salon, slot) -> None:
    done(alice, slot, ago=7)
    type(slot).objects.filter(pk=slot.pk).update(booked=3)
    make_slot(salon, day=date(2026, 11, 20))

    (entry,) = again(alice)

    assert (entry["pickupTime"], entry["returnBy"]) == (None, None)


def test_an_hour_of_the_same_weekday_today_counts_until_it_begins(alice, salon, time_machine) -> None:
    today = make_slot(salon, day=date(2026, 11, 18), start=time(11))
    done(alice, today, ago=7)
    assert pickup(again(alice)[0]) == today.starts_at

    time_machine.move_to(today.starts_at)

    assert again(alice)[0]["pickupTime"] is None


def test_by_hand_it_leaves_time_for_an_answer(alice, salon) -> None:
    soon, later = (make_slot(salon, day=date(2026, 11, 18), start=time(hour)) for hour in (10, 12))
    done(alice, soon, ago=7)
    assert pickup(again(alice)[0]) == soon.starts_at

    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])

    (entry,) = again(alice)
    assert (pickup(entry), entry["acceptsInstantly"]) == (later.starts_at, False)


def half_past_nine(customer, provider) -> Order:
    """Book half past nine of a Thursday in a slot of half an hour, a week ago."""
    slot = make_slot(provider, day=date(2026, 11, 19), start=time(9, 30))
    order = done(customer, slot, ago=7)
    slot.reservations.all().delete()
    slot.delete()
    return order


def test_after_a_change_of_the_slots_it_names_the_hour_that_is_booked(alice, salon) -> None:
    half_past_nine(alice, salon)
    make_slot(salon, day=date(2026, 11, 19), start=time(9))

    (entry,) = again(alice)
    made = client_for(alice).post("/api/orders", entry | {"providerId": entry["provider"]["id"]})

    assert made.status_code == 201, made.json()
    assert entry["pickupTime"] == made.json()["pickupTime"] == "2026-11-19T08:00:00Z"


def test_by_hand_the_time_for_an_answer_counts_to_the_hour_that_is_booked(alice, salon, time_machine) -> None:
    half_past_nine(alice, salon)
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    for day in (date(2026, 11, 19), date(2026, 11, 26)):
        make_slot(salon, day=day, start=time(9))
    # The hour from 09:00 is less than two hours away, half past nine is not.
    time_machine.move_to(clock.at_wall_time(date(2026, 11, 19), time(7, 20)))

    (entry,) = again(alice)
    made = client_for(alice).post("/api/orders", entry | {"providerId": entry["provider"]["id"]})

    assert made.status_code == 201, made.json()
    assert pickup(entry) == at(date(2026, 11, 26), 9)


def test_the_hour_stays_the_hour_over_the_clock_change(alice, salon, time_machine) -> None:
    done(alice, make_slot(salon), ago=7)
    time_machine.move_to(datetime.fromisoformat("2027-03-22T12:00:00+01:00"))
    make_slot(salon, day=date(2027, 4, 1))

    assert pickup(again(alice)[0]) == at(date(2027, 4, 1), 12)


def test_who_takes_no_bookings_is_left_out(alice, salon, slot) -> None:
    done(alice, slot)
    salon.status = "paused"
    salon.save(update_fields=["status"])

    assert again(alice) == []


def test_what_was_cancelled_or_never_paid_is_no_suggestion(alice, slot) -> None:
    cancelled = book(alice, slot)
    client_for(alice).post(f"/api/orders/{cancelled.pk}/cancellation", {})
    book(alice, slot)

    assert again(alice) == []


def test_everybody_has_their_own(alice, chiara, bruno, dora, slot) -> None:
    done(alice, slot)

    assert [len(again(user)) for user in (alice, chiara, bruno, dora)] == [1, 0, 0, 0]
    assert client_for().get("/api/orders/again").status_code == 401


@pytest.mark.parametrize("number", [1, 12])
def test_it_takes_three_statements_and_shows_six(alice, number) -> None:
    for count in range(number):
        done(alice, make_slot(make_provider(make_user(f"provider{count}"))), ago=count + 1)
    client = client_for(alice)
    with CaptureQueriesContext(connection) as queries:
        assert len(client.get("/api/orders/again").json()) == min(number, 6)

    assert len(statements(queries)) <= 3, statements(queries)


def test_what_a_running_recurring_booking_does_is_not_offered(alice, salon, time_machine) -> None:
    give_week(salon)
    booking = set_up(alice, salon)
    time_machine.move_to(datetime.fromisoformat("2026-11-21T09:00:00+01:00"))
    assert tick() == 1
    pay(Order.objects.get(), now=clock.now())
    assert again(alice) == []

    client_for(alice).delete(f"/api/recurring-bookings/{booking.pk}")

    assert len(again(alice)) == 1


def again_like(user, order: Order) -> Any:
    return client_for(user).get(f"/api/orders/{order.pk}/again")


def test_an_older_order_can_be_repeated_as_it_was(alice, slot) -> None:
    older = done(alice, slot, ago=14, weight="12.5", specialInstructions="Ring twice")
    done(alice, slot, ago=7)

    entry = again_like(alice, older).json()

    assert (entry["orderId"], entry["weight"]) == (str(older.pk), "12.5")
    assert entry["specialInstructions"] == "Ring twice"
    assert pickup(entry) == slot.starts_at


def test_an_order_of_whoever_takes_no_bookings_has_no_next_hour(alice, salon, slot) -> None:
    order = done(alice, slot)
    salon.status = "paused"
    salon.save(update_fields=["status"])

    assert again_like(alice, order).json()["pickupTime"] is None


def test_nobody_repeats_an_order_of_somebody_else(alice, bruno, chiara, slot) -> None:
    order = done(alice, slot)

    assert [again_like(user, order).status_code for user in (chiara, bruno)] == [404, 403]
    assert client_for().get(f"/api/orders/{order.pk}/again").status_code == 401


def test_repeating_one_order_takes_few_statements(alice, slot) -> None:
    order = done(alice, slot)
    client = client_for(alice)
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/api/orders/{order.pk}/again")

    assert len(statements(queries)) <= 4, statements(queries)
