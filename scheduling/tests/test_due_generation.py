"""The hourly run: it generates the new day, each provider separately, and nothing twice."""

from datetime import date, time, timedelta
from functools import partial

import pytest
from django.db import connection

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import insisting, race, refused
from scheduling.due_generation import generate_due, generate_for, providers_due
from scheduling.models import SlotCoverage, TimeSlot, WeeklyWindow
from scheduling.tasks import generate_time_slots
from scheduling.tests.generation_faults import arranging, breaks_for
from scheduling.tests.week_fixtures import put, window

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]
LAST = date(2026, 12, 15)
TOMORROW = NOW + timedelta(days=1)


def works_daily(provider, start=time(9), end=time(12)):
    for weekday in range(7):
        provider.weekly_windows.create(weekday=weekday, start_time=start, end_time=end)


def salons(number):
    made = [make_provider(make_user(f"salon{n}")) for n in range(number)]
    for provider in made:
        works_daily(provider)
    return made


def days_of(provider):
    return set(provider.slots.values_list("date", flat=True))


def test_makes_only_the_day_that_is_new(salon):
    works_daily(salon)
    assert generate_due(now=NOW) == 28 * 3
    # A run generates the new day only: slots deleted meanwhile stay deleted.
    TimeSlot.objects.filter(date=date(2026, 11, 30)).delete()

    assert generate_due(now=TOMORROW) == 3

    assert max(days_of(salon)) == LAST + timedelta(days=1)
    assert date(2026, 11, 30) not in days_of(salon)


def test_a_run_with_nothing_to_do_is_one_query(django_assert_num_queries):
    salons(3)
    generate_due(now=NOW)

    with django_assert_num_queries(1):
        assert generate_due(now=NOW) == 0


@pytest.mark.parametrize("days", [1, 15, 60])
def test_an_outage_leaves_no_gap(salon, days):
    works_daily(salon)
    generate_due(now=NOW)
    TimeSlot.objects.all().delete()
    later = NOW + timedelta(days=days)

    generate_due(now=later)

    today = clock.local_date(later)
    lacking = {today + timedelta(days=n) for n in range(28)} - {
        date(2026, 11, 18) + timedelta(days=n) for n in range(28)
    }
    assert days_of(salon) == lacking


def test_a_batch_makes_what_the_one_who_lacks_most_lacks(django_assert_max_num_queries):
    both = first, second = salons(2)
    generate_for(provider_ids=[first.pk], now=NOW)
    ids = [provider.pk for provider in both]

    with django_assert_max_num_queries(8) as seen:
        made = generate_for(provider_ids=ids, now=TOMORROW)

    assert (made.created, days_of(second)) == (28 * 3 + 3, days_of(first) - {date(2026, 11, 18)})
    if connection.vendor == "postgresql":
        own = [query["sql"] for query in seen.captured_queries if "SAVEPOINT" not in query["sql"]]
        assert len(own) == 3, own


def test_only_approved_providers_are_due(salon, chiara):
    paused = make_provider(chiara, status="paused")

    assert providers_due(now=NOW) == [salon.pk]
    assert generate_for(provider_ids=[paused.pk], now=NOW).created == 0
    assert not SlotCoverage.objects.filter(pk=paused.pk).exists()


def test_who_lacks_most_comes_first():
    first, second, third = salons(3)
    generate_for(provider_ids=[second.pk], now=NOW)
    generate_for(provider_ids=[third.pk], now=TOMORROW)

    assert providers_due(now=TOMORROW + timedelta(days=1)) == [first.pk, second.pk, third.pk]


def test_a_changed_week_is_whole_at_once_and_stays_so(now, salon, bruno):
    works_daily(salon)
    generate_due(now=NOW)

    put(bruno, *(window(weekday, "10:00", "12:00") for weekday in range(7)))

    assert days_of(salon) == {date(2026, 11, 18) + timedelta(days=n) for n in range(28)}
    assert generate_due(now=NOW) == 0
    assert generate_due(now=TOMORROW) == 2


def test_a_week_changed_in_a_pause_is_made_when_the_pause_ends(now, salon, bruno):
    works_daily(salon)
    generate_due(now=NOW)
    client = client_for(bruno)
    client.post("/api/provider/pause", {"until": None})

    put(bruno, *(window(weekday, "10:00", "12:00") for weekday in range(7)))
    assert SlotCoverage.objects.get(pk=salon.pk).generated_until is None
    client.post("/api/provider/resume")

    starts = set(salon.slots.filter(date=LAST).values_list("start_time", flat=True))
    assert starts == {time(10), time(11)}
    assert generate_due(now=NOW) == 0


def test_a_window_that_was_written_past_the_rules_is_made_by_hand(now, salon, bruno):
    generate_due(now=NOW)
    works_daily(salon)

    assert generate_due(now=NOW) == 0
    body = {"providerId": str(salon.pk), "startDate": "2026-11-19", "endDate": "2026-11-19"}
    assert client_for(bruno).post("/api/generate-time-slots", body).json()["created"] == 3


# --- One that fails, one that is locked -----------------------------------------------------------------


@pytest.mark.proof
def test_one_that_fails_holds_up_no_other(caplog):
    number = figure(20, 500)
    made = salons(number)
    broken = made[number // 2]
    breaks_for(broken)

    assert generate_due(now=NOW) == (number - 1) * 28 * 3

    assert providers_due(now=NOW) == [broken.pk]
    assert str(broken.pk) in caplog.text
    record("T15 (slots)", f"1 of {number} providers fails: {number - 1} have their slots", "499 of 500 done")


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
@pytest.mark.only_postgres
def test_whose_time_is_being_arranged_is_left_for_the_next_run_and_holds_up_no_other():
    busy, other = salons(2)

    with arranging(busy.pk):
        generate_time_slots()
        assert (busy.slots.exists(), other.slots.exists()) == (False, True)
        assert providers_due(now=clock.now()) == [busy.pk]

    generate_time_slots()
    assert busy.slots.count() == other.slots.count()


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
@pytest.mark.only_postgres
def test_a_long_call_of_one_provider_keeps_nobody_else_waiting(now):
    busy, other = salons(2)
    body = {"startDate": "2026-11-19", "endDate": "2026-11-19"}
    client = client_for(other.user)

    with arranging(busy.pk):
        made = client.post("/api/generate-time-slots", body | {"providerId": str(other.pk)})
        changed = put(other.user, window(1, "10:00", "12:00"))
        added = client.post(
            "/api/time-slots",
            {
                "providerId": str(other.pk),
                "date": "2026-11-24",
                "startTime": "15:00",
                "endTime": "16:00",
                "maxBookings": 1,
            },
        )

    assert (made.status_code, changed.status_code, added.status_code) == (200, 200, 201)


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_runs_at_once_make_each_slot_once():
    ids = [provider.pk for provider in salons(6)]
    acts = [partial(generate_due, now=NOW), partial(generate_for, provider_ids=ids[::-1], now=NOW)] * 3

    outcomes = race([partial(insisting, act) for act in acts])
    generate_due(now=NOW)

    assert refused(outcomes) == []
    assert TimeSlot.objects.count() == 6 * 28 * 3


def test_a_run_beside_slots_that_exist_leaves_them_alone(salon):
    works_daily(salon)
    slot = make_slot(salon, start=time(9), booked=2)
    before = TimeSlot.objects.filter(pk=slot.pk).values().get()

    assert generate_due(now=NOW) == 28 * 3 - 1

    assert TimeSlot.objects.filter(pk=slot.pk).values().get() == before
    assert WeeklyWindow.objects.count() == 7
