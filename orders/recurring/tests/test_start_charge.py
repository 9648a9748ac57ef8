"""Setting up a recurring booking, and ending its pause, charge nothing at once that was not shown."""

from typing import Any

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for
from orders.models import Order, RecurringBooking
from orders.recurring.tests.running_bookings import CALL, ask, at, recurring_payload, set_up, shown, tick
from providers.models import Provider

pytestmark = pytest.mark.at(NOW)

THURSDAY = {"dayOfWeek": 4}


# --- Setting up --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("expected", ["0.00", "27.49"])
def test_more_than_was_shown_is_not_charged_and_nothing_is_set_up(alice, salon, expected) -> None:
    refused = ask(alice, recurring_payload(salon, **THURSDAY, expectedCharge=expected))

    assert (refused.status_code, refused.json()["code"]) == (409, "charged_at_once")
    assert refused.json()["message"] == "By now, CHF 27.50 is due at once. Please confirm again."
    assert refused.json()["chargedAtOnce"] == "27.50"
    assert not RecurringBooking.objects.exists()


@pytest.mark.parametrize("body", [{"expectedCharge": "27.50"}, {}])
def test_what_was_shown_is_charged(alice, salon, body) -> None:
    set_up(alice, salon, **THURSDAY, **body)

    assert tick() == 1
    assert str(Order.objects.get().total_amount) == "27.50"


def test_a_form_that_was_open_past_the_line_of_48_hours_charges_nothing_unseen(
    time_machine, alice, salon
) -> None:
    body = recurring_payload(salon, expectedCharge="0.00")
    time_machine.move_to(at("2026-11-21 09:00"))
    assert ask(alice, body).json()["code"] == "charged_at_once"

    time_machine.move_to(at("2026-11-21 08:59"))
    assert ask(alice, body).status_code == 201


# --- Ending a pause ----------------------------------------------------------------------------------------


@pytest.fixture
def paused(booking) -> RecurringBooking:
    """Return alice's booking of Mondays, paused over two pickups."""
    client_for(booking.customer).post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-07"})
    return booking


def resume(booking: RecurringBooking, **body: Any):
    return client_for(booking.customer).post(f"{CALL}/{booking.pk}/resume", body)


def test_a_pause_lasts_if_more_than_was_shown_would_be_charged(time_machine, paused) -> None:
    time_machine.move_to(at("2026-11-22 12:00"))
    before = shown(paused)

    refused = resume(paused, expectedCharge="0.00")

    assert (refused.status_code, refused.json()["chargedAtOnce"]) == (409, "27.50")
    assert shown(paused) == before
    assert tick() == 0
    assert resume(paused, expectedCharge="27.50").status_code == 200
    assert tick() == 1


@pytest.mark.parametrize("instant", ["2026-11-21 08:59", "2026-11-23 08:00"])
def test_what_is_further_away_or_too_near_is_not_charged(time_machine, paused, instant) -> None:
    time_machine.move_to(at(instant))

    assert resume(paused, expectedCharge="0.00").status_code == 200
    assert tick() == 0


def test_while_its_provider_takes_no_bookings_nothing_is_charged(time_machine, paused) -> None:
    Provider.objects.filter(pk=paused.provider_id).update(status=Provider.Status.PAUSED)
    time_machine.move_to(at("2026-11-22 12:00"))

    assert resume(paused, expectedCharge="0.00").status_code == 200
    assert tick() == 0
