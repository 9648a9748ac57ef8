"""An invalid week is refused with a clear error, and changes nothing."""

import pytest

from conftest import WEDNESDAY, client_for
from orders.tests.invariant_checks import invariants_hold
from scheduling.tests.week_fixtures import WEEK, add, put, rows, shown, window, works

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now")]


@pytest.mark.sweep
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

    for response in (put(bruno, window(2), window() | change), add(bruno, salon, **change)):
        assert response.status_code == 400, change
        data = response.json()
        assert {"message", "code", "fields"} == set(data)
        assert rows() == before


@pytest.mark.at(WEDNESDAY)
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

    response = client_for(bruno).put(WEEK, body)

    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert rows() == before
