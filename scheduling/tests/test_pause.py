"""Pausing: no new bookings until a day or until reopened; reopening generates slots at once."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_user
from orders.tests.booking import book, pay
from orders.tests.invariant_checks import invariants_hold
from providers.models import Provider
from providers.tasks import end_pauses
from scheduling.models import TimeSlot
from scheduling.tests.generation_faults import breaks_for
from scheduling.tests.week_fixtures import MONDAY, shown, slot_at, window, works

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


def pause(user, until=None, **query):
    path = "/api/provider/pause" + (f"?providerId={query['provider'].pk}" if query else "")
    return client_for(user).post(path, {"until": until})


def resume(user, **query):
    path = "/api/provider/resume" + (f"?providerId={query['provider'].pk}" if query else "")
    return client_for(user).post(path)


def state(provider):
    provider.refresh_from_db()
    return provider.status, provider.paused_until, provider.paused_by_operator


def operator_client(operator, action, provider):
    client = Client()
    client.force_login(operator)
    body = {"action": action, "_selected_action": [str(provider.pk)], "confirmed": "yes", "note": "Ill"}
    response = client.post(reverse("admin:providers_provider_changelist"), body, follow=True)
    return [str(message) for message in response.context["messages"]]


def test_a_paused_provider_takes_no_new_bookings(salon, bruno):
    works(salon)

    response = pause(bruno, "2026-12-01")

    assert response.status_code == 200
    data = response.json()
    assert (data["isPaused"], data["pausedUntil"], data["mayResume"]) == (True, "2026-12-01", True)
    assert data["affected"] == []
    assert set(shown(salon).values()) == {"closed"}
    assert client_for().get("/api/providers").json() == []
    assert not Notification.objects.filter(kind="bookings_outside_week").exists()


def test_a_key_used_for_one_provider_is_refused_for_another(salon, dora, chiara):
    other, client, key = make_provider(chiara), client_for(dora), {"Idempotency-Key": "a"}
    client.post(f"/api/provider/pause?providerId={salon.pk}", {"until": None}, headers=key)

    response = client.post(f"/api/provider/pause?providerId={other.pk}", {"until": None}, headers=key)

    assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")
    assert state(other)[0] == Provider.Status.APPROVED


def test_bookings_before_the_end_stand_and_are_notified(salon, bruno, alice):
    works(salon)
    before, after = slot_at(salon), slot_at(salon, day=MONDAY + timedelta(days=7))
    orders = [book(alice, before), book(alice, after)]

    data = pause(bruno, "2026-11-30").json()["affected"]

    assert [one["orders"] for one in data] == [[str(orders[0].pk)]]
    assert client_for(bruno).get("/api/provider/week").json()["affected"] == data
    notice = Notification.objects.get(user=bruno, kind="bookings_outside_week")
    assert notice.title == "1 booking during your pause"
    before.refresh_from_db()
    assert before.booked == 1


def test_without_an_end_every_booking_to_come_is_notified(salon, bruno, alice):
    works(salon)
    for days in (0, 7, 14):
        book(alice, slot_at(salon, day=MONDAY + timedelta(days=days)))

    assert len(pause(bruno).json()["affected"]) == 3


def test_coming_back_opens_at_once(salon, bruno):
    works(salon)
    TimeSlot.objects.all().delete()
    pause(bruno)

    response = resume(bruno)

    assert (response.status_code, response.json()["isPaused"]) == (200, False)
    assert shown(salon) == {"09:00": "3 of 3", "10:00": "3 of 3", "11:00": "3 of 3"}
    assert len(client_for().get("/api/providers").json()) == 1


def test_a_week_changed_during_the_pause_is_the_one_that_opens(salon, bruno, alice):
    works(salon)
    book(alice, slot_at(salon))
    pause(bruno)
    changed = client_for(bruno).put("/api/provider/week", {"windows": [window(start="10:00", end="11:00")]})
    assert len(changed.json()["affected"]) == 1

    resume(bruno)

    assert shown(salon) == {"09:00": "closed", "10:00": "3 of 3"}


def test_the_end_of_a_pause_can_be_changed(salon, bruno):
    pause(bruno)

    assert pause(bruno, "2026-12-01").json()["pausedUntil"] == "2026-12-01"
    assert pause(bruno).json()["pausedUntil"] is None


@pytest.mark.parametrize(
    ("until", "code"),
    [
        ("2026-11-18", "date_in_past"),
        ("2026-11-17", "date_in_past"),
        ("2028-11-18", "date_too_far"),
        ("9999-12-31", "date_too_far"),
        ("soon", "invalid"),
        ("2026-02-30", "invalid"),
        (5, "invalid"),
        ({}, "invalid"),
    ],
)
def test_refuses_an_end_that_is_none_and_changes_nothing(salon, bruno, until, code):
    response = pause(bruno, until)

    assert (response.status_code, response.json()["code"], list(response.json()["fields"])) == (
        400,
        code,
        ["until"],
    )
    assert state(salon) == ("approved", None, False)


def test_an_end_is_counted_from_switzerland_s_today(salon, bruno, past_midnight):
    assert pause(bruno, "2026-11-19").json()["code"] == "date_in_past"
    assert pause(bruno, "2026-11-20").status_code == 200
    # Two years later, to the day.
    assert pause(bruno, "2028-11-19").json()["code"] == "date_too_far"
    assert pause(bruno, "2028-11-18").status_code == 200


def test_an_end_must_be_said_even_if_there_is_none(salon, bruno):
    assert client_for(bruno).post("/api/provider/pause", {}).status_code == 400


def test_pausing_or_coming_back_twice_is_refused(salon, bruno):
    assert resume(bruno).json()["code"] == "not_paused"
    pause(bruno, "2026-12-01")

    again = pause(bruno, "2026-12-01")

    assert (again.status_code, again.json()["code"]) == (409, "cannot_be_paused")
    assert state(salon) == ("paused", date(2026, 12, 1), False)


def test_coming_back_again_with_the_same_key_gives_the_first_answer(salon, bruno):
    pause(bruno)
    client, key = client_for(bruno), {"Idempotency-Key": "a"}

    first, again = (client.post("/api/provider/resume", headers=key) for _ in range(2))

    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()


@pytest.mark.parametrize("status", ["draft", "submitted", "rejected"])
def test_who_was_never_open_is_not_paused(salon, bruno, status):
    Provider.objects.update(status=status)

    assert pause(bruno).json()["code"] == "cannot_be_paused"
    assert resume(bruno).json()["code"] == "not_paused"
    assert state(salon)[0] == status


# --- Pauses that end by themselves.


@pytest.mark.parametrize(
    ("instant", "ended"),
    [
        (datetime(2026, 11, 30, 22, 59, tzinfo=UTC), False),  # 23:59 in Zurich on the last day
        (datetime(2026, 11, 30, 23, 0, tzinfo=UTC), True),
        (datetime(2027, 2, 1, tzinfo=UTC), True),
    ],
)
def test_ends_by_itself_at_zurich_s_midnight_and_also_late(salon, bruno, time_machine, instant, ended):
    works(salon)
    pause(bruno, "2026-12-01")
    time_machine.move_to(instant)

    end_pauses()
    end_pauses()

    assert state(salon) == (("approved", None, False) if ended else ("paused", date(2026, 12, 1), False))
    if ended:
        assert TimeSlot.objects.filter(starts_at__gt=instant).count() >= 12


def test_a_pause_without_an_end_does_not_end_by_itself(salon, bruno, time_machine):
    pause(bruno)
    time_machine.move_to(NOW + timedelta(days=900))

    end_pauses()

    assert state(salon)[0] == "paused"


# --- Operators.


def test_a_pause_by_an_operator_is_ended_by_an_operator_alone(salon, bruno, dora, monkeypatch):
    works(salon)
    assert operator_client(dora, "pause_chosen", salon) == [f"{salon} is paused."]
    assert client_for(bruno).get("/api/provider/week").json()["mayResume"] is False

    for response in (resume(bruno), pause(bruno, "2026-12-01")):
        assert (response.status_code, response.json()["code"]) == (409, "paused_by_operator")
    assert state(salon) == ("paused", None, True)

    assert resume(dora, provider=salon).json()["isPaused"] is False
    assert state(salon) == ("approved", None, False)


def test_an_operator_overrules_a_provider_s_pause(salon, bruno, dora):
    pause(bruno, "2026-12-01")

    assert pause(dora, provider=salon).status_code == 200

    assert state(salon) == ("paused", None, True)


def notified(user) -> list[str]:
    """Return the titles of the notices about a provider's pause."""
    notices = Notification.objects.filter(user=user, kind="availability_changed")
    return sorted(notice.title for notice in notices)


def test_a_provider_is_notified_once_of_a_pause_by_an_operator_and_of_its_end(salon, bruno, dora):
    pause(dora, provider=salon)
    assert notified(bruno) == ["Our team has paused new bookings with you"]

    resume(dora, provider=salon)
    assert notified(bruno) == ["Our team has paused new bookings with you", "You can be booked again"]


def test_a_provider_is_not_notified_of_their_own_pause_nor_of_its_last_day(salon, bruno, time_machine):
    pause(bruno)
    resume(bruno)
    pause(bruno, "2026-12-01")
    time_machine.move_to(datetime(2026, 12, 1, 9, tzinfo=UTC))
    end_pauses()

    assert state(salon) == ("approved", None, False)
    assert notified(bruno) == []


def test_an_operator_s_pause_tells_the_provider_of_their_confirmed_bookings(salon, bruno, alice, dora):
    works(salon)
    confirmed, _ = [book(alice, slot_at(salon, day=MONDAY + timedelta(days=days))) for days in (0, 7)]
    pay(confirmed)

    operator_client(dora, "pause_chosen", salon)

    notice = Notification.objects.get(user=bruno, kind="bookings_outside_week")
    assert notice.title == "1 booking during your pause"
    assert "Mon 23 Nov" in notice.body


@pytest.mark.parametrize("status", ["submitted", "paused"])
def test_approval_makes_slots_at_once(salon, bruno, dora, status):
    works(salon)
    TimeSlot.objects.all().delete()
    Provider.objects.update(status=status)

    assert operator_client(dora, "approve_chosen", salon) == [f"{salon} can be booked."]

    assert len(shown(salon)) == 3


def test_only_the_provider_and_operators_may(salon, chiara, alice):
    make_provider(chiara)

    assert pause(chiara, provider=salon).status_code == 404
    assert resume(chiara, provider=salon).status_code == 404
    assert pause(alice).status_code == 403
    assert pause(None).status_code == 401
    assert state(salon) == ("approved", None, False)


@pytest.mark.parametrize(
    ("at", "ended"),
    [
        (datetime(2026, 11, 18, 22, 59, tzinfo=UTC), False),
        (datetime(2026, 11, 18, 23, 0, tzinfo=UTC), True),  # midnight in Switzerland
    ],
)
def test_a_pause_ends_at_midnight_in_switzerland(salon, bruno, time_machine, at, ended):
    pause(bruno, "2026-11-19")
    time_machine.move_to(at)

    end_pauses()

    assert (state(salon)[0] == Provider.Status.APPROVED) == ended


def test_a_pause_that_cannot_be_ended_holds_up_no_other(salon, bruno, time_machine, caplog):
    works(salon)
    other = make_provider(make_user("emil"))
    works(other)
    for provider in (salon, other):
        pause(provider.user, "2026-11-19")
    TimeSlot.objects.all().delete()
    breaks_for(salon)
    time_machine.move_to(NOW + timedelta(days=1))

    end_pauses()

    assert (state(salon)[0], state(other)[0]) == (Provider.Status.PAUSED, Provider.Status.APPROVED)
    assert other.slots.exists()
    assert str(salon.pk) in caplog.text
