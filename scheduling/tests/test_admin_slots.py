"""What an operator can do with slots."""

from datetime import date, time

import pytest
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from scheduling.models import TimeSlot
from scheduling.tests.week_fixtures import MONDAY, make, put, shown, slot_at, window, works

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


def press(operator_client, action, *rows):
    response = operator_client.post(
        reverse("admin:scheduling_timeslot_changelist") + "?when=all",
        {
            "action": action,
            "_selected_action": [str(row.pk) for row in rows],
            "confirmed": "yes",
            "note": "You are ill",
        },
        follow=True,
    )
    return [str(message) for message in response.context["messages"]]


def test_closes_and_opens_a_slot_and_keeps_its_bookings(operator_client, salon):
    slot = make_slot(salon, booked=2)

    assert press(operator_client, "close_chosen", slot) == ["1 done."]
    assert TimeSlot.objects.values_list("is_closed", "booked").get() == (True, 2)
    assert press(operator_client, "close_chosen", slot) == ["0 done, 1 refused: This slot is already closed."]
    assert press(operator_client, "open_chosen", slot) == ["1 done."]
    assert TimeSlot.objects.values_list("is_closed", "booked").get() == (False, 2)


def test_asks_why_an_hour_is_closed_and_tells_its_provider(operator_client, bruno, salon) -> None:
    slot = make_slot(salon)
    body = {"action": "close_chosen", "_selected_action": [str(slot.pk)]}
    page = reverse("admin:scheduling_timeslot_changelist")

    asked = operator_client.post(page, body).content.decode()

    assert "also if Bruno M. changes the week" in asked
    assert not TimeSlot.objects.get().is_closed
    assert press(operator_client, "close_chosen", slot) == ["1 done."]
    notice = client_for(bruno).get("/api/notifications").json()["results"][0]
    assert notice["title"] == "Our team has closed an hour of yours: Thu 19 Nov, 12:00-13:00"
    assert notice["body"].endswith("please write to support. The reason: You are ill")
    press(operator_client, "open_chosen", slot)
    assert "Our team has opened an hour of yours: Thu 19 Nov, 12:00-13:00" in {
        notice["title"] for notice in client_for(bruno).get("/api/notifications").json()["results"]
    }


def test_opens_nothing_over_another_open_slot(operator_client, salon):
    closed = make_slot(salon, start=time(12), is_closed=True, is_manual=True)
    make_slot(salon, start=time(12, 30))

    assert press(operator_client, "open_chosen", closed) == [
        "0 done, 1 refused: You already have a slot from 12:30 to 13:30."
    ]
    closed.refresh_from_db()
    assert closed.is_closed


def test_opens_nothing_that_has_begun(operator_client, salon):
    over = make_slot(salon, day=date(2026, 11, 18), start=time(9, 30), is_closed=True)
    near = make_slot(salon, day=date(2026, 11, 18), start=time(10, 30), is_closed=True)

    assert press(operator_client, "open_chosen", over, near) == [
        "1 done, 1 refused: This hour has already begun."
    ]
    assert set(TimeSlot.objects.filter(is_closed=False)) == {near}


def test_nobody_edits_counters_or_deletes_slots(operator_client, slot):
    operator_client.post(
        reverse("admin:scheduling_timeslot_change", args=[slot.pk]), {"booked": 3, "capacity": 9}
    )
    gone = operator_client.post(reverse("admin:scheduling_timeslot_delete", args=[slot.pk]), {"post": "yes"})

    assert TimeSlot.objects.values_list("booked", "capacity").get() == (0, 3)
    assert gone.status_code == 403


def test_filters_slots_by_date(operator_client, salon, slot):
    make_slot(salon, day=date(2026, 12, 1))

    response = operator_client.get(
        reverse("admin:scheduling_timeslot_changelist"),
        {"date_from": "2026-11-19", "date_to": "2026-11-20"},
    )

    assert list(response.context["cl"].result_list) == [slot]


@pytest.mark.parametrize(
    ("query", "hours"), [({}, [12]), ({"when": "past"}, [9]), ({"when": "all"}, [9, 12])]
)
def test_shows_upcoming_slots_unless_others_are_asked_for(operator_client, salon, query, hours):
    for hour in (9, 12):
        make_slot(salon, day=date(2026, 11, 18), start=time(hour))

    response = operator_client.get(reverse("admin:scheduling_timeslot_changelist"), query)

    assert [slot.start_time.hour for slot in response.context["cl"].result_list] == hours


@pytest.mark.parametrize("model", ["timeslot", "weeklywindow", "dayoff"])
def test_lists_of_100_take_few_queries(operator_client, model, django_assert_max_num_queries):
    for number in range(100):
        provider = make_provider(make_user(f"person{number}"))
        make_slot(provider)
        provider.weekly_windows.create(weekday=1, start_time=time(9), end_time=time(17))
        provider.days_off.create(start_on=date(2026, 12, 24), end_on=date(2026, 12, 26))

    with django_assert_max_num_queries(15):
        response = operator_client.get(reverse(f"admin:scheduling_{model}_changelist"))

    assert len(response.context["cl"].result_list) == 100


@pytest.mark.parametrize(
    ("change", "valid"),
    [({}, True), ({"weekday": 7}, False), ({"end_time": "08:00"}, False), ({"capacity": 0}, False)],
)
def test_refuses_a_window_that_is_none(operator_client, salon, change, valid):
    form = {"weekday": 1, "start_time": "09:00", "end_time": "17:00", "slot_minutes": 60, "capacity": 3}

    response = operator_client.post(
        reverse("admin:scheduling_weeklywindow_add"), form | change | {"provider": salon.pk}
    )

    assert response.status_code == (302 if valid else 200)
    assert salon.weekly_windows.exists() == valid


@pytest.fixture
def closed_hour(operator_client, salon) -> TimeSlot:
    """Return Monday from ten to eleven, which our team has closed."""
    works(salon)
    slot = slot_at(salon, time(10))
    assert press(operator_client, "close_chosen", slot) == ["1 done."]
    return slot


def test_a_week_that_begins_at_another_minute_opens_nothing_of_a_closed_hour(
    closed_hour, bruno, salon
) -> None:
    assert put(bruno, window(start="08:30", end="12:30")).status_code == 200
    make(salon)

    assert shown(salon) == {"08:30": "3 of 3", "10:00": "closed", "11:30": "3 of 3"}


def test_a_longer_slot_of_the_week_does_not_cover_a_closed_hour(closed_hour, bruno, salon) -> None:
    put(bruno, window(start="09:00", end="13:00", slotMinutes=120))

    assert shown(salon) == {"10:00": "closed", "11:00": "3 of 3"}


@pytest.mark.parametrize(("start", "end"), [("10:00", "11:00"), ("09:30", "10:30"), ("08:00", "13:00")])
def test_a_provider_opens_no_hour_that_our_team_has_closed(
    operator_client, closed_hour, bruno, salon, start, end
) -> None:
    body = {"providerId": str(salon.pk), "date": MONDAY.isoformat(), "startTime": start, "endTime": end}

    refused = client_for(bruno).post("/api/time-slots", body | {"maxBookings": 2})

    assert (refused.status_code, refused.json()["code"]) == (409, "closed_by_operator")
    assert refused.json()["message"] == (
        "Our team has closed 10:00 to 11:00. Please write to support to open it again."
    )
    assert shown(salon)["10:00"] == "closed"
    assert press(operator_client, "open_chosen", closed_hour) == ["1 done."]
    assert shown(salon)["10:00"] == "3 of 3"
