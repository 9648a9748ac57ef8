"""How far ahead a customer can book, and so how far ahead a provider counts as available.

A provider with manual confirmation has two hours to answer, so an earlier start can be booked only with
one who accepts instantly.
"""

from datetime import date, datetime, time, timedelta

from marketplace import clock

HORIZON_DAYS = 28
ANSWER_WITHIN = timedelta(hours=2)
# The whole hours that the booking form offers of today and tomorrow (specification point 9), if a free slot
# covers them; other times are found in the calendar behind it. The form's own copy is
# ``frontend/src/features/booking/pickup-times.ts``.
FORM_DAYS = 2
FORM_FIRST, FORM_LAST = time(9), time(17)
_HOUR = timedelta(hours=1)


def horizon_days(now: datetime) -> tuple[date, date]:
    """Return the first and last Swiss calendar day, both included, that can be booked at ``now``."""
    today = clock.local_date(now)
    return today, today + timedelta(days=HORIZON_DAYS - 1)


def form_hours(day: date) -> list[datetime]:
    """Return the hours (UTC) of a Swiss day that the booking form offers."""
    first, last = clock.at_wall_time(day, FORM_FIRST), clock.at_wall_time(day, FORM_LAST)
    return [first + number * _HOUR for number in range((last - first) // _HOUR + 1)]


def form_days(now: datetime) -> list[date]:
    """Return the days that the booking form itself offers: today and tomorrow."""
    return [clock.local_date(now) + timedelta(days=number) for number in range(FORM_DAYS)]


def form_end(now: datetime) -> datetime:
    """Return the instant, in UTC, at which the last of the days ends that the booking form itself offers."""
    return clock.day_bounds(form_days(now)[-1])[1]


def horizon_end(now: datetime) -> datetime:
    """Return the instant, in UTC, at which the last bookable day ends."""
    return clock.day_bounds(horizon_days(now)[1])[1]
