"""Days off: bookings on them are reported, free slots are deleted, and come back when they are removed."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from orders.tests.booking import book
from orders.tests.invariant_checks import invariants_hold
from scheduling.models import DayOff, TimeSlot
from scheduling.tests.week_fixtures import MONDAY, shown, slot_at, works

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
DAYS_OFF = "/api/provider/days-off"
TODAY = date(2026, 11, 18)


def take(user, start="2026-11-23", end="2026-11-23", **extra):
    return client_for(user).post(DAYS_OFF, {"startDate": start, "endDate": end} | extra)


def remove(user, day_off_id):
    return client_for(user).delete(f"{DAYS_OFF}/{day_off_id}")


def rows():
    return list(TimeSlot.objects.order_by("pk").values()), list(DayOff.objects.order_by("pk").values())


def test_takes_a_day_off(salon, bruno):
    works(salon)

    response = take(bruno, note="  Dentist ")

    assert response.status_code == 201
    entry = {
        "id": DayOff.objects.get().pk,
        "startDate": "2026-11-23",
        "endDate": "2026-11-23",
        "note": "Dentist",
    }
    assert response.json() == entry | {"affected": []}
    assert client_for(bruno).get(DAYS_OFF).json() == [entry]
    assert shown(salon) == {}
    assert len(shown(salon, MONDAY + timedelta(days=7))) == 3


def test_one_day_needs_no_end(salon, bruno):
    assert client_for(bruno).post(DAYS_OFF, {"startDate": "2026-11-23"}).json()["endDate"] == "2026-11-23"


def test_a_vacation_takes_its_whole_range(salon, bruno):
    works(salon, *range(7))

    take(bruno, "2026-11-24", "2026-12-07")

    left = set(TimeSlot.objects.values_list("date", flat=True))
    assert date(2026, 11, 23) in left
    assert date(2026, 12, 8) in left
    assert not {date(2026, 11, 24) + timedelta(days=number) for number in range(14)} & left


def test_a_booking_on_a_day_off_stays_and_is_notified(salon, bruno, alice):
    works(salon)
    slot = slot_at(salon)
    order = book(alice, slot)

    response = take(bruno, "2026-11-20", "2026-11-30").json()

    assert response["affected"] == [
        {"slotId": str(slot.pk), "date": "2026-11-23", "startTime": "09:00", "orders": [str(order.pk)]}
    ]
    assert shown(salon) == {"09:00": "closed"}
    slot.refresh_from_db()
    assert slot.booked == 1
    assert Notification.objects.filter(user=bruno, kind="bookings_outside_week").count() == 1
    assert client_for(bruno).get("/api/provider/week").json()["affected"] == response["affected"]


def test_working_after_all_opens_the_days_again(salon, bruno, alice):
    works(salon)
    book(alice, slot_at(salon))
    added = take(bruno).json()

    response = remove(bruno, added["id"])

    assert (response.status_code, response.json()) == (200, added | {"affected": []})
    assert shown(salon) == {"09:00": "2 of 3", "10:00": "3 of 3", "11:00": "3 of 3"}
    assert client_for(bruno).get(DAYS_OFF).json() == []


def test_removing_twice_is_not_found(salon, bruno):
    day_off = take(bruno).json()["id"]
    remove(bruno, day_off)
    before = rows()

    response = remove(bruno, day_off)

    assert (response.status_code, response.json()["message"]) == (
        404,
        "These days off do not exist any more.",
    )
    assert rows() == before


def test_days_that_another_range_still_covers_stay_off(salon, bruno):
    works(salon)
    take(bruno, "2026-11-20", "2026-11-24")
    other = take(bruno, "2026-11-22", "2026-11-26").json()["id"]

    remove(bruno, other)

    assert shown(salon) == {}


def test_manual_slots_go_with_the_day_and_those_added_later_stay(salon, bruno, alice):
    make_slot(salon, day=MONDAY, start=time(20), is_manual=True)
    booked = make_slot(salon, day=MONDAY, start=time(21), is_manual=True)
    book(alice, booked)

    assert len(take(bruno).json()["affected"]) == 1
    assert shown(salon) == {"21:00": "closed"}

    manual = {"providerId": str(salon.pk), "date": "2026-11-23", "maxBookings": 1}
    client_for(bruno).post("/api/time-slots", manual | {"startTime": "18:00", "endTime": "19:00"})
    assert shown(salon) == {"18:00": "1 of 1", "21:00": "closed"}


def test_nightly_generation_makes_none_on_them(salon, bruno):
    works(salon)
    take(bruno)
    asked = {"providerId": str(salon.pk), "startDate": "2026-11-23", "endDate": "2026-11-29"}

    made = client_for(bruno).post("/api/generate-time-slots", asked).json()

    assert made == {"created": 0, "existing": 0}


def test_today_can_be_taken_off_and_what_has_begun_stays(salon, bruno):
    works(salon, 3)

    assert take(bruno, "2026-11-18", "2026-11-18").status_code == 201

    # ``now`` is 09:30.
    assert [slot.start_time.hour for slot in TimeSlot.objects.filter(date=TODAY)] == [9]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"startDate": "2026-11-17"}, "startDate"),
        ({"startDate": "1900-01-01"}, "startDate"),
        ({"endDate": "2026-11-22"}, "endDate"),
        ({"endDate": "2028-11-18"}, "endDate"),
        ({"startDate": "9999-12-31", "endDate": "9999-12-31"}, "endDate"),
        ({"startDate": "2026-11-31"}, "startDate"),
        ({"startDate": "2026-1-5"}, "startDate"),
        ({"startDate": "23.11.2026"}, "startDate"),
        ({"startDate": "2026-W48-1"}, "startDate"),
        ({"startDate": "\uff12026-11-23"}, "startDate"),
        ({"startDate": "2026-11-23T00:00"}, "startDate"),
        ({"startDate": None}, "startDate"),
        ({"startDate": 20261123}, "startDate"),
        ({"endDate": ["2026-11-23"]}, "endDate"),
        ({"note": "x" * 121}, "note"),
        ({"note": 5}, "note"),
        ({"note": None}, "note"),
    ],
)
def test_refuses_what_is_no_range_to_come_and_changes_nothing(salon, bruno, fields, field):
    works(salon)
    before = rows()

    response = client_for(bruno).post(DAYS_OFF, {"startDate": "2026-11-23", "endDate": "2026-11-23"} | fields)

    assert response.status_code == 400
    assert (bool(response.json()["code"]), list(response.json()["fields"])) == (True, [field])
    assert rows() == before


def test_two_years_ahead_is_the_farthest(salon, bruno):
    assert take(bruno, "2026-11-23", "2028-11-17").status_code == 201


def test_days_off_are_counted_from_switzerland_s_today(salon, bruno, past_midnight):
    assert take(bruno, "2026-11-18", "2026-11-30").json()["code"] == "date_in_past"
    assert take(bruno, "2026-11-19", "2028-11-19").json()["code"] == "date_too_far"
    assert take(bruno, "2026-11-19", "2028-11-18").status_code == 201


def test_the_same_days_again_are_refused(salon, bruno):
    take(bruno, "2026-11-20", "2026-11-30")
    before = rows()

    response = take(bruno, "2026-11-23", "2026-11-24")

    assert (response.status_code, response.json()["code"]) == (409, "day_off_exists")
    assert rows() == before


def test_lists_those_that_are_not_over_the_next_first(salon, bruno):
    for start in (TODAY + timedelta(days=9), TODAY - timedelta(days=1), TODAY):
        DayOff.objects.create(provider=salon, start_on=start - timedelta(days=2), end_on=start)

    listed = client_for(bruno).get(DAYS_OFF).json()

    assert [entry["endDate"] for entry in listed] == ["2026-11-18", "2026-11-27"]


def test_only_the_provider_and_operators_may(salon, bruno, chiara, dora):
    make_provider(chiara)
    day_off = take(bruno).json()["id"]
    before = rows()

    for response in (
        remove(chiara, day_off),
        client_for(chiara).post(f"{DAYS_OFF}?providerId={salon.pk}", {"startDate": "2026-12-01"}),
        client_for(chiara).get(f"{DAYS_OFF}?providerId={salon.pk}"),
    ):
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert remove(None, day_off).status_code == 401
    assert rows() == before

    assert remove(dora, day_off).status_code == 200
    assert (
        client_for(dora).post(f"{DAYS_OFF}?providerId={salon.pk}", {"startDate": "2026-12-01"}).status_code
        == 201
    )


@pytest.mark.parametrize("day_off_id", ["x", "-1", "1.0", "9" * 30, "9" * 5000])
def test_what_is_no_number_of_days_off_is_not_found(bruno, salon, day_off_id):
    assert remove(bruno, day_off_id).status_code == 404


@pytest.mark.parametrize(
    ("at", "listed"),
    [
        # Half past midnight of the 19th in Switzerland, while it is still the 18th in UTC.
        (datetime(2026, 11, 18, 23, 30, tzinfo=UTC), ["2026-11-19"]),
        (datetime(2026, 11, 18, 22, 30, tzinfo=UTC), ["2026-11-18", "2026-11-19"]),
    ],
)
def test_days_off_are_over_at_midnight_in_switzerland(salon, bruno, time_machine, at, listed):
    for day in (18, 19):
        take(bruno, f"2026-11-{day}", f"2026-11-{day}")

    time_machine.move_to(at)

    assert [entry["endDate"] for entry in client_for(bruno).get(DAYS_OFF).json()] == listed
