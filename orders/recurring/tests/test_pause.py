"""What a pause of a series skips and restores, by the hour and by the Swiss day."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from celery import current_app

from conftest import WEDNESDAY as NOW
from conftest import client_for
from orders.models import Order
from orders.recurring.occurrences import PLACING_TASK
from orders.recurring.tests.running_bookings import CALL, at, days, set_up, shown, tick

pytestmark = pytest.mark.at(NOW)

# NOW is Wednesday, 18 November 2026.
MONDAYS = ["2026-11-23", "2026-11-30"]


def test_resuming_leaves_out_what_is_too_near(time_machine, alice, salon) -> None:
    booking = set_up(alice, salon)
    client = client_for(alice)
    client.post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-07"})
    time_machine.move_to(at("2026-11-23 08:00"))

    entry = client.post(f"{CALL}/{booking.pk}/resume").json()

    # An hour before a pickup is too late to plan it again.
    assert days(entry, "skipped") == MONDAYS[:1]
    assert days(entry, "planned")[0] == MONDAYS[1]
    tick()
    assert not Order.objects.exists()


def test_resuming_brings_back_what_can_just_be_paid_and_places_it(time_machine, alice, salon) -> None:
    booking = set_up(alice, salon)
    client = client_for(alice)
    client.post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-07"})
    time_machine.move_to(at("2026-11-23 07:59"))

    entry = client.post(f"{CALL}/{booking.pk}/resume").json()

    assert days(entry, "skipped") == []
    assert tick() == 1


def test_what_resuming_brings_back_for_now_is_placed_without_waiting_for_the_next_sweep(
    time_machine, alice, salon, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    woken: list[str] = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **_options: woken.append(name))
    booking = set_up(alice, salon)
    client = client_for(alice)
    client.post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-07"})
    time_machine.move_to(at("2026-11-22 12:00"))
    woken.clear()

    with django_capture_on_commit_callbacks(execute=True):
        client.post(f"{CALL}/{booking.pk}/resume")

    assert PLACING_TASK in woken


def test_a_paused_booking_says_from_when_on_resuming_places_what_it_brings_back(
    time_machine, alice, salon
) -> None:
    booking = set_up(alice, salon)
    client, path = client_for(alice), f"{CALL}/{booking.pk}"
    second = booking.occurrences.order_by("on")[1]
    client.post(f"{path}/occurrences/{second.pk}/skip")
    client.post(f"{path}/pause", {"until": "2026-12-07"})

    # The first one; not one that was skipped by itself, and none after the pause.
    assert _placed_on_resume_from(shown(booking)) == {"2026-11-23": "2026-11-21T08:00:00Z"}
    (paused,) = (row for row in shown(booking)["occurrences"] if row["date"] == "2026-11-23")
    assert paused["placedOnResumeUntil"] == "2026-11-23T07:00:00Z"
    # An hour before the pickup it is too late to plan it again.
    time_machine.move_to(at("2026-11-23 08:00"))
    assert _placed_on_resume_from(shown(booking)) == {}


def test_only_while_a_pause_lasts_there_is_something_to_resume(time_machine, alice, salon) -> None:
    booking = set_up(alice, salon)
    client, path = client_for(alice), f"{CALL}/{booking.pk}"
    client.post(f"{path}/pause", {"until": "2026-11-24"})
    assert list(_placed_on_resume_from(shown(booking))) == ["2026-11-23"]

    assert _placed_on_resume_from(client.post(f"{path}/resume").json()) == {}


def _placed_on_resume_from(entry: dict[str, Any]) -> dict[str, str]:
    by_day = {row["date"]: row["placedOnResumeFrom"] for row in entry["occurrences"]}
    return {day: instant for day, instant in by_day.items() if instant is not None}


def test_resuming_again_with_the_same_key_gives_the_first_answer(time_machine, alice, salon) -> None:
    client, path = client_for(alice), f"{CALL}/{set_up(alice, salon).pk}"
    client.post(f"{path}/pause", {"until": "2026-12-07"})

    first, again = (client.post(f"{path}/resume", headers={"Idempotency-Key": "a"}) for _ in range(2))

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()


# Half past midnight of Monday the 23rd in Switzerland, while it is still Sunday in UTC.
MIDNIGHT = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)


def test_a_series_begins_from_tomorrow_on_in_switzerland(time_machine, alice, salon) -> None:
    time_machine.move_to(MIDNIGHT)

    assert days(shown(set_up(alice, salon)))[0] == "2026-11-30"


def test_a_pause_counts_its_days_in_switzerland(time_machine, alice, salon) -> None:
    booking = set_up(alice, salon)
    client, path = client_for(alice), f"{CALL}/{booking.pk}"
    time_machine.move_to(MIDNIGHT)

    assert client.post(f"{path}/pause", {"until": "2026-11-23"}).status_code == 400
    assert client.post(f"{path}/pause", {"until": "2026-11-24"}).status_code == 200
    # At the next midnight the pause is over: there is nothing to resume.
    time_machine.shift(timedelta(days=1))
    assert client.post(f"{path}/resume").json()["code"] == "not_paused"


def test_a_pause_is_shown_until_its_day_begins_in_switzerland(time_machine, alice, salon) -> None:
    booking = set_up(alice, salon)
    client_for(alice).post(f"{CALL}/{booking.pk}/pause", {"until": "2026-11-23"})

    time_machine.move_to(MIDNIGHT - timedelta(hours=1))
    assert shown(booking)["pausedUntil"] == "2026-11-23"
    time_machine.move_to(MIDNIGHT)
    assert shown(booking)["pausedUntil"] is None
