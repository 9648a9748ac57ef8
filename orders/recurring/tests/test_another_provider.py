"""Alternative providers of a recurring booking: those to whom it could be changed as it is."""

from datetime import time, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from orders.models import RecurringBooking
from orders.recurring.tests.running_bookings import CALL, ask, give_week, monthly, set_up
from orders.tests.counting import statements
from providers.models import Provider
from scheduling.models import DayOff, WeeklyWindow

pytestmark = pytest.mark.at(NOW)

WINTERTHUR = "Marktgasse 1, Winterthur 8400"
TODAY = clock.local_date(NOW)


def other_provider(name: str, *codes: str, week: bool = True, **fields) -> Provider:
    """Create a provider with a free slot tomorrow, who by default works every day."""
    provider = make_provider(make_user(name), *codes, **fields)
    make_slot(provider)
    if week:
        give_week(provider)
    return provider


def works(provider: Provider, weekday: int, start: time, end: time) -> None:
    WeeklyWindow.objects.create(provider=provider, weekday=weekday, start_time=start, end_time=end)


def asked(user, booking: RecurringBooking):
    return client_for(user).get(f"{CALL}/{booking.pk}/alternatives")


def offered(booking: RecurringBooking) -> list[str]:
    response = asked(booking.customer, booking)
    assert response.status_code == 200, response.json()
    return [row["id"] for row in response.json()]


def ids(*providers: Provider) -> list[str]:
    return [str(provider.pk) for provider in providers]


def test_who_works_then_is_offered_the_nearest_first_and_can_take_it_over(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    far = other_provider("far", "8400")
    near = other_provider("near", "8001")
    for name, weekday, start, end in [("tuesday", 2, 8, 20), ("later", 1, 10, 20), ("until", 1, 8, 9)]:
        works(other_provider(name, "8001", week=False), weekday, time(start), time(end))
    other_provider("elsewhere", "3011")
    other_provider("paused", "8001", status="paused")

    assert offered(booking) == ids(near, far)

    for one in (near, far):
        response = client_for(alice).patch(f"{CALL}/{booking.pk}", {"providerId": str(one.pk)})
        assert response.status_code == 200, response.json()


def test_both_addresses_are_served(now, alice, salon) -> None:
    booking = set_up(alice, salon, deliveryAddress=WINTERTHUR)
    both = other_provider("both", "8001", "8400")
    between = other_provider("between", "8400")
    other_provider("one", "8810")

    assert offered(booking) == ids(both, between)


def test_a_day_of_the_month_asks_for_whoever_works_on_one_of_its_dates(now, alice, salon) -> None:
    response = ask(alice, monthly(salon, 20))
    booking = RecurringBooking.objects.get(pk=response.json()["id"])
    friday = other_provider("friday", "8001", week=False)
    works(friday, 5, time(8), time(20))
    works(other_provider("saturday", "8001", week=False), 6, time(8), time(20))

    assert offered(booking) == ids(friday)


def test_days_off_on_all_of_its_dates_leave_somebody_out(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    away = other_provider("away", "8001")
    back = other_provider("back", "8001")
    DayOff.objects.create(provider=away, start_on=TODAY, end_on=TODAY + timedelta(days=60))
    DayOff.objects.create(provider=back, start_on=TODAY, end_on=TODAY + timedelta(days=14))

    assert offered(booking) == ids(back)


def test_never_oneself_nor_somebody_who_has_that_hour_for_another_booking(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    own = make_provider(alice)
    make_slot(own)
    give_week(own)
    other = other_provider("other", "8001")
    set_up(alice, other)

    assert offered(booking) == []


def test_one_that_has_ended_has_none(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    other_provider("near", "8001")
    assert len(offered(booking)) == 1

    client_for(alice).delete(f"{CALL}/{booking.pk}")

    assert offered(booking) == []


def test_an_address_of_earlier_times_without_a_code_has_none(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    other_provider("near", "8001")

    RecurringBooking.objects.filter(pk=booking.pk).update(pickup_address="Hinterhof")

    assert offered(booking) == []


def test_six_are_enough_and_any_number_costs_the_same_statements(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    other_provider("first", "8001")
    with CaptureQueriesContext(
        connection,
    ) as one:
        assert len(offered(booking)) == 1
    for number in range(20):
        other_provider(f"near{number}", "8001")

    with CaptureQueriesContext(connection) as many:
        shown = asked(alice, booking).json()

    assert len(shown) == 6
    assert (
        shown
        == [row for row in client_for().get("/api/providers/8001").json() if row["id"] != str(salon.pk)][:6]
    )
    assert len(statements(many)) == len(statements(one)) <= 7


def test_strangers_and_providers_are_notified_nothing(now, alice, bruno, chiara, dora, salon) -> None:
    booking = set_up(alice, salon)

    assert asked(None, booking).status_code == 401
    assert [asked(user, booking).status_code for user in (bruno, chiara, dora)] == [404, 404, 200]
