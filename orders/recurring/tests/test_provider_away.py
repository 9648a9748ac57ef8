"""While its provider takes no bookings, a recurring booking places nothing, and its customer is told."""

from datetime import date, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_user
from orders.models import Order
from orders.recurring.tests.running_bookings import (
    CALL,
    at,
    at_due,
    give_week,
    notice_texts,
    occurrence_on,
    order_on,
    shown,
    status_on,
    tick,
)
from providers.models import Provider
from scheduling.models import DayOff

pytestmark = pytest.mark.at(NOW)

MONDAY = "2026-11-23"


def pause(provider: Provider) -> None:
    Provider.objects.filter(pk=provider.pk).update(status=Provider.Status.PAUSED)


def test_a_provider_who_is_away_gets_no_order_and_the_customer_is_notified_once(
    time_machine, booking, alice, salon
) -> None:
    pause(salon)

    for hours in range(47):
        assert at_due(time_machine, timedelta(hours=hours)) == 0

    assert notice_texts(alice, "recurring_provider_away") == [
        (
            "Bruno M. takes no bookings at the moment: Your pickup on Mon 23 Nov cannot be booked. You can "
            "choose another provider, pause or cancel your recurring booking. Until then we keep trying."
        )
    ]
    assert shown(booking)["providerAvailable"] is False
    assert status_on(booking, MONDAY) == "planned"

    at_due(time_machine, timedelta(hours=47))
    assert (status_on(booking, MONDAY), Order.objects.count()) == ("missed", 0)
    assert notice_texts(alice, "recurring_missed") == [
        (
            "Pickup does not take place: Bruno M. took no bookings, so your pickup on Mon 23 Nov, "
            "09:00-10:00 does not take place."
        )
    ]


def test_a_provider_who_comes_back_in_time_is_booked(time_machine, booking, salon) -> None:
    pause(salon)
    at_due(time_machine)
    Provider.objects.filter(pk=salon.pk).update(status=Provider.Status.APPROVED)

    assert at_due(time_machine, timedelta(hours=1)) == 1
    booking.refresh_from_db()
    assert booking.provider_away_since is None


@pytest.mark.parametrize("came_back", [False, True])
def test_what_is_missed_after_an_outage_names_a_provider_who_was_away(
    time_machine, booking, alice, salon, came_back
) -> None:
    pause(salon)
    if came_back:  # after the customer was notified that nothing could be booked
        at_due(time_machine)
        Provider.objects.filter(pk=salon.pk).update(status=Provider.Status.APPROVED)

    time_machine.move_to(at("2026-11-23 08:00"))
    tick()

    (missed,) = notice_texts(alice, "recurring_missed")
    assert "Bruno M. took no bookings" in missed


def missed_while_away(time_machine, provider: Provider) -> None:
    """Have Monday's pickup missed because the provider is away, who then comes back."""
    pause(provider)
    at_due(time_machine)
    at_due(time_machine, timedelta(hours=47))
    Provider.objects.filter(pk=provider.pk).update(status=Provider.Status.APPROVED)


def test_a_second_absence_is_notified_like_the_first(time_machine, booking, alice, salon) -> None:
    missed_while_away(time_machine, salon)
    DayOff.objects.create(provider=salon, start_on=date(2026, 11, 28), end_on=date(2026, 12, 2))
    at_due(time_machine, timedelta(weeks=1))
    assert status_on(booking, "2026-11-30") == "skipped"

    pause(salon)
    for hours in range(3):
        at_due(time_machine, timedelta(weeks=2, hours=hours))

    first, second = notice_texts(alice, "recurring_provider_away")
    assert ("Mon 23 Nov" in first, "Mon 7 Dec" in second) == (True, True)


@pytest.mark.parametrize("came_back", [False, True])
def test_each_pickup_is_announced_that_falls_into_an_absence(
    time_machine, booking, alice, salon, came_back
) -> None:
    pause(salon)
    at_due(time_machine)
    at_due(time_machine, timedelta(hours=47))
    if came_back:  # and is away again before another pickup is due
        Provider.objects.filter(pk=salon.pk).update(status=Provider.Status.APPROVED)
        tick()
        pause(salon)

    for hours in range(3):
        at_due(time_machine, timedelta(weeks=1, hours=hours))

    first, second = notice_texts(alice, "recurring_provider_away")
    assert ("Mon 23 Nov" in first, "Mon 30 Nov" in second) == (True, True)


def test_who_was_away_until_it_was_too_late_is_named(time_machine, booking, alice, salon) -> None:
    missed_while_away(time_machine, salon)
    pause(salon)
    for hours in range(47):
        at_due(time_machine, timedelta(weeks=1, hours=hours))
    Provider.objects.filter(pk=salon.pk).update(status=Provider.Status.APPROVED)

    at_due(time_machine, timedelta(weeks=1, hours=47))

    assert ["took no bookings" in text for text in notice_texts(alice, "recurring_missed")] == [True, True]


def test_an_earlier_absence_does_not_explain_what_an_outage_missed(
    time_machine, booking, alice, salon
) -> None:
    missed_while_away(time_machine, salon)

    time_machine.move_to(at("2026-11-30 08:00"))
    tick()

    by_name = {"took no bookings" in text for text in notice_texts(alice, "recurring_missed")}
    assert by_name == {True, False}
    assert occurrence_on(booking, "2026-11-30")["reason"] != occurrence_on(booking, MONDAY)["reason"]


def test_another_provider_is_booked_at_once(time_machine, booking, alice, salon) -> None:
    pause(salon)
    at_due(time_machine)
    other = make_provider(make_user("emil"))
    give_week(other)
    client_for(alice).patch(f"{CALL}/{booking.pk}", {"providerId": str(other.pk)})

    assert at_due(time_machine) == 1
    assert order_on(booking, MONDAY).provider == other
