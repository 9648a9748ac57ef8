"""Generating slots from weeks: the right ones, once, also on the nights when the clocks change."""

from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from uuid import UUID

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.racing import race
from providers import catalogue
from scheduling.generating import Generated, generate
from scheduling.models import DayOff, TimeSlot, WeeklyWindow
from scheduling.tasks import generate_time_slots

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]
MONDAY, SUNDAY = date(2026, 11, 23), date(2026, 11, 29)


def week(provider, *weekdays, start=time(9), end=time(17), **fields):
    for weekday in weekdays or range(7):
        WeeklyWindow.objects.create(
            provider=provider, weekday=weekday, start_time=start, end_time=end, **fields
        )


def make(provider, start_on=MONDAY, end_on=SUNDAY):
    return generate(provider_ids=[provider.pk], start_on=start_on, end_on=end_on, now=NOW)


def snapshot():
    return list(TimeSlot.objects.order_by("pk").values())


def test_makes_the_slots_of_a_weekday(salon):
    week(salon, 1, start=time(9), end=time(12), capacity=2)

    assert make(salon) == Generated(created=3, existing=0)

    made = TimeSlot.objects.order_by("starts_at")
    assert [(slot.date, slot.start_time, slot.end_time, slot.capacity, slot.booked) for slot in made] == [
        (MONDAY, time(9), time(10), 2, 0),
        (MONDAY, time(10), time(11), 2, 0),
        (MONDAY, time(11), time(12), 2, 0),
    ]
    assert made[0].starts_at == datetime(2026, 11, 23, 8, tzinfo=UTC)
    assert made[0].ends_at == datetime(2026, 11, 23, 9, tzinfo=UTC)
    assert isinstance(made[0].pk, UUID)


@pytest.mark.parametrize("weekday", range(7))
def test_counts_weekdays_from_sunday(salon, weekday):
    week(salon, weekday, start=time(9), end=time(10))

    make(salon)

    assert [slot.date.isoweekday() % 7 for slot in TimeSlot.objects.all()] == [weekday]


def test_cuts_by_the_slot_length_and_leaves_the_rest_out(salon):
    week(salon, 1, start=time(9), end=time(11), slot_minutes=45)

    make(salon)

    assert [f"{slot.start_time:%H:%M}-{slot.end_time:%H:%M}" for slot in TimeSlot.objects.all()] == [
        "09:00-09:45",
        "09:45-10:30",
    ]


def test_makes_none_on_days_off(salon):
    week(salon)
    DayOff.objects.create(provider=salon, start_on=date(2026, 11, 24), end_on=date(2026, 11, 26))

    make(salon)

    assert set(TimeSlot.objects.values_list("date", flat=True)) == {
        date(2026, 11, 23),
        date(2026, 11, 27),
        date(2026, 11, 28),
        date(2026, 11, 29),
    }


def test_makes_only_the_slots_of_whom_it_is_asked_for(salon, chiara):
    other = make_provider(chiara)
    week(salon)
    week(other)
    DayOff.objects.create(provider=other, start_on=MONDAY, end_on=SUNDAY)

    make(salon)

    assert set(TimeSlot.objects.values_list("provider_id", flat=True)) == {salon.pk}


def test_one_provider_s_days_off_close_nobody_else(salon, chiara):
    other = make_provider(chiara)
    week(salon, start=time(9), end=time(10))
    week(other, start=time(9), end=time(10))
    DayOff.objects.create(provider=other, start_on=MONDAY, end_on=date(2026, 11, 25))
    DayOff.objects.create(provider=salon, start_on=SUNDAY, end_on=SUNDAY)

    made = generate(provider_ids=[salon.pk, other.pk], start_on=MONDAY, end_on=SUNDAY, now=NOW)

    assert made.created == 6 + 4
    assert sorted(salon.slots.values_list("date__day", flat=True)) == [23, 24, 25, 26, 27, 28]
    assert sorted(other.slots.values_list("date__day", flat=True)) == [26, 27, 28, 29]


def test_one_provider_s_manual_slots_close_nobody_else(salon, chiara):
    other = make_provider(chiara)
    week(salon, 1)
    week(other, 1)
    make_slot(other, day=MONDAY, start=time(9, 30), is_manual=True)

    generate(provider_ids=[salon.pk, other.pk], start_on=MONDAY, end_on=MONDAY, now=NOW)

    made = TimeSlot.objects.filter(is_manual=False)
    assert (made.filter(provider=salon).count(), made.filter(provider=other).count()) == (8, 6)


def test_changes_nothing_the_second_time(salon):
    week(salon)
    make(salon)
    before = snapshot()

    assert make(salon) == Generated(created=0, existing=56)
    assert snapshot() == before


def test_makes_only_the_new_days_of_a_longer_range(salon):
    week(salon, start=time(9), end=time(10))
    make(salon)

    assert make(salon, end_on=date(2026, 12, 1)) == Generated(created=2, existing=7)


def test_never_drops_or_changes_a_slot_with_bookings_when_the_week_changes(salon):
    week(salon, 1, start=time(9), end=time(12))
    make(salon)
    TimeSlot.objects.filter(start_time=time(9)).update(booked=2)
    before = TimeSlot.objects.filter(start_time=time(9)).values().get()
    WeeklyWindow.objects.update(start_time=time(9), end_time=time(13), slot_minutes=90, capacity=1)

    make(salon)

    assert TimeSlot.objects.filter(start_time=time(9)).values().get() == before


def test_is_nothing_for_a_provider_without_a_week(salon):
    assert make(salon) == Generated(created=0, existing=0)


def test_makes_lists_out_of_date_only_when_it_made_something(salon):
    week(salon)
    versions = [catalogue.version()]
    make(salon)
    versions.append(catalogue.version())
    make(salon)
    versions.append(catalogue.version())

    assert versions[0] != versions[1] == versions[2]


# --- The nights when the clocks change: 29 March 2026 (02:00 to 03:00), 25 October 2026 (03:00 to 02:00).

SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)


@pytest.mark.parametrize("day", [SPRING - timedelta(1), SPRING, AUTUMN, AUTUMN + timedelta(1)])
def test_a_working_day_has_the_same_slots_on_every_day(salon, day):
    week(salon)

    make(salon, day, day)

    made = list(TimeSlot.objects.order_by("starts_at"))
    assert [slot.start_time for slot in made] == [time(hour) for hour in range(9, 17)]
    assert [slot.starts_at for slot in made] == [clock.at_wall_time(day, time(hour)) for hour in range(9, 17)]
    assert {slot.ends_at - slot.starts_at for slot in made} == {timedelta(hours=1)}


@pytest.mark.parametrize("minutes", [15, 30, 45, 60, 90, 120, 240])
@pytest.mark.parametrize("day", [SPRING, AUTUMN, MONDAY])
def test_slots_through_the_night_neither_overlap_nor_leave_a_gap(salon, day, minutes):
    week(salon, start=time(0), end=time(23, 59), slot_minutes=minutes)

    make(salon, day, day)

    made = list(TimeSlot.objects.order_by("starts_at"))
    assert made[0].starts_at == clock.at_wall_time(day, time(0))
    assert all(slot.starts_at < slot.ends_at for slot in made)
    assert [slot.ends_at for slot in made[:-1]] == [slot.starts_at for slot in made[1:]]
    assert made[-1].ends_at == clock.at_wall_time(day, made[-1].end_time)


def test_the_hour_that_does_not_exist_makes_no_slot(salon):
    week(salon, start=time(1), end=time(5))

    make(salon, SPRING, SPRING)

    assert [slot.start_time.hour for slot in TimeSlot.objects.all()] == [1, 3, 4]


def test_the_hour_that_exists_twice_makes_one_long_slot(salon):
    week(salon, start=time(1), end=time(5))

    make(salon, AUTUMN, AUTUMN)

    made = list(TimeSlot.objects.order_by("starts_at"))
    assert [slot.start_time.hour for slot in made] == [1, 2, 3, 4]
    assert [(slot.ends_at - slot.starts_at) / timedelta(hours=1) for slot in made] == [1, 2, 1, 1]


# --- Several at once, and the task.


@pytest.mark.django_db(transaction=True)
@pytest.mark.race
def test_twice_at_once_makes_each_slot_once():
    providers = [make_provider(make_user(f"person{number}")) for number in range(4)]
    for provider in providers:
        week(provider)
    ids = [provider.pk for provider in providers]

    outcomes = race(
        [
            partial(generate, provider_ids=order, start_on=MONDAY, end_on=SUNDAY, now=NOW)
            for order in (ids, ids[::-1], ids[:2], ids[2:]) * 2
        ]
    )

    assert sum(made.created for made in outcomes) == 4 * 56
    assert TimeSlot.objects.count() == 4 * 56


def test_the_task_makes_28_days_for_approved_providers(salon, chiara, now):
    week(salon, start=time(9), end=time(10))
    paused = make_provider(chiara, status="paused")
    week(paused, start=time(9), end=time(10))

    generate_time_slots()
    generate_time_slots()

    days = list(TimeSlot.objects.values_list("date", flat=True))
    assert (len(days), min(days), max(days)) == (28, date(2026, 11, 18), date(2026, 12, 15))
    assert not paused.slots.exists()


@pytest.mark.parametrize("last", [date(2026, 11, 23), date(2027, 1, 23)])
def test_takes_at_most_three_queries_whatever_the_range(salon, last, django_assert_max_num_queries):
    week(salon)
    make_slot(salon)
    make(salon, end_on=MONDAY)

    with django_assert_max_num_queries(6) as seen:
        make(salon, end_on=last)

    # Leaves out the savepoint of the test's own transaction and the version of the provider lists.
    own = [query for query in seen.captured_queries if "scheduling_" in query["sql"] or "pg_" in query["sql"]]
    assert len(own) <= 3


# --- Over HTTP.


def ask(user, provider, start="2026-11-23", end="2026-11-29", **extra):
    body = {"providerId": str(provider.pk), "startDate": start, "endDate": end} | extra
    return client_for(user).post("/api/generate-time-slots", body)


def test_a_provider_generates_their_own(salon, bruno, now):
    week(salon, start=time(9), end=time(10))

    assert ask(bruno, salon).json() == {"created": 7, "existing": 0}
    assert ask(bruno, salon).json() == {"created": 0, "existing": 7}


def test_an_operator_generates_for_anybody(salon, dora, now):
    week(salon, start=time(9), end=time(10))

    assert ask(dora, salon).json() == {"created": 7, "existing": 0}


@pytest.mark.parametrize("who", ["alice", "chiara"])
def test_nobody_generates_for_a_foreign_provider(salon, who, now, request):
    stranger = request.getfixturevalue(who)
    week(salon)
    if who == "chiara":
        make_provider(stranger)

    assert ask(stranger, salon).status_code == 404
    assert not TimeSlot.objects.exists()


def test_an_applicant_generates_none_yet(salon, bruno, now):
    week(salon)
    salon.status = salon.Status.DRAFT
    salon.save()

    response = ask(bruno, salon)

    assert (response.status_code, response.json()["code"]) == (409, "provider_not_approved")
    assert not TimeSlot.objects.exists()


def test_a_visitor_must_sign_in(salon, now):
    assert ask(None, salon).status_code == 401


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"startDate": "2026-11-17"}, "startDate"),
        ({"startDate": "2026-11-23", "endDate": "2026-11-22"}, "endDate"),
        ({"endDate": "2027-01-24"}, "endDate"),
        ({"startDate": "2028-10-01", "endDate": "2028-11-18"}, "endDate"),
        ({"startDate": "2099-01-01", "endDate": "2099-01-02"}, "endDate"),
        ({"startDate": "2026-11-2\uff13"}, "startDate"),
        ({"startDate": "soon"}, "startDate"),
        ({"startDate": None}, "startDate"),
        ({"startDate": 5}, "startDate"),
        ({"endDate": ["2026-11-29"]}, "endDate"),
        ({"providerId": "me"}, "providerId"),
        ({"providerId": {}}, "providerId"),
    ],
)
def test_refuses_past_backward_over_long_and_malformed_ranges(salon, bruno, now, change, field):
    week(salon)

    response = ask(bruno, salon, **change)

    assert (response.status_code, list(response.json()["fields"])) == (400, [field])
    assert not TimeSlot.objects.exists()


@pytest.mark.parametrize("day", [SPRING, AUTUMN])
def test_counts_what_exists_on_the_nights_too(salon, day):
    week(salon, start=time(0), end=time(23, 59), slot_minutes=30)
    made = make(salon, day - timedelta(1), day + timedelta(1))

    assert make(salon, day - timedelta(1), day + timedelta(1)) == Generated(created=0, existing=made.created)
    assert made.created == TimeSlot.objects.count()


def test_days_to_make_are_counted_from_switzerland_s_today(salon, bruno, past_midnight):
    def ask(start, end):
        body = {"providerId": str(salon.pk), "startDate": start, "endDate": end}
        return client_for(bruno).post("/api/generate-time-slots", body)

    assert list(ask("2026-11-18", "2026-11-20").json()["fields"]) == ["startDate"]
    assert list(ask("2028-11-01", "2028-11-19").json()["fields"]) == ["endDate"]
    assert ask("2026-11-19", "2026-11-20").status_code == 200
    assert ask("2028-11-01", "2028-11-18").status_code == 200
