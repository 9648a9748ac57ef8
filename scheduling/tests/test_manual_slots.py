"""POST /api/time-slots: a slot that the provider adds or changes by hand."""

from datetime import date, time, timedelta
from functools import partial
from threading import Thread

import pytest
from django.db import transaction

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace.tests.proof import figure
from marketplace.tests.racing import insisting, race, refused, until_somebody_waits
from orders.tests.booking import book, patiently
from orders.tests.invariant_checks import invariants_hold
from providers import catalogue
from scheduling import generating
from scheduling.due_generation import generate_due
from scheduling.manual_slots import put_slot
from scheduling.models import TimeSlot
from scheduling.tests.week_fixtures import MONDAY, make, shown, slot_at, window, works
from scheduling.tests.week_fixtures import put as put_week

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


def put(user, provider, **changes):
    body = {
        "providerId": str(provider.pk),
        "date": "2026-11-23",
        "startTime": "09:00",
        "endTime": "10:00",
        "maxBookings": 2,
    }
    return client_for(user).post("/api/time-slots", body | changes)


def works_only(provider):
    provider.weekly_windows.create(weekday=1, start_time=time(9), end_time=time(12))


def rows():
    return list(TimeSlot.objects.order_by("pk").values())


def test_adds_a_slot_also_outside_the_week(salon, bruno):
    response = put(bruno, salon)

    slot = TimeSlot.objects.get()
    assert response.status_code == 201
    assert response.json() == {
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
    assert listed.json() == [response.json()]


def test_changes_and_opens_the_slot_with_the_same_start(salon, bruno, alice):
    works(salon, slot_minutes=90, end=time(10, 30))
    slot = slot_at(salon)
    book(alice, slot)
    TimeSlot.objects.update(is_closed=True)

    response = put(bruno, salon, endTime="11:00", maxBookings=9)

    assert response.status_code == 200
    assert {name: response.json()[name] for name in ("id", "endTime", "maxBookings", "isAvailable")} == {
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


def test_what_changes_nothing_leaves_the_lists_as_they_are(salon, bruno):
    put(bruno, salon)
    before = catalogue.version()

    assert put(bruno, salon).status_code == 200
    assert catalogue.version() == before
    assert put(bruno, salon, maxBookings=3).status_code == 200
    assert catalogue.version() != before


def test_no_list_is_made_anew_for_who_is_paused(salon, bruno):
    before = catalogue.version()
    salon.status = salon.Status.PAUSED
    salon.save()

    assert put(bruno, salon).status_code == 201
    assert catalogue.version() == before


@pytest.mark.parametrize("status", ["draft", "submitted", "changes", "rejected"])
def test_an_applicant_adds_no_slots_yet(salon, bruno, status):
    salon.status = status
    salon.save()

    response = put(bruno, salon)

    assert (response.status_code, response.json()["code"]) == (409, "provider_not_approved")
    assert not TimeSlot.objects.exists()


def test_a_schedule_is_changed_as_often_as_an_hour_allows(salon, bruno, settings):
    settings.SCHEDULE_CHANGES_PER_HOUR = 2

    responses = [put(bruno, salon), put_week(bruno, window(1)), put(bruno, salon)]

    assert [response.status_code for response in responses] == [201, 200, 429]
    assert client_for(bruno).get("/api/provider/week").status_code == 200


def test_fewer_places_than_are_booked_are_no_error(salon, bruno, alice, chiara):
    works(salon)
    slot = slot_at(salon)
    orders = [book(customer, slot) for customer in (alice, chiara)]

    response = put(bruno, salon, maxBookings=1)

    assert (response.status_code, response.json()["maxBookings"], response.json()["isAvailable"]) == (
        200,
        2,
        False,
    )
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

    response = put(bruno, salon, endTime="11:00")

    assert (response.status_code, response.json()["code"]) == (409, "slot_has_bookings")
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
@pytest.mark.parametrize("manual", [True, False])
def test_open_slots_do_not_overlap(salon, bruno, start, end, overlaps, manual):
    make_slot(salon, day=MONDAY, start=time(9), is_manual=manual)
    before = rows()

    response = put(bruno, salon, startTime=start, endTime=end)

    assert response.status_code == (409 if overlaps else 201)
    if overlaps:
        assert response.json()["code"] == "slot_overlaps"
        assert response.json()["message"] == "You already have a slot from 09:00 to 10:00."
        assert rows() == before


def test_a_closed_slot_is_no_obstacle(salon, bruno):
    make_slot(salon, day=MONDAY, start=time(9), is_closed=True)

    assert put(bruno, salon, startTime="09:30", endTime="10:30").status_code == 201


def hours_on(provider, day):
    slots = provider.slots.filter(date=day, is_closed=False).order_by("starts_at")
    return [f"{slot.start_time:%H:%M}-{slot.end_time:%H:%M}" for slot in slots]


@pytest.mark.parametrize(
    ("start", "end", "hours"),
    [
        ("09:30", "10:30", ["09:30-10:30", "11:00-12:00"]),
        ("08:30", "09:15", ["08:30-09:15", "10:00-11:00", "11:00-12:00"]),
        ("08:00", "13:00", ["08:00-13:00"]),
        ("11:45", "12:00", ["09:00-10:00", "10:00-11:00", "11:45-12:00"]),
        ("08:00", "09:00", ["08:00-09:00", "09:00-10:00", "10:00-11:00", "11:00-12:00"]),
        ("12:00", "13:00", ["09:00-10:00", "10:00-11:00", "11:00-12:00", "12:00-13:00"]),
    ],
)
def test_a_slot_beyond_the_days_that_are_made_is_never_generated_over(salon, bruno, start, end, hours):
    works(salon)
    far = date(2027, 1, 4)
    assert put(bruno, salon, date=far.isoformat(), startTime=start, endTime=end).status_code == 201

    for _ in range(2):
        body = {"providerId": str(salon.pk), "startDate": "2027-01-01", "endDate": "2027-01-31"}
        client_for(bruno).post("/api/generate-time-slots", body)
    generate_due(now=NOW + timedelta(days=30))

    assert hours_on(salon, far) == hours
    assert hours_on(salon, far + timedelta(days=7)) == ["09:00-10:00", "10:00-11:00", "11:00-12:00"]


def test_one_provider_s_slot_by_hand_takes_nothing_of_another_s_week(salon, bruno, chiara):
    other = make_provider(chiara)
    put(bruno, salon, startTime="09:30", endTime="10:30")

    works(other)

    assert hours_on(other, MONDAY) == ["09:00-10:00", "10:00-11:00", "11:00-12:00"]


def test_the_week_makes_nothing_over_a_slot_that_our_team_has_closed(salon):
    make_slot(salon, day=MONDAY, start=time(9, 30), is_manual=True, is_closed=True)

    works(salon)

    assert hours_on(salon, MONDAY) == ["11:00-12:00"]


@pytest.mark.parametrize("booked", [False, True])
def test_the_week_s_hours_do_not_come_back_over_it(salon, bruno, alice, booked):
    works(salon)
    if booked:
        book(alice, slot_at(salon))
    day_off = client_for(bruno).post("/api/provider/days-off", {"startDate": "2026-11-23"}).json()
    put(bruno, salon, startTime="09:30", endTime="10:30")

    client_for(bruno).delete(f"/api/provider/days-off/{day_off['id']}")

    assert hours_on(salon, MONDAY) == ["09:30-10:30", "11:00-12:00"]
    assert salon.slots.filter(date=MONDAY, start_time=time(9)).exists() == booked


def test_a_week_with_longer_hours_makes_way_for_it(salon, bruno):
    works(salon, end=time(10))
    put(bruno, salon, startTime="10:30", endTime="11:30")

    put_week(bruno, window(1, "09:00", "13:00", slotMinutes=120))

    assert hours_on(salon, MONDAY) == ["10:30-11:30"]
    assert hours_on(salon, MONDAY + timedelta(days=7)) == ["09:00-11:00", "11:00-13:00"]


def test_a_changed_week_keeps_the_booked_hours_that_touch_it(salon, bruno, alice):
    works(salon)
    for hour in (9, 11):
        book(alice, slot_at(salon, time(hour)))
    put(bruno, salon, startTime="08:00", endTime="09:00")
    put(bruno, salon, startTime="12:00", endTime="13:00")

    put_week(bruno, window(1, "09:00", "12:00", maxBookings=1))

    assert hours_on(salon, MONDAY) == [
        "08:00-09:00",
        "09:00-10:00",
        "10:00-11:00",
        "11:00-12:00",
        "12:00-13:00",
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_adding_one_while_the_week_is_made_never_overlaps_it(now):
    provider = make_provider(make_user("bruno"))
    works_only(provider)
    client = client_for(provider.user)
    body = {"providerId": str(provider.pk), "date": "2026-11-23", "maxBookings": 1}
    manual = body | {"startTime": "09:30", "endTime": "10:30"}

    for _ in range(figure(3, 20)):
        provider.slots.all().delete()
        response, *_ = race(
            [
                lambda: patiently(lambda: client.post("/api/time-slots", manual)),
                partial(insisting, partial(make, provider)),
            ]
        )

        assert response.status_code in {201, 409}
        expected = ["09:30-10:30", "11:00-12:00"]
        if response.status_code == 409:
            expected = ["09:00-10:00", "10:00-11:00", "11:00-12:00"]
        assert hours_on(provider, MONDAY) == expected


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
@pytest.mark.only_postgres
@pytest.mark.parametrize("is_locked", [True, False])
def test_a_week_that_is_made_waits_for_who_adds_a_slot_control_without_the_lock(now, monkeypatch, is_locked):
    provider = make_provider(make_user("bruno"))
    works_only(provider)
    if not is_locked:
        monkeypatch.setattr(generating, "lock_time_of", lambda _: None)
    added = partial(
        put_slot,
        provider_id=provider.pk,
        day=MONDAY,
        start=time(9, 30),
        end=time(10, 30),
        capacity=1,
        now=NOW,
    )
    outcomes = []
    thread = Thread(target=lambda: outcomes.extend(race([partial(make, provider)])))

    with transaction.atomic():
        added()
        thread.start()
        if is_locked:
            until_somebody_waits()
        else:
            thread.join()
    thread.join()

    assert refused(outcomes) == []
    overlapping = ["09:00-10:00", "09:30-10:30", "10:00-11:00", "11:00-12:00"]
    assert hours_on(provider, MONDAY) == (["09:30-10:30", "11:00-12:00"] if is_locked else overlapping)


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"endTime": "09:00"}, "end_before_start", "endTime"),
        ({"startTime": "23:00", "endTime": "00:30"}, "end_before_start", "endTime"),
        ({"endTime": "24:00"}, "invalid", "endTime"),
        ({"startTime": "25:61"}, "invalid", "startTime"),
        ({"startTime": "09:00:00"}, "invalid", "startTime"),
        ({"startTime": "\uff10\uff19:\uff10\uff10"}, "invalid", "startTime"),
        ({"endTime": "09:14"}, "invalid_slot_duration", "endTime"),
        ({"endTime": "17:01"}, "invalid_slot_duration", "endTime"),
        ({"maxBookings": 0}, "invalid", "maxBookings"),
        ({"maxBookings": 51}, "invalid", "maxBookings"),
        ({"maxBookings": "2"}, "invalid", "maxBookings"),
        ({"date": "2026-11-17"}, "date_in_past", "date"),
        ({"date": "2026-11-18"}, "date_in_past", "startTime"),  # it is 09:30
        ({"date": "2028-11-18"}, "date_too_far", "date"),
        ({"date": "2026-02-30"}, "invalid", "date"),
        ({"date": "20261123"}, "invalid", "date"),
        ({"providerId": "me"}, "invalid", "providerId"),
        (
            {"date": "2027-03-28", "startTime": "02:00", "endTime": "03:00"},
            "nonexistent_local_time",
            "startTime",
        ),
    ],
)
def test_refuses_what_is_no_slot_to_come_and_changes_nothing(salon, bruno, change, code, field):
    works(salon)
    before = rows()

    response = put(bruno, salon, **change)

    assert (response.status_code, response.json()["code"], list(response.json()["fields"])) == (
        400,
        code,
        [field],
    )
    assert rows() == before


def test_only_the_provider_and_operators_may(salon, chiara, alice, dora):
    make_provider(chiara)

    assert put(chiara, salon).status_code == 404
    assert put(alice, salon).status_code == 404
    assert put(None, salon).status_code == 401
    assert not TimeSlot.objects.exists()
    assert put(dora, salon).status_code == 201
    assert TimeSlot.objects.get().date == date(2026, 11, 23)


def test_days_are_counted_from_switzerland_s_today(salon, bruno, past_midnight):
    yesterday = put(bruno, salon, date="2026-11-18", startTime="22:00", endTime="23:00")
    too_far, farthest = put(bruno, salon, date="2028-11-19"), put(bruno, salon, date="2028-11-18")

    assert (yesterday.status_code, list(yesterday.json()["fields"])) == (400, ["date"])
    assert (too_far.status_code, farthest.status_code) == (400, 201)
