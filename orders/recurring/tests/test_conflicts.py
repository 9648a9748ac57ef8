"""Which providers cannot do a planned recurring booking: with the error that setting it up raises."""

from datetime import time, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from orders.models import RecurringBooking
from orders.recurring.tests.running_bookings import CALL, ask, give_week, recurring_payload, set_up
from orders.tests.counting import statements
from providers.models import Provider
from scheduling.models import DayOff, WeeklyWindow

pytestmark = pytest.mark.at(NOW)

WINTERTHUR = "Marktgasse 1, Winterthur 8400"
PLAN = {
    "recurringPattern": "weekly",
    "dayOfWeek": "1",
    "preferredTime": "09:00",
    "pickupPostalCode": "8001",
}
TODAY = clock.local_date(NOW)


def other_provider(name: str, *codes: str, week: bool = True) -> Provider:
    """Create a provider with a free slot tomorrow, who by default works every day."""
    provider = make_provider(make_user(name), *codes or ["8001"])
    make_slot(provider)
    if week:
        give_week(provider)
    return provider


def errors(user: User, **plan: str) -> dict[str, str]:
    response = client_for(user).get(f"{CALL}/refusals", PLAN | plan)
    assert response.status_code == 200, response.json()
    return {row["providerId"]: row["reason"] for row in response.json()}


@pytest.fixture
def mondays(now) -> Provider:
    """Return somebody who works on Mondays from 08:00 to 12:00."""
    provider = other_provider("mondays", week=False)
    WeeklyWindow.objects.create(provider=provider, weekday=1, start_time=time(8), end_time=time(12))
    return provider


def test_whoever_works_then_is_not_named(mondays, alice) -> None:
    assert errors(alice) == {}

    assert ask(alice, recurring_payload(mondays)).status_code == 201


@pytest.mark.parametrize(
    "plan",
    [
        {"dayOfWeek": 2},
        {"preferredTime": "13:00"},
        {"recurringPattern": "biweekly", "dayOfWeek": 0},
    ],
)
def test_another_day_or_time_is_refused_with_the_code_that_setting_it_up_gives(mondays, alice, plan) -> None:
    asked = errors(alice, **{name: str(value) for name, value in plan.items()})

    assert asked == {str(mondays.pk): "provider_does_not_work"}
    refused = ask(alice, recurring_payload(mondays, **plan))
    assert (refused.status_code, refused.json()["code"]) == (409, "provider_does_not_work")


def test_days_off_on_all_of_its_days_are_refused_and_on_some_not(mondays, alice) -> None:
    off = DayOff.objects.create(provider=mondays, start_on=TODAY, end_on=TODAY + timedelta(days=60))
    assert errors(alice) == {str(mondays.pk): "provider_does_not_work"}

    off.end_on = TODAY + timedelta(days=14)
    off.save()

    assert errors(alice) == {}


def test_an_hour_that_the_customer_has_there_already(mondays, alice, chiara) -> None:
    set_up(alice, mondays)

    assert errors(alice) == {str(mondays.pk): "recurring_booking_exists"}
    assert ask(alice, recurring_payload(mondays)).json()["code"] == "recurring_booking_exists"
    assert errors(alice, preferredTime="11:00") == {}
    assert errors(chiara) == {}


def test_one_s_own_business_cannot_be_booked(alice, now) -> None:
    own = make_provider(alice, "8001")
    make_slot(own)

    # Of several reasons the first counts: another time would not help.
    assert errors(alice) == {str(own.pk): "cannot_book_own_service"}
    assert ask(alice, recurring_payload(own)).json()["code"] == "cannot_book_own_service"


def test_who_does_not_come_to_the_delivery(mondays, alice) -> None:
    far = other_provider("far", "8810")
    both = other_provider("both", "8001", "8400")

    named = errors(alice, deliveryPostalCode="8400")

    assert named[str(far.pk)] == "not_served"
    assert str(both.pk) not in named
    refused = ask(alice, recurring_payload(far, deliveryAddress=WINTERTHUR))
    assert (refused.status_code, refused.json()["code"]) == (400, "not_served")


def test_who_is_not_listed_there_is_not_named(mondays, alice) -> None:
    mondays.status = Provider.Status.PAUSED
    mondays.save()
    other_provider("elsewhere", "3011", week=False)

    assert errors(alice, dayOfWeek="2") == {}


def test_any_number_costs_the_same_statements_and_writes_nothing(mondays, alice) -> None:
    client = client_for(alice)
    client.get(f"{CALL}/refusals", PLAN)
    with CaptureQueriesContext(connection) as one:
        client.get(f"{CALL}/refusals", PLAN)
    for number in range(20):
        other_provider(f"near{number}", week=False)

    with CaptureQueriesContext(connection) as many:
        assert len(client.get(f"{CALL}/refusals", PLAN).json()) == 20

    assert len(statements(many)) == len(statements(one)) <= 6
    assert not RecurringBooking.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"pickupPostalCode": ""}, "pickupPostalCode"),
        ({"pickupPostalCode": "800"}, "pickupPostalCode"),
        ({"deliveryPostalCode": "80011"}, "deliveryPostalCode"),
        ({"deliveryPostalCode": "\u0668\u0660\u0660\u0661"}, "deliveryPostalCode"),
        ({"dayOfWeek": "7"}, "dayOfWeek"),
        ({"preferredTime": "10:00"}, "preferredTime"),
        ({"recurringPattern": "monthly"}, "dayOfWeek"),
    ],
)
def test_refuses_what_is_no_plan_or_no_postal_code(now, alice, wrong, field) -> None:
    response = client_for(alice).get(f"{CALL}/refusals", PLAN | wrong)

    assert response.status_code == 400
    assert field in response.json()["fields"]


def test_a_visitor_signs_in_first(now) -> None:
    assert client_for().get(f"{CALL}/refusals", PLAN).status_code == 401
