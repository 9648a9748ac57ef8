"""The dates of a recurring booking: pure calendar arithmetic, no clock, no database.

Weekdays count from Sunday = 0 (specification point 3); days of the month end at 28, so that every month has
them. All dates follow from the first one: biweekly means every 14 days, whatever the number of the week.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext_lazy

from orders.models import RecurringPattern

_STEPS: dict[str, timedelta] = {
    RecurringPattern.WEEKLY: timedelta(days=7),
    RecurringPattern.BIWEEKLY: timedelta(days=14),
}
NEEDS_WEEKDAY = gettext_lazy("Please choose a day of the week.")
NEEDS_DAY = gettext_lazy("Please choose a day of the month from 1 to 28.")
ONLY_WEEKDAY = gettext_lazy("A weekly or biweekly booking has a day of the week only.")
ONLY_DAY = gettext_lazy("A monthly booking has a day of the month only.")


@dataclass(frozen=True)
class Rule:
    """Pattern with its day of the week or of the month."""

    pattern: str
    day_of_week: int | None = None
    day_of_month: int | None = None


def wrong_days(rule: Rule) -> dict[str, str]:
    """Return errors by payload name, if a rule lacks its kind of day or has the other."""
    wrong: dict[str, str] = {}
    if rule.pattern == RecurringPattern.MONTHLY:
        if rule.day_of_week is not None:
            wrong["dayOfWeek"] = str(ONLY_DAY)
        if rule.day_of_month is None:
            wrong["dayOfMonth"] = str(NEEDS_DAY)
    else:
        if rule.day_of_month is not None:
            wrong["dayOfMonth"] = str(ONLY_WEEKDAY)
        if rule.day_of_week is None:
            wrong["dayOfWeek"] = str(NEEDS_WEEKDAY)
    return wrong


def first_after(rule: Rule, *, day: date) -> date:
    """Return the first date of a new series that begins after ``day``."""
    if rule.day_of_month is not None:
        candidate = day.replace(day=rule.day_of_month)
        return candidate if candidate > day else _next_month(candidate)
    if rule.day_of_week is None:
        raise ValueError("a rule needs a day of the week or of the month")
    ahead = (rule.day_of_week - day.isoweekday()) % 7
    return day + timedelta(days=ahead or 7)


def date_after(rule: Rule, *, date_of_series: date) -> date:
    """Return the date of the series after ``date_of_series``."""
    step = _STEPS.get(rule.pattern)
    return date_of_series + step if step else _next_month(date_of_series)


def next_after(rule: Rule, *, first_on: date, day: date) -> date:
    """Return the first date after ``day`` of the series that begins on ``first_on``."""
    if day < first_on:
        return first_on
    step = _STEPS.get(rule.pattern)
    if step:
        return first_on + ((day - first_on) // step + 1) * step
    candidate = day.replace(day=first_on.day)
    return candidate if candidate > day else _next_month(candidate)


def dates_between(rule: Rule, *, first_on: date, after: date, until: date) -> Iterator[date]:
    """Yield the dates of the series after ``after`` up to and including ``until``."""
    day = next_after(rule, first_on=first_on, day=after)
    while day <= until:
        yield day
        day = date_after(rule, date_of_series=day)


def is_date_of(rule: Rule, *, first_on: date, day: date) -> bool:
    """Tell whether a day is one of the series' dates."""
    return day >= first_on and next_after(rule, first_on=first_on, day=day - timedelta(days=1)) == day


def _next_month(day: date) -> date:
    return date(day.year + day.month // 12, day.month % 12 + 1, day.day)
