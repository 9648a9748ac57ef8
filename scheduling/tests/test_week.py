"""PUT /api/provider/week and POST /api/provider-schedules: slots follow a changed week."""

from datetime import date, time, timedelta

import pytest

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider
from orders.models import Order
from orders.tests.booking import book
from orders.tests.invariant_checks import invariants_hold
from providers.models import Provider
from scheduling.models import DayOff, TimeSlot
from scheduling.tests.week_fixtures import MONDAY, WEEK, put, rows, shown, slot_at, window, works

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
# --- Reading.


def test_shows_the_week_by_day_and_hour(salon, bruno):
    works(salon, 2, 1)
    works(salon, 1, start=time(14), end=time(16), slot_minutes=30, capacity=1)

    response = client_for(bruno).get(WEEK).json()

    assert [
        (row["dayOfWeek"], row["startTime"], row["endTime"], row["slotMinutes"], row["maxBookings"])
        for row in response["windows"]
    ] == [(1, "09:00", "12:00", 60, 3), (1, "14:00", "16:00", 30, 1), (2, "09:00", "12:00", 60, 3)]
    assert {name: response[name] for name in ("providerId", "isPaused", "pausedUntil", "mayResume")} == {
        "providerId": str(salon.pk),
        "isPaused": False,
        "pausedUntil": None,
        "mayResume": False,
    }
    assert client_for(bruno).get(f"/api/provider-schedules/{salon.pk}").json() == response["windows"]


def test_is_empty_for_a_provider_without_hours(salon, bruno):
    assert client_for(bruno).get(WEEK).json()["windows"] == []
    assert client_for(bruno).get(f"/api/provider-schedules/{salon.pk}").json() == []


def test_takes_few_queries_whatever_the_rows(salon, bruno, django_assert_max_num_queries):
    for weekday in range(7):
        for hour in range(8, 18):
            works(salon, weekday, start=time(hour), end=time(hour + 1))

    client = client_for(bruno)
    with django_assert_max_num_queries(6):
        assert len(client.get(WEEK).json()["windows"]) == 70


# --- Changing the whole week.


def test_a_new_week_has_its_slots_at_once(salon, bruno):
    response = put(bruno, window(end="11:00"), window(1, "14:00", "15:30", slotMinutes=30, maxBookings=1))

    assert (response.status_code, response.json()["affected"]) == (200, [])
    assert shown(salon) == {
        "09:00": "3 of 3",
        "10:00": "3 of 3",
        "14:00": "1 of 1",
        "14:30": "1 of 1",
        "15:00": "1 of 1",
    }
    # Four Mondays within 28 days.
    assert TimeSlot.objects.count() == 20


def test_hours_that_nobody_booked_are_taken_away(salon, bruno):
    works(salon)

    put(bruno, window(end="10:00"), window(2))

    assert shown(salon) == {"09:00": "3 of 3"}
    assert len(shown(salon, MONDAY + timedelta(days=1))) == 3


def test_an_empty_week_takes_everything_away(salon, bruno):
    works(salon, *range(7))

    assert put(bruno).status_code == 200

    # A slot that has begun today stays: it is history.
    assert set(TimeSlot.objects.values_list("date", "start_time")) == {(date(2026, 11, 18), time(9))}


def test_a_booked_hour_is_closed_and_notified_never_dropped(salon, bruno, alice, chiara):
    works(salon)
    slot = slot_at(salon)
    orders = [book(alice, slot), book(chiara, slot)]

    response = put(bruno, window(start="10:00")).json()

    assert response["affected"] == [
        {
            "slotId": str(slot.pk),
            "date": "2026-11-23",
            "startTime": "09:00",
            "orders": [str(order.pk) for order in orders],
        }
    ]
    assert shown(salon) == {"09:00": "closed", "10:00": "3 of 3", "11:00": "3 of 3"}
    slot.refresh_from_db()
    assert (slot.booked, slot.capacity) == (2, 3)
    assert {order["status"] for order in client_for(bruno).get("/api/provider/orders").json()} == {"pending"}
    notice = Notification.objects.get(user=bruno, kind="bookings_outside_week")
    assert notice.title == "2 bookings outside your hours"
    assert notice.body.startswith("Mon 23 Nov, 09:00-10:00. They stay booked")
    assert notice.link == "/provider/schedule"
    # The page goes on showing them.
    assert client_for(bruno).get(WEEK).json()["affected"] == response["affected"]


def test_a_closed_hour_takes_no_new_booking(salon, bruno, alice, chiara):
    works(salon)
    slot = slot_at(salon)
    book(alice, slot)
    put(bruno)

    body = {
        "providerId": str(salon.pk),
        "serviceType": "standard",
        "weight": "10",
        "pickupAddress": "Langstrasse 2, Zurich 8004",
        "deliveryAddress": "Langstrasse 2, Zurich 8004",
        "pickupTime": slot.starts_at.isoformat(),
    }
    response = client_for(chiara).post("/api/orders", body)

    assert (response.status_code, response.json()["code"]) == (409, "slot_closed")
    assert Order.objects.count() == 1


def test_a_closed_hour_opens_when_the_week_has_it_again(salon, bruno, alice):
    works(salon)
    slot = slot_at(salon)
    book(alice, slot)
    put(bruno)

    response = put(bruno, window())

    assert response.json()["affected"] == []
    assert shown(salon)["09:00"] == "2 of 3"
    assert slot_at(salon).pk == slot.pk
    assert client_for(bruno).get(WEEK).json()["affected"] == []


def test_a_hour_that_was_booked_and_given_back_is_closed_without_a_word(salon, bruno, alice):
    works(salon)
    order = book(alice, slot_at(salon))
    assert client_for(alice).post(f"/api/orders/{order.pk}/cancellation").status_code == 200

    response = put(bruno)

    assert response.json()["affected"] == []
    assert shown(salon) == {"09:00": "closed"}
    assert not Notification.objects.filter(kind="bookings_outside_week").exists()


def test_the_same_week_again_changes_nothing_and_tells_nothing(salon, bruno, alice):
    works(salon)
    book(alice, slot_at(salon))
    changed = window(start="10:00")
    put(bruno, changed)
    before = rows()

    for _ in range(20):
        assert put(bruno, changed).json()["affected"] == []

    assert rows() == before
    assert Notification.objects.filter(kind="bookings_outside_week").count() == 1


def test_more_places_are_there_at_once(salon, bruno, alice):
    works(salon)
    book(alice, slot_at(salon))

    put(bruno, window(maxBookings=5))

    assert shown(salon) == {"09:00": "4 of 5", "10:00": "5 of 5", "11:00": "5 of 5"}


def test_fewer_places_than_are_booked_keep_every_booking_and_go_as_they_are_given_back(
    salon, bruno, alice, chiara, dora
):
    works(salon)
    slot = slot_at(salon)
    first, second, _ = (book(customer, slot) for customer in (alice, chiara, dora))

    response = put(bruno, window(maxBookings=1))

    assert (response.status_code, response.json()["affected"]) == (200, [])
    assert shown(salon) == {"09:00": "0 of 3", "10:00": "1 of 1", "11:00": "1 of 1"}

    client_for(alice).post(f"/api/orders/{first.pk}/cancellation")
    assert shown(salon)["09:00"] == "0 of 2"

    client_for(chiara).post(f"/api/orders/{second.pk}/cancellation")
    assert shown(salon)["09:00"] == "0 of 1"

    # The former week again: its capacity is back.
    put(bruno, window())
    assert shown(salon)["09:00"] == "2 of 3"


def test_the_last_booking_beyond_the_places_frees_the_last_place(salon, bruno, alice, chiara):
    works(salon)
    slot = slot_at(salon)
    orders = [book(customer, slot) for customer in (alice, chiara)]
    put(bruno, window(maxBookings=1))

    for customer, order in zip((alice, chiara), orders, strict=True):
        client_for(customer).post(f"/api/orders/{order.pk}/cancellation")

    assert shown(salon)["09:00"] == "1 of 1"


def test_longer_slots_change_what_is_free_in_place_and_close_what_is_booked(salon, bruno, alice):
    works(salon)
    free, booked = slot_at(salon), slot_at(salon, day=MONDAY + timedelta(days=7))
    order = book(alice, booked)

    response = put(bruno, window(slotMinutes=90))

    free.refresh_from_db()
    assert (free.start_time, free.end_time) == (time(9), time(10, 30))
    assert free.ends_at - free.starts_at == timedelta(minutes=90)
    assert shown(salon) == {"09:00": "3 of 3", "10:30": "3 of 3"}
    assert [one["orders"] for one in response.json()["affected"]] == [[str(order.pk)]]
    assert shown(salon, booked.date) == {"09:00": "closed", "10:30": "3 of 3"}


def test_slots_beyond_the_28_days_follow_too(salon, bruno):
    works(salon)
    far = {"providerId": str(salon.pk), "startDate": "2027-03-01", "endDate": "2027-03-31"}
    client_for(bruno).post("/api/generate-time-slots", far)

    put(bruno, window(start="10:00"))

    assert shown(salon, date(2027, 3, 1)) == {"10:00": "3 of 3", "11:00": "3 of 3"}


def test_manual_slots_are_left_alone(salon, bruno):
    works(salon)
    TimeSlot.objects.filter(date=MONDAY, start_time=time(9)).update(is_manual=True, capacity=7)
    TimeSlot.objects.filter(date=MONDAY, start_time=time(10)).update(is_manual=True, is_closed=True)

    put(bruno)
    assert shown(salon) == {"09:00": "7 of 7", "10:00": "closed"}

    put(bruno, window())
    assert shown(salon) == {"09:00": "7 of 7", "10:00": "closed", "11:00": "3 of 3"}


def test_changes_only_the_provider_s_own(salon, bruno, chiara):
    other = make_provider(chiara)
    works(other)
    works(salon)
    DayOff.objects.create(provider=other, start_on=MONDAY, end_on=MONDAY)

    put(bruno, window(start="10:00"))

    assert len(shown(salon)) == 2
    assert len(shown(other)) == 3
    assert other.weekly_windows.get().start_time == time(9)


@pytest.mark.parametrize("status", ["draft", "submitted", "paused"])
def test_who_is_not_open_gets_their_slots_only_when_opened(salon, bruno, status):
    Provider.objects.update(status=status)

    assert put(bruno, window()).status_code == 200

    assert not TimeSlot.objects.exists()


def test_takes_few_queries_whatever_the_range(salon, bruno, alice, django_assert_max_num_queries):
    works(salon, *range(7), start=time(0), end=time(23, 45), slot_minutes=15)
    client = client_for(bruno)
    assert TimeSlot.objects.count() == 28 * 95
    book(alice, slot_at(salon))
    body = {"windows": [window(day, "08:00", "20:00", slotMinutes=30) for day in range(7)]}

    # The sign-in, the week, the slots and the notice, each with savepoints around it.
    with django_assert_max_num_queries(45) as seen:
        assert client.put(WEEK, body).status_code == 200

    about_slots = [query for query in seen.captured_queries if "scheduling_timeslot" in query["sql"]]
    assert len(about_slots) <= 8
    assert TimeSlot.objects.filter(date=MONDAY).count() == 24


def test_bookings_on_a_long_slot_are_named_by_their_own_hours(salon, bruno, alice, chiara):
    works(salon, end=time(13), slot_minutes=240)
    slot = slot_at(salon)
    late = book(alice, slot, pickupTime="2026-11-23T10:00:00Z")
    early = book(chiara, slot, pickupTime="2026-11-23T09:00:00Z")

    affected = put(bruno).json()["affected"]

    assert [(one["startTime"], one["orders"]) for one in affected] == [
        ("10:00", [str(early.pk)]),
        ("11:00", [str(late.pk)]),
    ]
    notice = Notification.objects.get(user=bruno, kind="bookings_outside_week")
    assert notice.title == "2 bookings outside your hours"
    assert notice.body.startswith("Mon 23 Nov, 10:00-11:00; Mon 23 Nov, 11:00-12:00. They stay booked")
    assert client_for(bruno).get(WEEK).json()["affected"] == affected


def test_what_only_another_slot_length_closes_is_not_said_to_be_outside(salon, bruno, alice, chiara):
    works(salon)
    book(alice, slot_at(salon))
    book(chiara, slot_at(salon, time(11)))

    put(bruno, window(end="11:00", slotMinutes=30))

    outside, within = Notification.objects.filter(user=bruno, kind="bookings_outside_week").order_by("-title")
    titles = {outside.title: outside.body, within.title: within.body}
    assert titles["1 booking outside your hours"].startswith("Mon 23 Nov, 11:00-12:00. They stay booked")
    assert titles["1 booking from before your change"].startswith(
        "Mon 23 Nov, 09:00-10:00. They stay as they"
    )
