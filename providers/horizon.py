"""How far ahead a customer can book, and so how far ahead a provider counts as available.

A provider with manual confirmation has two hours to answer, so an earlier start can be booked only with
one who accepts instantly.
"""

from datetime import date, datetime, timedelta

from marketplace import clock

HORIZON_DAYS = 28
ANSWER_WITHIN = timedelta(hours=2)


def horizon_days(now: datetime) -> tuple[date, date]:
    """Return the first and last Swiss calendar day, both included, that can be booked at ``now``."""
    today = clock.local_date(now)
    return today, today + timedelta(days=HORIZON_DAYS - 1)


def horizon_end(now: datetime) -> datetime:
    """Return the instant, in UTC, at which the last bookable day ends."""
    return clock.day_bounds(horizon_days(now)[1])[1]
