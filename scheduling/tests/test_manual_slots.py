"""POST /api/time-slots: a slot that the provider adds or changes by hand."""

from datetime import date, time, timedelta

import pytest

from conftest import client_for, make_provider, make_slot
from orders.tests.booking import book
from orders.tests.holding import invariants_hold
from scheduling.models import TimeSlot
from scheduling.tests.week_scenes import MONDAY, make, shown, slot_at, works

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


def put(user, provider, **changes):
    body = {
        "providerId": str(provider.pk),
        "date": "2026-11-23",
        "startTime": "09:00",
        "endTime": "10:00",
        "maxBookings": 2,
    }
    return client_for(user).post("/api/time-slots", body | changes)


def rows():
    return list(TimeSlot.objects.order_by("pk").values())


def test_adds_a_slot_also_outside_the_week(salon, bruno):
    answer = put(bruno, salon)

    slot = TimeSlot.objects.get()
    assert answer.status_code == 201
    assert answer.json() == {
        "id": str(slot.pk),
        "date": "2026-11-23",
        "startTime": "09:00",
        "endTime": "10:00",
        "slotType": "scheduled",
        "isAvailable": True,
        "maxBookings": 2,
        "currentBookings": 0,
    }
    listed = client_for().get(
        "/api/time-slots",
        {"providerId": str(salon.pk), "startDate": "2026-11-23", "endDate": "2026-11-23"},
    )
    assert listed.json() == [answer.json()]


def test_changes_and_opens_the_slot_with_the_same_start(salon, bruno, alice):
    works(salon, slot_minutes=90, end=time(10, 30))
    slot = slot_at(salon)
    book(alice, slot)
    TimeSlot.objects.update(is_closed=True)

    answer = put(bruno, salon, endTime="11:00", maxBookings=9)

    assert answer.status_code == 200
    assert {name: answer.json()[name] for name in ("id", "endTime", "maxBookings", "isAvailable")} == {
        "id": str(slot.pk),
        "endTime": "11:00",
        "maxBookings": 9,
        "isAvailable": True,
    }
    assert slot_at(salon).booked == 1


def test_twice_changes_nothing(salon, bruno):
    first = put(bruno, salon).json()
    before = rows()

    again = put(bruno, salon)

    assert (again.status_code, again.json()) == (200, first)
    assert rows() == before


def test_fewer_places_than_are_booked_are_no_error(salon, bruno, alice, chiara):
    works(salon)
    slot = slot_at(salon)
    orders = [book(customer, slot) for customer in (alice, chiara)]

    answer = put(bruno, salon, maxBookings=1)

    assert (answer.status_code, answer.json()["maxBookings"], answer.json()["isAvailable"]) == (200, 2, False)
    client_for(alice).post(f"/api/orders/{orders[0].pk}/cancellation")
    assert shown(salon)["09:00"] == "0 of 1"


def test_generation_leaves_it_alone(salon, bruno):
    put(bruno, salon)
    before = rows()

    works(salon, end=time(10))

    assert [row for row in rows() if row["date"] == MONDAY] == before
    assert make(salon).created == 0


def test_an_end_before_somebody_s_pickup_is_refused(salon, bruno, alice):
    works(salon, slot_minutes=180)
    slot = slot_at(salon)
    book(alice, slot, pickupTime=(slot.starts_at + timedelta(hours=2)).isoformat())
    before = rows()

    answer = put(bruno, salon, endTime="11:00")

    assert (answer.status_code, answer.json()["code"]) == (409, "slot_has_bookings")
    assert rows() == before
    assert put(bruno, salon, endTime="11:15").status_code == 200


@pytest.mark.parametrize(
    ("start", "end", "overlaps"),
    [
        ("08:30", "09:30", True),
        ("09:15", "09:45", True),
        ("08:30", "10:30", True),
        ("09:30", "10:30", True),
        ("08:00", "09:00", False),
        ("10:00", "11:00", False),
    ],
)
@pytest.mark.parametrize("by_hand", [True, False])
def test_open_slots_do_not_overlap(salon, bruno, start, end, overlaps, by_hand):
    make_slot(salon, day=MONDAY, start=time(9), is_manual=by_hand)
    before = rows()

    answer = put(bruno, salon, startTime=start, endTime=end)

    assert answer.status_code == (409 if overlaps else 201)
    if overlaps:
        assert answer.json()["code"] == "slot_overlaps"
        assert answer.json()["message"] == "You already have a slot from 09:00 to 10:00."
        assert rows() == before


def test_a_closed_slot_is_no_obstacle(salon, bruno):
    make_slot(salon, day=MONDAY, start=time(9), is_closed=True)

    assert put(bruno, salon, startTime="09:30", endTime="10:30").status_code == 201


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"endTime": "09:00"}, "slot_inverted", "endTime"),
        ({"startTime": "23:00", "endTime": "00:30"}, "slot_inverted", "endTime"),
        ({"endTime": "24:00"}, "invalid", "endTime"),
        ({"startTime": "25:61"}, "invalid", "startTime"),
        ({"startTime": "09:00:00"}, "invalid", "startTime"),
        ({"startTime": "\uff10\uff19:\uff10\uff10"}, "invalid", "startTime"),
        ({"endTime": "09:14"}, "slot_length", "endTime"),
        ({"endTime": "17:01"}, "slot_length", "endTime"),
        ({"maxBookings": 0}, "invalid", "maxBookings"),
        ({"maxBookings": 51}, "invalid", "maxBookings"),
        ({"maxBookings": "2"}, "invalid", "maxBookings"),
        ({"date": "2026-11-17"}, "in_the_past", "date"),
        ({"date": "2026-11-18"}, "in_the_past", "startTime"),  # it is 09:30
        ({"date": "2028-11-18"}, "too_far_ahead", "date"),
        ({"date": "2026-02-30"}, "invalid", "date"),
        ({"date": "20261123"}, "invalid", "date"),
        ({"providerId": "me"}, "invalid", "providerId"),
        ({"date": "2027-03-28", "startTime": "02:00", "endTime": "03:00"}, "no_such_hour", "startTime"),
    ],
)
def test_refuses_what_is_no_slot_to_come_and_changes_nothing(salon, bruno, change, code, field):
    works(salon)
    before = rows()

    answer = put(bruno, salon, **change)

    assert (answer.status_code, answer.json()["code"], list(answer.json()["fields"])) == (400, code, [field])
    assert rows() == before


def test_only_the_provider_and_operators_may(salon, chiara, alice, dora):
    make_provider(chiara)

    assert put(chiara, salon).status_code == 404
    assert put(alice, salon).status_code == 404
    assert put(None, salon).status_code == 401
    assert not TimeSlot.objects.exists()
    assert put(dora, salon).status_code == 201
    assert TimeSlot.objects.get().date == date(2026, 11, 23)
