"""PUT /api/provider/week and POST /api/provider-schedules: a week changes, and its slots with it."""

from datetime import date, time, timedelta

import pytest

from accounts.models import Notification
from conftest import NOW, client_for, make_provider, make_slot
from orders.models import Order
from orders.tests.booking import book
from orders.tests.holding import invariants_hold
from providers.models import Provider
from scheduling.models import DayOff, TimeSlot, WeeklyWindow
from scheduling.tests.weeks import MONDAY, make, shown, slot_at, window, works

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]
WEEK = "/api/provider/week"


def put(user, *windows, **query):
    path = WEEK + (f"?providerId={query['provider'].pk}" if query else "")
    return client_for(user).put(path, {"windows": list(windows)})


def add(user, provider, **fields):
    body = window() | {"providerId": str(provider.pk)} | fields
    return client_for(user).post("/api/provider-schedules", body)


def rows():
    return list(TimeSlot.objects.order_by("pk").values()), list(WeeklyWindow.objects.order_by("pk").values())


# --- Reading.


def test_shows_the_week_by_day_and_hour(salon, bruno):
    works(salon, 2, 1)
    works(salon, 1, start=time(14), end=time(16), slot_minutes=30, places=1)

    answer = client_for(bruno).get(WEEK).json()

    assert [
        (row["dayOfWeek"], row["startTime"], row["endTime"], row["slotMinutes"], row["maxBookings"])
        for row in answer["windows"]
    ] == [(1, "09:00", "12:00", 60, 3), (1, "14:00", "16:00", 30, 1), (2, "09:00", "12:00", 60, 3)]
    assert {name: answer[name] for name in ("providerId", "isPaused", "pausedUntil", "mayResume")} == {
        "providerId": str(salon.pk),
        "isPaused": False,
        "pausedUntil": None,
        "mayResume": False,
    }
    assert client_for(bruno).get(f"/api/provider-schedules/{salon.pk}").json() == answer["windows"]


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
    answer = put(bruno, window(end="11:00"), window(1, "14:00", "15:30", slotMinutes=30, maxBookings=1))

    assert (answer.status_code, answer.json()["affected"]) == (200, [])
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

    # What has begun today stays: it is history.
    assert set(TimeSlot.objects.values_list("date", "start_time")) == {(date(2026, 11, 18), time(9))}


def test_a_booked_hour_is_closed_and_told_never_dropped(salon, bruno, alice, chiara):
    works(salon)
    slot = slot_at(salon)
    orders = [book(alice, slot), book(chiara, slot)]

    answer = put(bruno, window(start="10:00")).json()

    assert answer["affected"] == [
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
    assert notice.body.startswith("Mon 23 Nov, 09:00. They stay booked")
    assert notice.link == "/provider/schedule"
    # The page goes on showing them.
    assert client_for(bruno).get(WEEK).json()["affected"] == answer["affected"]


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
    answer = client_for(chiara).post("/api/orders", body)

    assert (answer.status_code, answer.json()["code"]) == (409, "slot_closed")
    assert Order.objects.count() == 1


def test_a_closed_hour_opens_when_the_week_has_it_again(salon, bruno, alice):
    works(salon)
    slot = slot_at(salon)
    book(alice, slot)
    put(bruno)

    answer = put(bruno, window())

    assert answer.json()["affected"] == []
    assert shown(salon)["09:00"] == "2 of 3"
    assert slot_at(salon).pk == slot.pk
    assert client_for(bruno).get(WEEK).json()["affected"] == []


def test_a_hour_that_was_booked_and_given_back_is_closed_without_a_word(salon, bruno, alice):
    works(salon)
    order = book(alice, slot_at(salon))
    assert client_for(alice).post(f"/api/orders/{order.pk}/cancellation").status_code == 200

    answer = put(bruno)

    assert answer.json()["affected"] == []
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

    answer = put(bruno, window(maxBookings=1))

    assert (answer.status_code, answer.json()["affected"]) == (200, [])
    assert shown(salon) == {"09:00": "0 of 3", "10:00": "1 of 1", "11:00": "1 of 1"}

    client_for(alice).post(f"/api/orders/{first.pk}/cancellation")
    assert shown(salon)["09:00"] == "0 of 2"

    client_for(chiara).post(f"/api/orders/{second.pk}/cancellation")
    assert shown(salon)["09:00"] == "0 of 1"

    # The week as it was before: its places are back.
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

    answer = put(bruno, window(slotMinutes=90))

    free.refresh_from_db()
    assert (free.start_time, free.end_time) == (time(9), time(10, 30))
    assert free.ends_at - free.starts_at == timedelta(minutes=90)
    assert shown(salon) == {"09:00": "3 of 3", "10:30": "3 of 3"}
    assert [one["orders"] for one in answer.json()["affected"]] == [[str(order.pk)]]
    assert shown(salon, booked.date) == {"09:00": "closed", "10:30": "3 of 3"}


def test_slots_beyond_the_28_days_follow_too(salon, bruno):
    works(salon)
    far = {"providerId": str(salon.pk), "startDate": "2027-03-01", "endDate": "2027-03-31"}
    client_for(bruno).post("/api/generate-time-slots", far)

    put(bruno, window(start="10:00"))

    assert shown(salon, date(2027, 3, 1)) == {"10:00": "3 of 3", "11:00": "3 of 3"}


def test_slots_by_hand_are_left_alone(salon, bruno):
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


# --- What is no week.


@pytest.mark.parametrize(
    "change",
    [
        {"endTime": "09:00"},
        {"endTime": "08:00"},
        {"endTime": "24:00"},
        {"startTime": "25:61"},
        {"startTime": "09:00:00"},
        {"startTime": "9:00"},
        {"startTime": "\uff10\uff19:\uff10\uff10"},
        {"startTime": "\u0660\u0669:\u0660\u0660"},
        {"startTime": " 09:00"},
        {"startTime": "09:00\n"},
        {"startTime": None},
        {"startTime": 9},
        {"dayOfWeek": 7},
        {"dayOfWeek": -1},
        {"dayOfWeek": "Mon"},
        {"dayOfWeek": "1"},
        {"dayOfWeek": True},
        {"dayOfWeek": 1.0},
        {"dayOfWeek": None},
        {"maxBookings": 0},
        {"maxBookings": 51},
        {"maxBookings": 10**30},
        {"slotMinutes": 14},
        {"slotMinutes": 481},
        {"slotMinutes": 240},
    ],
)
def test_refuses_what_is_no_window_and_changes_nothing(salon, bruno, change):
    works(salon)
    before = rows()

    for answer in (put(bruno, window(2), window() | change), add(bruno, salon, **change)):
        assert answer.status_code == 400, change
        told = answer.json()
        assert {"message", "code", "fields"} == set(told)
        assert rows() == before


def test_refuses_windows_that_overlap_and_takes_those_that_touch(salon, bruno):
    before = rows()

    overlapping = put(bruno, window(end="12:00"), window(start="11:59", end="14:00"))

    assert (overlapping.status_code, overlapping.json()["code"]) == (400, "windows_overlap")
    assert overlapping.json()["message"] == "Monday: 09:00-12:00 and 11:59-14:00 overlap."
    assert rows() == before
    assert put(bruno, window(end="12:00"), window(start="12:00", end="14:00")).status_code == 200
    assert len(shown(salon)) == 5


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"windows": None},
        {"windows": {}},
        {"windows": "none"},
        {"windows": [1]},
        {"windows": [{}]},
        {"windows": [window(start=f"{n // 4:02}:{n % 4 * 15:02}", end="23:59") for n in range(71)]},
    ],
)
def test_refuses_what_is_no_week(salon, bruno, body):
    works(salon)
    before = rows()

    answer = client_for(bruno).put(WEEK, body)

    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert rows() == before


# --- Adding one window (the specification's call).


def test_adds_a_window_and_answers_it(salon, bruno):
    answer = add(bruno, salon, endTime="17:00")

    assert answer.status_code == 201
    assert answer.json() == {
        "id": WeeklyWindow.objects.get().pk,
        "providerId": str(salon.pk),
        "dayOfWeek": 1,
        "startTime": "09:00",
        "endTime": "17:00",
        "slotMinutes": 60,
        "maxBookings": 3,
        "affected": [],
    }
    assert len(shown(salon)) == 8


def test_a_window_replaces_those_of_its_day_that_it_overlaps(salon, bruno, alice):
    works(salon, 1, 2, start=time(8), end=time(10))
    works(salon, 1, start=time(10), end=time(12))
    works(salon, 1, start=time(14), end=time(15))
    order = book(alice, slot_at(salon, time(8)))

    answer = add(bruno, salon, endTime="11:00")

    assert [(row.weekday, row.start_time.hour, row.end_time.hour) for row in WeeklyWindow.objects.all()] == [
        (1, 9, 11),
        (1, 14, 15),
        (2, 8, 10),
    ]
    assert [one["orders"] for one in answer.json()["affected"]] == [[str(order.pk)]]
    assert list(shown(salon)) == ["08:00", "09:00", "10:00", "14:00"]


def test_windows_that_touch_stand_side_by_side(salon, bruno):
    works(salon, end=time(12))

    add(bruno, salon, startTime="12:00", endTime="13:00")

    assert WeeklyWindow.objects.count() == 2


def test_the_same_window_again_changes_nothing(salon, bruno):
    first = add(bruno, salon)
    before = rows()

    assert add(bruno, salon).json() == first.json()
    assert rows() == before


def test_the_five_calls_of_the_demonstration_and_a_generation(salon, bruno):
    for weekday in range(1, 6):
        assert add(bruno, salon, dayOfWeek=weekday, endTime="17:00").status_code == 201
    asked = {"providerId": str(salon.pk), "startDate": "2026-11-18", "endDate": "2026-12-02"}

    answer = client_for(bruno).post("/api/generate-time-slots", asked)

    # Eleven working days of eight hours, all of them there since the calls.
    assert answer.json() == {"created": 0, "existing": 88}


# --- Who may.


def test_an_operator_changes_anybody_s_week(salon, dora):
    assert put(dora, window(), provider=salon).status_code == 200
    assert add(dora, salon, dayOfWeek=2).status_code == 201
    assert client_for(dora).get(f"{WEEK}?providerId={salon.pk}").json()["providerId"] == str(salon.pk)
    assert salon.weekly_windows.count() == 2


def test_a_stranger_finds_nothing_and_changes_nothing(salon, bruno, chiara):
    make_provider(chiara)
    works(salon)
    before = rows()

    for answer in (
        put(chiara, window(start="10:00"), provider=salon),
        add(chiara, salon, startTime="10:00"),
        client_for(chiara).get(f"{WEEK}?providerId={salon.pk}"),
        client_for(chiara).get(f"/api/provider-schedules/{salon.pk}"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert rows() == before


def test_a_visitor_must_sign_in(salon):
    assert put(None, window()).status_code == 401
    assert add(None, salon).status_code == 401


def test_who_is_no_provider_has_no_week(alice):
    answer = put(alice, window())

    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")


@pytest.mark.parametrize("named", ["", "1", "me", "%00"])
def test_refuses_what_is_no_id(bruno, salon, named):
    assert client_for(bruno).get(f"{WEEK}?providerId={named}").status_code == 400


def test_a_repeated_call_gives_its_first_answer(salon, bruno, alice):
    works(salon)
    book(alice, slot_at(salon))
    body, key = {"windows": []}, {"Idempotency-Key": "a"}

    first, again = (client_for(bruno).put(WEEK, body, headers=key).json() for _ in range(2))

    assert first == again
    assert len(again["affected"]) == 1


def test_a_week_that_changed_in_another_window_is_not_overwritten(salon, bruno):
    works(salon)
    client = client_for(bruno)
    seen = {"If-Match": client.get(WEEK)["ETag"]}
    saved = client.put(WEEK, {"windows": [window(), window(2)]}, headers=seen)
    before = rows()

    stale = client.put(WEEK, {"windows": [window(maxBookings=5)]}, headers=seen)

    assert (saved.status_code, stale.status_code, stale.json()["code"]) == (200, 409, "version_conflict")
    assert rows() == before
    fresh = {"If-Match": "W/" + saved["ETag"]}
    assert client.put(WEEK, {"windows": [window(maxBookings=5), window(2)]}, headers=fresh).status_code == 200


@pytest.mark.parametrize("header", ['"', "x", '"0", "1"'])
def test_a_version_that_cannot_be_read_matches_no_week(salon, bruno, header):
    works(salon)

    answer = client_for(bruno).put(WEEK, {"windows": []}, headers={"If-Match": header})

    assert (answer.status_code, answer.json()["code"]) == (409, "version_conflict")


def test_a_slot_of_the_past_is_never_touched(salon, bruno, alice):
    works(salon, 3)
    today = slot_at(salon, time(9), date(2026, 11, 18))

    put(bruno)

    assert list(TimeSlot.objects.all()) == [today]
    assert make_slot(salon).starts_at > NOW
    assert make(salon).created == 0
