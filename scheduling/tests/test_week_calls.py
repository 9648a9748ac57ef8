"""Adding a window, permissions to change a week, and requests that are repeated or too late."""

from datetime import date, time

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from orders.tests.booking import book
from orders.tests.invariant_checks import invariants_hold
from scheduling.models import TimeSlot, WeeklyWindow
from scheduling.tests.week_fixtures import WEEK, add, make, put, rows, shown, slot_at, window, works

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
# --- Adding one window (the specification's call).


def test_adds_a_window_and_answers_it(salon, bruno):
    response = add(bruno, salon, endTime="17:00")

    assert response.status_code == 201
    assert response.json() == {
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

    response = add(bruno, salon, endTime="11:00")

    assert [(row.weekday, row.start_time.hour, row.end_time.hour) for row in WeeklyWindow.objects.all()] == [
        (1, 9, 11),
        (1, 14, 15),
        (2, 8, 10),
    ]
    assert [one["orders"] for one in response.json()["affected"]] == [[str(order.pk)]]
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

    response = client_for(bruno).post("/api/generate-time-slots", asked)

    # Eleven working days of eight hours, all of them created by the requests above.
    assert response.json() == {"created": 0, "existing": 88}


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

    for response in (
        put(chiara, window(start="10:00"), provider=salon),
        add(chiara, salon, startTime="10:00"),
        client_for(chiara).get(f"{WEEK}?providerId={salon.pk}"),
        client_for(chiara).get(f"/api/provider-schedules/{salon.pk}"),
    ):
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert rows() == before


def test_a_visitor_must_sign_in(salon):
    assert put(None, window()).status_code == 401
    assert add(None, salon).status_code == 401


def test_who_is_no_provider_has_no_week(alice):
    response = put(alice, window())

    assert (response.status_code, response.json()["code"]) == (403, "permission_denied")


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

    response = client_for(bruno).put(WEEK, {"windows": []}, headers={"If-Match": header})

    assert (response.status_code, response.json()["code"]) == (409, "version_conflict")


def test_a_slot_of_the_past_is_never_touched(salon, bruno, alice):
    works(salon, 3)
    today = slot_at(salon, time(9), date(2026, 11, 18))

    put(bruno)

    assert list(TimeSlot.objects.all()) == [today]
    assert make_slot(salon).starts_at > NOW
    assert make(salon).created == 0
