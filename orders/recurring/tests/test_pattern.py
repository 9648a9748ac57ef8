"""The dates and instants of recurring bookings, compared with independent oracles."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest

from marketplace import clock
from marketplace.tests.proof import figure, record
from orders.recurring import pattern
from orders.recurring.pattern import Rule
from orders.recurring.recurring_actions import PREFERRED_TIMES

RULES = [
    *(Rule("weekly", weekday) for weekday in range(7)),
    *(Rule("biweekly", weekday) for weekday in range(7)),
    *(Rule("monthly", None, day) for day in range(1, 29)),
]
DAY = timedelta(days=1)
START, END = date(2024, 1, 1), date(2037, 12, 31)
WALLS = [*PREFERRED_TIMES, time(1, 59), time(2), time(2, 30), time(3)]


def every_day(start: date = START, end: date = END) -> Iterator[date]:
    while start <= end:
        yield start
        start += DAY


# --- An oracle that tries every day ---------------------------------------------------------------------


def suits(rule: Rule, day: date) -> bool:
    """Tell whether a day fits the rule; Sunday = 0, counted from a known Sunday."""
    if rule.day_of_month is not None:
        return day.day == rule.day_of_month
    return (day - date(2023, 12, 31)).days % 7 == rule.day_of_week


def by_the_calendar(rule: Rule, day: date, number: int) -> list[date]:
    """Return the first dates after a day, found by trying every day."""
    found: list[date] = []
    while len(found) < number:
        day += DAY
        waits = rule.pattern == "biweekly" and found and (day - found[-1]).days < 14
        if suits(rule, day) and not waits:
            found.append(day)
    return found


@pytest.mark.proof
def test_every_plan_on_every_day_has_the_dates_of_the_calendar() -> None:
    step = figure(37, 1)
    checked = 0
    for number, today in enumerate(every_day()):
        if number % step:
            continue
        for rule in RULES:
            expected = by_the_calendar(rule, today, 3)
            first = pattern.first_after(rule, day=today)
            found = [first, pattern.date_after(rule, date_of_series=first)]
            found.append(pattern.next_after(rule, first_on=first, day=found[-1]))
            assert found == expected, (rule, today)
            checked += 1
    record("T4 dates", f"{checked} plans x days: 0 mismatches", "every plan x every day 2024-2037")


# --- An oracle by the law on summer time ------------------------------------------------------------------


def last_sunday(year: int, month: int) -> date:
    day = date(year, month, 31)
    while day.isoweekday() != 7:
        day -= DAY
    return day


def by_the_law(day: date, wall: time) -> datetime:
    """Return the instant of a Swiss wall time: clocks change at 01:00 UTC on two Sundays a year."""
    spring, autumn = last_sunday(day.year, 3), last_sunday(day.year, 10)
    naive = datetime.combine(day, wall, tzinfo=UTC)
    summer = naive - timedelta(hours=2)
    winter = naive - timedelta(hours=1)
    begins = datetime.combine(spring, time(1), tzinfo=UTC)
    ends = datetime.combine(autumn, time(1), tzinfo=UTC)
    # Of an ambiguous time the first is taken, which is summer time.
    if begins <= summer < ends:
        return summer
    # A time in the spring gap moves forward by its length, which is the instant by winter time.
    return winter


@pytest.mark.proof
def test_wall_time_stays_wall_time_on_every_day() -> None:
    step = figure(3, 1)
    checked = 0
    for number, day in enumerate(every_day()):
        changes = day in {last_sunday(day.year, 3), last_sunday(day.year, 10)}
        if number % step and not changes:
            continue
        for wall in WALLS:
            assert clock.at_wall_time(day, wall) == by_the_law(day, wall), (day, wall)
            checked += 1
    record("T4 instants", f"{checked} wall times: 0 mismatches", "every day 2024-2037, 28 changes")


@pytest.mark.parametrize(
    ("day", "wall", "instant"),
    [
        (date(2027, 3, 27), time(9), "2027-03-27T08:00"),
        (date(2027, 3, 28), time(9), "2027-03-28T07:00"),
        (date(2027, 3, 28), time(2, 30), "2027-03-28T01:30"),
        (date(2027, 10, 30), time(9), "2027-10-30T07:00"),
        (date(2027, 10, 31), time(9), "2027-10-31T08:00"),
        (date(2027, 10, 31), time(2, 30), "2027-10-31T00:30"),
    ],
)
def test_both_nights_by_hand(day: date, wall: time, instant: str) -> None:
    assert clock.at_wall_time(day, wall) == datetime.fromisoformat(f"{instant}+00:00")


# --- Laws ---------------------------------------------------------------------------------------------------


def check_laws(rule: Rule, anchor: date, now: date) -> None:
    first = pattern.first_after(rule, day=anchor)
    coming = list(pattern.dates_between(rule, first_on=first, after=now, until=now + 100 * DAY))
    assert coming == sorted(set(coming))
    assert all(suits(rule, day) and now < day and day >= first for day in coming)
    if rule.pattern == "monthly":
        months = [day.year * 12 + day.month for day in coming]
        assert all(later - earlier == 1 for earlier, later in pairwise(months))
    else:
        gap = 7 if rule.pattern == "weekly" else 14
        assert all((day - first).days % gap == 0 for day in coming)
        assert all((b - a).days == gap for a, b in pairwise(coming))
    date_after = pattern.next_after(rule, first_on=first, day=now)
    assert date_after == (coming[0] if coming else first)
    assert pattern.is_date_of(rule, first_on=first, day=date_after)
    assert not pattern.is_date_of(rule, first_on=first, day=date_after + DAY)


@pytest.mark.proof
def test_dates_rise_on_the_right_day_without_gaps() -> None:
    chance, times = random.Random(53), figure(3_000, 100_000)
    days = (END - START).days
    for _ in range(times):
        anchor = START + chance.randrange(days) * DAY
        check_laws(chance.choice(RULES), anchor, START + chance.randrange(days) * DAY)
    record("T5", f"{times} random (anchor, pattern, now): 0 breaches", "100,000 random")


@pytest.mark.proof
def test_two_weeks_stay_two_weeks_across_a_week_53() -> None:
    long_years = [year for year in range(2020, 2101) if date(year, 12, 28).isocalendar().week == 53]
    for year in long_years:
        for weekday in range(7):
            rule = Rule("biweekly", weekday)
            first = pattern.first_after(rule, day=date(year, 11, 1))
            coming = list(
                pattern.dates_between(rule, first_on=first, after=first, until=date(year + 1, 3, 31))
            )
            assert [(day - first).days for day in coming] == [14 * n for n in range(1, len(coming) + 1)]
            assert len({day.isocalendar().week % 2 for day in coming}) == 2
    record("T5 week 53", f"{len(long_years)} long years: parity kept", "biweekly parity across week 53")


def test_the_first_date_is_after_today_even_on_its_own_day() -> None:
    monday = date(2026, 11, 16)
    assert pattern.first_after(Rule("weekly", 1), day=monday) == date(2026, 11, 23)
    assert pattern.first_after(Rule("weekly", 1), day=monday - DAY) == monday
    assert pattern.first_after(Rule("monthly", None, 16), day=monday) == date(2026, 12, 16)
    assert pattern.first_after(Rule("monthly", None, 28), day=date(2026, 12, 31)) == date(2027, 1, 28)


def test_a_rule_without_a_day_is_none() -> None:
    with pytest.raises(ValueError, match="needs a day"):
        pattern.first_after(Rule("weekly"), day=START)
