"""An operator's change of a week has the effects of the provider's own."""

from datetime import date, time, timedelta
from functools import partial

import pytest
from django.urls import reverse

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import make_provider, make_slot
from marketplace import clock
from marketplace.tests.racing import race, refused
from orders.tests.booking import book, patiently
from orders.tests.invariant_checks import invariants_hold
from scheduling.models import DayOff, TimeSlot, WeeklyWindow
from scheduling.tests.week_fixtures import MONDAY, shown, slot_at, works

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
WINDOW = {"weekday": 1, "start_time": "09:00", "end_time": "12:00", "slot_minutes": 60, "capacity": 3}


def send(operator_client, model, form, row=None):
    """Submit an admin form and return the messages of the next page, or its errors."""
    place = reverse(f"admin:scheduling_{model}_{'change' if row else 'add'}", args=[row.pk] if row else [])
    response = operator_client.post(place, form, follow=True)
    if response.redirect_chain:
        return [str(message) for message in response.context["messages"]]
    return response.context["adminform"].form.errors


def test_a_new_window_has_its_slots_at_once(operator_client, salon):
    said = send(operator_client, "weeklywindow", WINDOW | {"provider": salon.pk})

    assert said[0] == "Slots: 12 made, 0 taken away, 0 closed."
    assert len(shown(salon)) == 3


def test_a_changed_window_closes_what_is_booked_and_says_so(operator_client, salon, bruno, alice):
    works(salon)
    order = book(alice, slot_at(salon))

    said = send(
        operator_client, "weeklywindow", WINDOW | {"start_time": "10:00"}, row=WeeklyWindow.objects.get()
    )

    assert said[0] == "Slots: 0 made, 3 taken away, 1 closed."
    assert said[1].startswith("These bookings stand on closed slots; the provider is told: <a href=")
    assert f"/orders/order/{order.pk}/change/" in said[1]
    assert "Mon 23 Nov, 09:00" in said[1]
    assert shown(salon) == {"09:00": "closed", "10:00": "3 of 3", "11:00": "3 of 3"}
    assert Notification.objects.filter(user=bruno, kind="bookings_outside_week").count() == 1


def test_a_deleted_window_takes_its_slots_along(operator_client, salon):
    works(salon)
    works(salon, 2)
    first = WeeklyWindow.objects.get(weekday=1)

    operator_client.post(reverse("admin:scheduling_weeklywindow_delete", args=[first.pk]), {"post": "yes"})
    assert set(TimeSlot.objects.values_list("date__iso_week_day", flat=True)) == {2}

    chosen = {"action": "delete_selected", "_selected_action": [WeeklyWindow.objects.get().pk], "post": "yes"}
    operator_client.post(reverse("admin:scheduling_weeklywindow_changelist"), chosen)
    assert not TimeSlot.objects.exists()


@pytest.mark.parametrize(
    "change",
    [
        {"end_time": "09:00"},
        {"end_time": "08:00"},
        {"weekday": 7},
        {"capacity": 0},
        {"capacity": 51},
        {"slot_minutes": 10},
        {"slot_minutes": 240},
        {"start_time": "13:30", "end_time": "16:00"},
    ],
)
def test_refuses_what_is_no_window_and_what_overlaps(operator_client, salon, change):
    works(salon, start=time(14), end=time(16))
    before = list(TimeSlot.objects.order_by("pk").values())

    errors = send(operator_client, "weeklywindow", WINDOW | change | {"provider": salon.pk})

    assert errors
    assert salon.weekly_windows.count() == 1
    assert list(TimeSlot.objects.order_by("pk").values()) == before


def test_a_window_stays_with_its_provider(operator_client, salon, chiara):
    works(salon)
    other = make_provider(chiara)

    send(operator_client, "weeklywindow", WINDOW | {"provider": other.pk}, row=WeeklyWindow.objects.get())

    assert WeeklyWindow.objects.get().provider == salon


def test_days_off_close_and_open_like_the_provider_s_own(operator_client, salon, alice):
    works(salon)
    book(alice, slot_at(salon))
    make_slot(salon, day=MONDAY, start=time(20), is_manual=True)

    said = send(
        operator_client,
        "dayoff",
        {"provider": salon.pk, "start_on": "2026-11-23", "end_on": "2026-11-24", "note": ""},
    )
    assert said[0] == "Slots: 0 made, 3 taken away, 1 closed."
    assert shown(salon) == {"09:00": "closed"}

    operator_client.post(
        reverse("admin:scheduling_dayoff_delete", args=[DayOff.objects.get().pk]), {"post": "yes"}
    )
    assert shown(salon) == {"09:00": "2 of 3", "10:00": "3 of 3", "11:00": "3 of 3"}


@pytest.mark.parametrize(
    ("start", "end"),
    [("2026-11-17", "2026-11-30"), ("2026-11-23", "2026-11-22"), ("2026-11-23", "2029-01-01")],
)
def test_refuses_days_off_that_are_none(operator_client, salon, start, end):
    errors = send(
        operator_client, "dayoff", {"provider": salon.pk, "start_on": start, "end_on": end, "note": ""}
    )

    assert errors
    assert not DayOff.objects.exists()


def test_days_off_that_have_begun_can_still_end_earlier(operator_client, salon, monkeypatch):
    works(salon)
    day_off = DayOff.objects.create(provider=salon, start_on=date(2026, 11, 10), end_on=date(2026, 12, 10))
    form = {"start_on": "2026-11-10", "end_on": "2026-11-20", "note": "back early"}

    assert send(operator_client, "dayoff", form, row=day_off)[0].startswith("Slots: 0 made")

    day_off.refresh_from_db()
    assert day_off.end_on == date(2026, 11, 20)
    assert clock.local_date(NOW) + timedelta(days=2) == day_off.end_on


def test_days_off_that_have_begun_can_end_otherwise_after_switzerland_s_midnight(
    operator_client, salon, past_midnight
):
    day_off = DayOff.objects.create(provider=salon, start_on=date(2026, 11, 10), end_on=date(2026, 12, 10))
    form = {"start_on": "2026-11-10", "end_on": "2026-11-19", "note": ""}

    assert send(operator_client, "dayoff", form, row=day_off)[0].startswith("Slots: ")

    day_off.refresh_from_db()
    assert day_off.end_on == date(2026, 11, 19)


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_of_two_who_add_overlapping_windows_one_is_refused(operator_client, salon):
    path = reverse("admin:scheduling_weeklywindow_add")
    forms = [WINDOW | {"provider": salon.pk, "start_time": start} for start in ("09:00", "10:00", "11:00")]

    responses = race([partial(patiently, partial(operator_client.post, path, form)) for form in forms])

    assert refused(responses) == []
    assert sorted(response.status_code for response in responses) == [200, 200, 302]
    assert WeeklyWindow.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_several_windows_are_deleted_in_one_go(operator_client, salon):
    works(salon, 1, 2)
    ids = list(WeeklyWindow.objects.values_list("pk", flat=True))
    chosen = {"action": "delete_selected", "_selected_action": ids, "post": "yes"}

    response = operator_client.post(reverse("admin:scheduling_weeklywindow_changelist"), chosen)

    assert response.status_code == 302
    assert not WeeklyWindow.objects.exists()
    assert not TimeSlot.objects.exists()
