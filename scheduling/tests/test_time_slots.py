"""GET /api/time-slots: a provider's slots as seen today."""

from datetime import date, time

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace import clock
from providers.models import Provider
from scheduling import slots

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
UNKNOWN = "00000000-0000-4000-8000-000000000000"


def ask(provider_id, start="2026-11-16", end="2026-11-22", **extra):
    query = {"providerId": str(provider_id), "startDate": start, "endDate": end} | extra
    return client_for().get("/api/time-slots", query)


def test_shows_a_slot(salon, slot):
    assert ask(salon.pk).json() == [
        {
            "id": str(slot.pk),
            "date": "2026-11-19",
            "startTime": "12:00",
            "endTime": "13:00",
            "slotType": "next_day",
            "isAvailable": True,
            "maxBookings": 3,
            "currentBookings": 0,
        }
    ]


def test_shows_full_closed_and_begun_slots_as_not_available(salon):
    today = clock.local_date(NOW)
    make_slot(salon, day=today, start=time(8))
    make_slot(salon, day=today, start=time(9, 30))
    make_slot(salon, day=today, start=time(10))
    make_slot(salon, day=today, start=time(11), capacity=2, booked=2)
    make_slot(salon, day=today, start=time(12), is_closed=True)

    assert [(slot["startTime"], slot["isAvailable"]) for slot in ask(salon.pk).json()] == [
        ("08:00", False),
        ("09:30", False),
        ("10:00", True),
        ("11:00", False),
        ("12:00", False),
    ]


def test_shows_the_days_asked_for_both_ends_included_in_order(salon):
    for day in (23, 22, 16, 15):
        make_slot(salon, day=date(2026, 11, day), start=time(22 if day in {15, 22} else 0))

    assert [slot["date"] for slot in ask(salon.pk).json()] == ["2026-11-16", "2026-11-22"]


@pytest.mark.parametrize(
    ("instant", "kinds"),
    [
        # 23:30 and 00:30 in Switzerland, in winter and in summer: the Swiss day counts, not UTC's.
        ("2026-11-17T22:30:00+00:00", ["next_day", "scheduled", "scheduled"]),
        ("2026-11-17T23:30:00+00:00", ["same_day", "next_day", "scheduled"]),
        ("2026-11-18T22:30:00+00:00", ["same_day", "next_day", "scheduled"]),
        ("2026-11-18T23:30:00+00:00", ["same_day", "same_day", "next_day"]),
    ],
)
def test_names_how_soon_a_slot_comes_by_the_swiss_day(salon, time_machine, instant, kinds):
    for day in (18, 19, 20):
        make_slot(salon, day=date(2026, 11, day))
    time_machine.move_to(clock.datetime.fromisoformat(instant))

    assert [slot["slotType"] for slot in ask(salon.pk).json()] == kinds


def test_shows_a_booking_at_once(salon, slot):
    ask(salon.pk)
    slots.reserve(provider_id=salon.pk, pickup_at=slot.starts_at, now=NOW)

    assert ask(salon.pk).json()[0]["currentBookings"] == 1


def test_shows_a_paused_provider_s_slots_as_not_available(salon, slot):
    Provider.objects.update(status="paused")

    assert [slot["isAvailable"] for slot in ask(salon.pk).json()] == [False]


def test_is_an_empty_list_for_a_provider_without_slots(salon):
    assert ask(salon.pk).json() == []


@pytest.mark.parametrize("status", ["draft", "submitted", "rejected"])
def test_knows_no_provider_who_was_never_approved(salon, slot, status):
    Provider.objects.update(status=status)

    assert (ask(salon.pk).status_code, ask(salon.pk).json()["code"]) == (404, "not_found")


def test_knows_no_unknown_provider():
    assert ask(UNKNOWN).status_code == 404


@pytest.mark.parametrize("missing", ["providerId", "startDate", "endDate"])
def test_needs_all_three_parameters(salon, missing):
    query = {"providerId": str(salon.pk), "startDate": "2026-11-16", "endDate": "2026-11-22"}
    del query[missing]

    response = client_for().get("/api/time-slots", query)

    assert response.status_code == 400
    assert list(response.json()["fields"]) == [missing]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"providerId": "1"}, "providerId"),
        ({"startDate": "16.11.2026"}, "startDate"),
        ({"startDate": "2026-02-30"}, "startDate"),
        ({"endDate": "2026-11-22T00:00"}, "endDate"),
        ({"endDate": "2026-11-15"}, "endDate"),
        ({"endDate": "2027-01-17"}, "endDate"),
        ({"startDate": "0001-01-01", "endDate": "0001-01-02"}, "startDate"),
        ({"startDate": "9999-12-30", "endDate": "9999-12-31"}, "startDate"),
    ],
)
def test_refuses_malformed_backward_and_over_long_ranges(salon, query, field):
    asked = {"providerId": str(salon.pk), "startDate": "2026-11-16", "endDate": "2026-11-22"} | query

    response = client_for().get("/api/time-slots", asked)

    assert response.status_code == 400
    assert response.json()["code"] == "invalid"
    assert list(response.json()["fields"]) == [field]


def test_takes_62_days(salon):
    assert ask(salon.pk, "2026-11-16", "2027-01-16").status_code == 200


@pytest.mark.parametrize("count", [1, 10, 100])
def test_takes_one_query_whatever_the_rows(salon, count, django_assert_num_queries):
    for number in range(count):
        make_slot(salon, day=date(2026, 11, 16 + number // 20), start=time(number % 20))

    with django_assert_num_queries(1):
        assert len(ask(salon.pk).json()) == count
