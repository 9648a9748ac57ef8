"""Days and times for people: Swiss wall time, in the active language.

English has our own short forms, ``Thu 19 Nov, 12:00``; for other languages the CLDR says how a date is
written in Switzerland.
"""

from datetime import date, datetime, timedelta

from babel.dates import format_skeleton
from django.utils.dates import WEEKDAYS as FROM_MONDAY
from django.utils.translation import get_language

from marketplace import clock

#: The days of the week, 0 = Sunday to 6 as in payloads and rows, in the reader's language.
WEEKDAYS = tuple(FROM_MONDAY[(number - 1) % 7] for number in range(7))
# The languages that write the days of the week with a capital also inside a sentence.
_CAPITAL_DAYS = {"en", "de"}


def inside_sentence(weekday: object) -> str:
    """Return a name of a day of the week as it stands inside a sentence: ``Monday``, ``lunedì``."""
    return str(weekday) if _language() in _CAPITAL_DAYS else str(weekday).lower()


def moment(instant: datetime) -> str:
    """Return an instant in Swiss wall time: ``Thu 19 Nov, 12:00``."""
    return f"{day(clock.local_date(instant))}, {hour(instant)}"


def window(starts_at: datetime) -> str:
    """Return the hour of a pickup in Swiss wall time: ``Thu 19 Nov, 12:00-13:00``."""
    return f"{moment(starts_at)}-{hour(starts_at + timedelta(hours=1))}"


def hour(instant: datetime) -> str:
    """Return the Swiss time of day of an instant: ``12:00``."""
    return f"{clock.local_time(instant):%H:%M}"


def day(on: date) -> str:
    """Return a day without its year, for near ones: ``Thu 19 Nov``."""
    return _written("MMMEd", on) or f"{on:%a} {on.day} {on:%b}"


def long_day(on: date) -> str:
    """Return a day of any year: ``19 November 2026``."""
    return _written("yMMMMd", on) or f"{on.day} {on:%B %Y}"


def short_day(on: date) -> str:
    """Return a day with its year in a short form: ``19 Nov 2026``."""
    return _written("yMMMd", on) or f"{on.day} {on:%b %Y}"


def full_day(on: date) -> str:
    """Return a day with its year and weekday: ``Thu 19 Nov 2026``."""
    return _written("yMMMEd", on) or f"{on:%a} {on.day} {on:%b %Y}"


def month(on: date) -> str:
    """Return the month of a day: ``November 2026``."""
    return _written("yMMMM", on) or f"{on:%B %Y}"


def _written(skeleton: str, on: date) -> str:
    """Return a day in the active language's pattern; empty in English."""
    language = _language()
    return "" if language == "en" else format_skeleton(skeleton, on, locale=f"{language}_CH")


def _language() -> str:
    return (get_language() or "en").partition("-")[0]
