"""Occurrences are made six weeks ahead, once each, whoever makes them and however late."""

from datetime import date, timedelta
from functools import partial

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_user
from marketplace.tests.racing import insisting, race
from orders.models import Occurrence
from orders.recurring import occurrences
from orders.recurring.tests.running_bookings import CALL, set_up, shown
from orders.tests.counting import statements

pytestmark = pytest.mark.at(NOW)


def dates() -> list[date]:
    return list(Occurrence.objects.order_by("on").values_list("on", flat=True))


def mondays(until: date) -> list[date]:
    first = date(2026, 11, 23)
    return [first + timedelta(days=7 * n) for n in range((until - first).days // 7 + 1)]


def test_each_day_that_comes_is_made_in_time(now, alice, salon) -> None:
    set_up(alice, salon)

    for later in range(60):
        occurrences.extend_due(now=NOW + timedelta(days=later))
        horizon = date(2026, 11, 18) + timedelta(days=later + 42)
        assert dates() == mondays(horizon)

    assert occurrences.extend_due(now=NOW + timedelta(days=59)) == 0


@pytest.mark.parametrize("days", [1, 15, 60, 400])
def test_an_outage_leaves_no_gap(now, alice, salon, days) -> None:
    set_up(alice, salon)

    occurrences.extend_due(now=NOW + timedelta(days=days))

    assert dates() == mondays(date(2026, 11, 18) + timedelta(days=days + 42))


def test_new_dates_within_a_pause_are_skipped_from_the_start(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    client_for(alice).post(f"{CALL}/{booking.pk}/pause", {"until": "2027-01-11"})

    occurrences.extend_due(now=NOW + timedelta(days=21))

    statuses = dict(Occurrence.objects.values_list("on", "status"))
    assert statuses[date(2027, 1, 4)] == "skipped"
    assert statuses[date(2027, 1, 11)] == "planned"
    client_for(alice).post(f"{CALL}/{booking.pk}/resume")
    assert "skipped" not in {row["status"] for row in shown(booking)["occurrences"]}


def test_an_ended_booking_gets_no_more_dates(now, alice, salon) -> None:
    booking = set_up(alice, salon)
    client_for(alice).delete(f"{CALL}/{booking.pk}")

    assert occurrences.extend_due(now=NOW + timedelta(days=30)) == 0


def test_a_tick_with_nothing_to_do_asks_once(now, alice, salon, django_assert_max_num_queries) -> None:
    set_up(alice, salon)

    with django_assert_max_num_queries(1):
        assert occurrences.extend_due(now=NOW) == 0


def test_many_bookings_take_few_statements(now, salon, django_assert_max_num_queries) -> None:
    for number in range(30):
        set_up(make_user(f"emil{number}"), salon)

    with django_assert_max_num_queries(12) as queries:
        assert occurrences.extend_due(now=NOW + timedelta(days=7)) == 30
    assert len(statements(queries)) <= 8, statements(queries)


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_four_workers_make_each_date_once(now, salon) -> None:
    for number in range(12):
        set_up(make_user(f"emil{number}"), salon)
    later = NOW + timedelta(days=14)

    outcomes = race([partial(insisting, partial(occurrences.extend_due, now=later))] * 4)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    occurrences.extend_due(now=later)

    assert Occurrence.objects.count() == 12 * 8
    assert occurrences.extend_due(now=later) == 0
