"""Weeks for tests: a provider's windows, and requests about them."""

from datetime import date, time
from typing import Any

from conftest import client_for
from marketplace import clock
from providers.horizon import horizon_days
from providers.models import Provider
from scheduling.generating import Generated, generate
from scheduling.models import TimeSlot, WeeklyWindow

# The Monday after WEDNESDAY, the day on which tests with fixed dates begin.
MONDAY = date(2026, 11, 23)
WEEK = "/api/provider/week"


def works(provider: Provider, *weekdays: int, start: time = time(9), end: time = time(12), **fields: Any):
    """Give a provider a window on some weekdays (default Monday) and generate its slots."""
    for weekday in weekdays or (1,):
        WeeklyWindow.objects.create(
            provider=provider, weekday=weekday, start_time=start, end_time=end, **fields
        )
    return make(provider)


def make(provider: Provider) -> Generated:
    """Generate the slots of the 28 days from now on."""
    now = clock.now()
    start_on, end_on = horizon_days(now)
    return generate(provider_ids=[provider.pk], start_on=start_on, end_on=end_on, now=now)


def slot_at(provider: Provider, start: time = time(9), day: date = MONDAY) -> TimeSlot:
    """Return the provider's slot by day and start."""
    return TimeSlot.objects.get(provider=provider, date=day, start_time=start)


def shown(provider: Provider, day: date = MONDAY) -> dict[str, Any]:
    """Return what a visitor sees of a day: ``{"09:00": "3 of 3"}``, or ``closed``."""
    query = {"providerId": str(provider.pk), "startDate": day.isoformat(), "endDate": day.isoformat()}
    return {
        slot["startTime"]: f"{slot['maxBookings'] - slot['currentBookings']} of {slot['maxBookings']}"
        if slot["isAvailable"] or slot["currentBookings"] == slot["maxBookings"]
        else "closed"
        for slot in client_for().get("/api/time-slots", query).json()
    }


def window(weekday: int = 1, start: str = "09:00", end: str = "12:00", **extra: Any) -> dict[str, Any]:
    """Return a window as API payload."""
    return {"dayOfWeek": weekday, "startTime": start, "endTime": end} | extra


def put(user, *windows, **query):
    path = WEEK + (f"?providerId={query['provider'].pk}" if query else "")
    return client_for(user).put(path, {"windows": list(windows)})


def add(user, provider, **fields):
    body = window() | {"providerId": str(provider.pk)} | fields
    return client_for(user).post("/api/provider-schedules", body)


def rows():
    return list(TimeSlot.objects.order_by("pk").values()), list(WeeklyWindow.objects.order_by("pk").values())
