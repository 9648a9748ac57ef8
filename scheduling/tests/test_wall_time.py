"""Nine o'clock is nine o'clock on every day until 2037, and "today" is Switzerland's day."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace import clock
from marketplace.tests.proof import figure, record
from orders.tests.booking import order_payload
from scheduling.generating import Day, calendar, generate, instant
from scheduling.models import TimeSlot, WeeklyWindow
from scheduling.selectors import works_at
from scheduling.tasks import generate_time_slots
from scheduling.tests.week_fixtures import window

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]
FIRST, LAST = date(2024, 1, 1), date(2037, 12, 31)
HOUR = timedelta(hours=1)


# --- An oracle without time zone data or the code under test: the European rule, written out.


def last_sunday(year: int, month: int) -> date:
    end = date(year, month, 31)
    return end - timedelta(days=end.isoweekday() % 7)


def changes_of(year: int) -> tuple[datetime, datetime]:
    """Return when summer time begins and ends: the last Sundays of March and October, at 01:00 UTC."""
    begins, ends = (datetime.combine(last_sunday(year, month), time(1), tzinfo=UTC) for month in (3, 10))
    return begins, ends


def is_summer(at: datetime) -> bool:
    begins, ends = changes_of(at.year)
    return begins <= at < ends


def expected(day: date, wall: time) -> datetime:
    """Return the first instant at which wall clocks have reached a time of a day."""
    naive = datetime.combine(day, wall, tzinfo=UTC)
    in_summer, in_winter = naive - 2 * HOUR, naive - HOUR
    # Summer's reading is tried first: valid if it is summer then, also when winter repeats the hour.
    if is_summer(in_summer):
        return in_summer
    # A skipped hour: wall clocks reach it at the instant at which they are put forward.
    begins, _ = changes_of(day.year)
    return begins if is_summer(in_winter) else in_winter


def days(first: date = FIRST, last: date = LAST) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def test_the_oracle_knows_28_changes():
    changes = [change for year in range(2024, 2038) for change in changes_of(year)]

    assert len(changes) == 28
    assert changes[:2] == [datetime(2024, 3, 31, 1, tzinfo=UTC), datetime(2024, 10, 27, 1, tzinfo=UTC)]


@pytest.mark.proof
def test_each_quarter_of_an_hour_of_14_years_begins_when_the_oracle_says():
    walls = [time(hour, minute) for hour in range(24) for minute in (0, 15, 30, 45)]
    found = {day.on: day for day in calendar(FIRST, LAST)}
    whole = figure(0, 1)
    # The days around every change always, every day in the full proof.
    near = {
        change.date() + timedelta(days=number)
        for year in range(2024, 2038)
        for change in changes_of(year)
        for number in (-1, 0, 1)
    }
    asked = days() if whole else sorted(near | set(days()[::45]))

    wrong = [
        (day, wall) for day in asked for wall in walls if instant(found[day], wall) != expected(day, wall)
    ]

    assert wrong == []
    assert sum(isinstance(day, Day) and day.change is not None for day in found.values()) == 28
    record(
        "T4 (instants)",
        f"{len(asked)} days x {len(walls)} wall times, 28 changes: 0 mismatches",
        "every day 2024-2037: 0 mismatches",
    )


@pytest.mark.proof
def test_a_working_day_is_the_same_eight_slots_on_every_day_of_14_years(salon):
    for weekday in range(7):
        WeeklyWindow.objects.create(
            provider=salon, weekday=weekday, start_time=time(9), end_time=time(17), capacity=1
        )
    first = FIRST if figure(0, 1) else date(2037, 1, 1)
    asked = days(first)

    made = generate(
        provider_ids=[salon.pk], start_on=first, end_on=LAST, now=datetime(2024, 1, 1, tzinfo=UTC)
    )

    assert made.created == 8 * len(asked)
    rows = TimeSlot.objects.order_by("starts_at").values_list("date", "start_time", "starts_at", "ends_at")
    assert list(rows.iterator()) == [
        (day, time(hour), expected(day, time(hour)), expected(day, time(hour)) + HOUR)
        for day in asked
        for hour in range(9, 17)
    ]
    record(
        "T4 (slots)",
        f"{len(asked)} days, of 23, 24 and 25 h: the same 8 slots each",
        "days of 23/25 h produce the same 8 slots 09-17",
    )


@pytest.mark.parametrize("wall", [time(2), time(2, 30), time(3)])
def test_a_week_has_its_hours_on_both_nights_of_every_year(salon, wall):
    WeeklyWindow.objects.create(provider=salon, weekday=0, start_time=time(2), end_time=time(4))

    for year in range(2024, 2038):
        for change in changes_of(year):
            assert works_at(provider_id=salon.pk, day=change.date(), wall=wall)


# --- Today, at 23:30 and 00:30 UTC, in winter and in summer.

MOMENTS = [
    # instant, the Swiss day, the Swiss time
    (datetime(2026, 11, 18, 23, 30, tzinfo=UTC), date(2026, 11, 19), time(0, 30)),
    (datetime(2026, 11, 19, 0, 30, tzinfo=UTC), date(2026, 11, 19), time(1, 30)),
    (datetime(2026, 7, 14, 23, 30, tzinfo=UTC), date(2026, 7, 15), time(1, 30)),
    (datetime(2026, 7, 15, 0, 30, tzinfo=UTC), date(2026, 7, 15), time(2, 30)),
    # The last half hour of a Swiss day has the same date in UTC.
    (datetime(2026, 11, 18, 22, 30, tzinfo=UTC), date(2026, 11, 18), time(23, 30)),
    (datetime(2026, 7, 14, 21, 30, tzinfo=UTC), date(2026, 7, 14), time(23, 30)),
]


@pytest.mark.proof
@pytest.mark.parametrize(("at", "today", "wall"), MOMENTS)
def test_today_is_zurich_s(salon, bruno, alice, time_machine, at, today, wall):
    for weekday in range(7):
        WeeklyWindow.objects.create(provider=salon, weekday=weekday, start_time=time(9), end_time=time(10))
    time_machine.move_to(at)
    client, tomorrow, yesterday = client_for(bruno), today + timedelta(days=1), today - timedelta(days=1)
    assert (clock.local_date(at), clock.local_time(at)) == (today, wall)

    # 1. The nightly task makes 28 days from today on.
    generate_time_slots()
    made = list(TimeSlot.objects.order_by("date").values_list("date", flat=True))
    assert made == days(today, today + timedelta(days=27))
    # 2. A slot is named by the Swiss day, and can be booked until it begins.
    query = {"providerId": str(salon.pk), "startDate": str(today), "endDate": str(tomorrow)}
    listed = client_for().get("/api/time-slots", query).json()
    assert [(slot["slotType"], slot["isAvailable"]) for slot in listed] == [
        ("same_day", wall < time(9)),
        ("next_day", True),
    ]
    booked = client_for(alice).post("/api/orders", order_payload(TimeSlot.objects.get(date=tomorrow))).json()
    # 3. Cancelling is free until an hour before pickup, whatever day it is in UTC.
    assert client_for(alice).get(f"/api/orders/{booked['id']}/cancellation").json()["fee"] == "0.00"
    # 4. Today can be generated, given manual slots and taken off; yesterday cannot.
    for day, refused in ((yesterday, True), (today, False)):
        asked = {"providerId": str(salon.pk), "startDate": str(day), "endDate": str(today)}
        manual = {"providerId": str(salon.pk), "date": str(day), "maxBookings": 1}
        manual |= {"startTime": "23:40", "endTime": "23:55"}
        responses = [
            client.post("/api/generate-time-slots", asked),
            client.post("/api/time-slots", manual),
            client.post("/api/provider/days-off", {"startDate": str(day)}),
        ]
        assert [response.status_code for response in responses] == ([400] * 3 if refused else [200, 201, 201])
    # 5. A pause lasts until tomorrow at the least.
    for day, status in ((today, 400), (tomorrow, 200)):
        assert client.post("/api/provider/pause", {"until": str(day)}).status_code == status
    record(
        "T6 (slots)",
        f"{at:%d %b %H:%M} UTC: slots, bookings, days off, pauses of {today:%d %b}",
        "23:30 and 00:30 UTC, winter and summer",
    )


def test_the_control_utc_s_day_would_be_wrong(time_machine, salon):
    at, today, _ = MOMENTS[0]
    time_machine.move_to(at)
    make_slot(salon, day=today, start=time(12))
    query = {"providerId": str(salon.pk), "startDate": str(today), "endDate": str(today)}

    assert at.date() != today
    assert client_for().get("/api/time-slots", query).json()[0]["slotType"] == "same_day"


def test_a_changed_week_keeps_wall_time_across_the_night(salon, bruno, time_machine):
    time_machine.move_to(datetime(2026, 10, 20, 8, tzinfo=UTC))
    client = client_for(bruno)
    client.put("/api/provider/week", {"windows": [window(0, "01:00", "05:00")]})

    client.put("/api/provider/week", {"windows": [window(0, "01:00", "05:00", slotMinutes=120)]})

    night = TimeSlot.objects.filter(date=date(2026, 10, 25)).order_by("starts_at")
    assert [(slot.start_time, (slot.ends_at - slot.starts_at) / HOUR) for slot in night] == [
        (time(1), 3),
        (time(3), 2),
    ]
