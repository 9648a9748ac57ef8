"""Editing a recurring booking charges nothing at once that was not shown."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from rest_framework.response import Response

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_user
from marketplace import clock
from orders.models import Occurrence, OccurrenceStatus, Order, RecurringBooking
from orders.payments.tests.cards import save
from orders.recurring.tests.running_bookings import CALL, act, at, give_week, shown, tick
from providers.models import Provider

pytestmark = pytest.mark.at(NOW)

MONDAY = "2026-11-23"
PLANS: list[dict[str, Any]] = [
    *({"recurringPattern": "weekly", "dayOfWeek": day} for day in range(7)),
    *({"recurringPattern": "biweekly", "dayOfWeek": day} for day in (1, 4)),
    *({"recurringPattern": "monthly", "dayOfMonth": day} for day in (1, 19, 23)),
]


def client_of(booking: RecurringBooking) -> Client:
    return client_for(booking.customer)


def preview(booking: RecurringBooking, **plan: object) -> dict[str, Any]:
    query = {"recurringPattern": "weekly", "dayOfWeek": 1, "preferredTime": "09:00"} | plan
    if query["recurringPattern"] == "monthly":
        del query["dayOfWeek"]
    response: Response = client_of(booking).get(f"{CALL}/{booking.pk}/next-pickup", query)
    assert response.status_code == 200, response.json()
    return response.json()


def edit(booking: RecurringBooking, **changes: object) -> Response:
    return client_of(booking).patch(f"{CALL}/{booking.pk}", changes)


def planned(booking: RecurringBooking) -> Occurrence | None:
    return booking.occurrences.filter(status=OccurrenceStatus.PLANNED).order_by("place_at").first()


# --- What is shown before ----------------------------------------------------------------------------------


def test_the_present_plan_goes_on_with_its_next_pickup(booking) -> None:
    assert preview(booking) == {
        "pickupAt": "2026-11-23T08:00:00Z",
        "chargedAt": "2026-11-21T08:00:00Z",
        "isChargedAtOnce": False,
    }


@pytest.mark.sweep
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("earlier", ["nothing", "skipped", "placed", "moved", "paused"])
def test_what_is_shown_is_what_saving_plans(time_machine, booking, earlier, plan) -> None:
    if earlier == "skipped":
        act(booking, MONDAY, "skip")
    elif earlier == "placed":
        time_machine.move_to(at("2026-11-21 09:00"))
        assert tick() == 1
    elif earlier == "moved":
        assert act(booking, "2026-12-28", "move", {"date": "2026-12-29", "time": "09:00"}).status_code == 200
    elif earlier == "paused":
        client_of(booking).post(f"{CALL}/{booking.pk}/pause", {"until": "2026-12-03"})
    before = shown(booking)
    promised = preview(booking, **plan, preferredTime="15:00")
    assert shown(booking) == before

    assert edit(booking, **plan, preferredTime="15:00").status_code == 200
    entry = shown(booking)
    assert (
        clock.local_date(datetime.fromisoformat(promised["pickupAt"])).isoformat() == entry["nextBookingDate"]
    )
    due = Occurrence.objects.filter(status=OccurrenceStatus.PLANNED, place_at__lte=clock.now())
    assert promised["isChargedAtOnce"] == due.exists()
    if row := planned(booking):
        assert row.place_at == datetime.fromisoformat(promised["chargedAt"])


def test_beyond_the_planned_ones_it_is_the_first_date_after_the_pause(booking) -> None:
    client_of(booking).post(f"{CALL}/{booking.pk}/pause", {"until": "2027-03-02"})

    assert preview(booking)["pickupAt"] == "2027-03-08T08:00:00Z"


def test_strangers_and_what_has_ended_have_none(booking, chiara) -> None:
    path = f"{CALL}/{booking.pk}/next-pickup?recurringPattern=weekly&dayOfWeek=1&preferredTime=09:00"

    assert client_for(chiara).get(path).status_code == 404
    client_of(booking).delete(f"{CALL}/{booking.pk}")
    refused = client_of(booking).get(path)
    assert (refused.status_code, refused.json()["code"]) == (409, "already_cancelled")


# --- What is charged then ----------------------------------------------------------------------------------


@pytest.mark.parametrize("expected", ["0.00", "27.49"])
def test_more_than_was_shown_is_not_charged_and_nothing_changes(booking, expected) -> None:
    before = shown(booking)

    refused = edit(booking, dayOfWeek=4, expectedCharge=expected)

    assert (refused.status_code, refused.json()["code"]) == (409, "charged_at_once")
    assert "By now, CHF 27.50 is due at once" in refused.json()["message"]
    assert refused.json()["chargedAtOnce"] == "27.50"
    assert shown(booking) == before
    assert tick() == 0


@pytest.mark.parametrize("expected", ["27.50", None])
def test_what_was_shown_is_charged(booking, expected) -> None:
    assert edit(booking, dayOfWeek=4, **({"expectedCharge": expected} if expected else {})).status_code == 200

    assert tick() == 1
    assert str(Order.objects.get().total_amount) == "27.50"


def test_an_hour_earlier_can_be_near(time_machine, booking) -> None:
    time_machine.move_to(at("2026-11-21 08:30"))
    edit(booking, preferredTime="11:00")
    time_machine.move_to(at("2026-11-21 09:30"))

    assert edit(booking, preferredTime="09:00", expectedCharge="0.00").status_code == 409
    assert edit(booking, preferredTime="13:00", expectedCharge="0.00").status_code == 200


def test_the_price_that_counts_is_the_one_after_the_change(booking) -> None:
    changes = {"dayOfWeek": 4, "serviceType": "premium"}

    assert edit(booking, **changes, expectedCharge="27.50").status_code == 409
    assert edit(booking, **changes, expectedCharge="32.50").status_code == 200


def test_a_change_that_moves_no_pickup_charges_nothing(time_machine, booking) -> None:
    time_machine.move_to(at("2026-11-21 10:00"))

    assert edit(booking, weight="12.0", expectedCharge="0.00").status_code == 200


def test_a_pickup_that_waited_for_its_provider_is_charged_with_another_one(time_machine, booking) -> None:
    other = make_provider(make_user("emil"))
    give_week(other)
    Provider.objects.filter(pk=booking.provider_id).update(status=Provider.Status.PAUSED)
    time_machine.move_to(at("2026-11-21 09:00"))
    assert tick() == 0
    assert preview(booking)["isChargedAtOnce"] is True

    assert edit(booking, providerId=str(other.pk), expectedCharge="0.00").status_code == 409
    assert edit(booking, providerId=str(other.pk), expectedCharge="27.50").status_code == 200
    assert tick() == 1


def test_while_its_provider_takes_no_bookings_nothing_is_charged(time_machine, booking) -> None:
    Provider.objects.filter(pk=booking.provider_id).update(status=Provider.Status.PAUSED)

    assert edit(booking, dayOfWeek=4, expectedCharge="0.00").status_code == 200
    assert tick() == 0

    # Once they take some again, a change of what has waited is charged at once.
    Provider.objects.filter(pk=booking.provider_id).update(status=Provider.Status.APPROVED)
    assert edit(booking, preferredTime="11:00", expectedCharge="0.00").status_code == 409
    assert edit(booking, preferredTime="11:00", expectedCharge="27.50").status_code == 200
    assert tick() == 1


def test_what_is_too_late_is_not_charged(time_machine, booking) -> None:
    other = make_provider(make_user("emil"))
    give_week(other)
    Provider.objects.filter(pk=booking.provider_id).update(status=Provider.Status.PAUSED)
    time_machine.move_to(at("2026-11-23 09:00") - timedelta(minutes=59))

    assert preview(booking)["isChargedAtOnce"] is False
    assert edit(booking, providerId=str(other.pk), expectedCharge="0.00").status_code == 200


def test_another_card_pays_at_once_what_its_owner_was_asked_to_pay(
    time_machine, booking, alice, stripe
) -> None:
    time_machine.move_to(at("2026-11-21 09:00"))
    tick()
    card = save(stripe, alice)
    waiting, later = shown(booking)["occurrences"][:2]
    assert (waiting["status"], waiting["chargedWithNewCard"]) == ("needs_payment", "27.50")
    assert later["chargedWithNewCard"] is None

    refused = edit(booking, paymentMethodId=str(card.pk), expectedCharge="0.00")
    assert (refused.status_code, refused.json()["chargedAtOnce"]) == (409, "27.50")
    tick()
    assert stripe.captured() == 0
    assert edit(booking, paymentMethodId=str(card.pk), expectedCharge="27.50").status_code == 200
    tick()

    assert stripe.captured() == 2750
    assert shown(booking)["occurrences"][0]["chargedWithNewCard"] is None
    assert edit(booking, paymentMethodId=None, expectedCharge="0.00").status_code == 200


def test_one_moved_more_than_four_weeks_on_is_listed_and_its_charge_shown(
    time_machine, booking, alice, stripe
) -> None:
    tuesday, day = {"date": "2027-01-12", "time": "11:00"}, timedelta(days=1)
    time_machine.move_to(at("2026-11-20 09:00"))
    assert act(booking, MONDAY, "move", tuesday).status_code == 200
    # The pickups in between are booked, and end unpaid.
    while clock.now() < at("2027-01-10 09:00"):
        time_machine.move_to(clock.now() + day)
        tick()
    assert shown(booking)["occurrences"][0]["originalDate"] == MONDAY
    assert shown(booking)["nextBookingDate"] == "2027-01-12"
    time_machine.move_to(at("2027-01-10 11:00"))
    tick()

    rows = [row for row in shown(booking)["occurrences"] if row["chargedWithNewCard"]]
    assert [(row["date"], row["chargedWithNewCard"]) for row in rows] == [
        ("2027-01-12", "27.50"), ("2027-01-11", "27.50"),
    ]  # fmt: skip
    card = save(stripe, alice)
    assert edit(booking, paymentMethodId=str(card.pk), expectedCharge="55.00").status_code == 200
    tick()
    assert stripe.captured() == 5500
