"""When somebody of the support is there for a chat: weekdays and hours of the figures, Swiss wall time."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from marketplace import clock, figures


@dataclass(frozen=True)
class SupportHours:
    """Whether the support is there, and the instant (UTC) at which that changes."""

    is_open: bool
    changes_at: datetime


def at(now: datetime) -> SupportHours:
    """Return whether the support is there now, and until when."""
    today = clock.local_date(now)
    for ahead in range(15):
        begins, ends = _of(today + timedelta(days=ahead), now)
        if begins is None or ends is None or ends <= now:
            continue
        is_open = begins <= now
        return SupportHours(is_open, ends if is_open else begins)
    raise AssertionError("The figures name at least one day of the week.")


def _of(day: date, now: datetime) -> tuple[datetime, datetime] | tuple[None, None]:
    """Return the hours of a day as instants; none if it is no working day."""
    holding = figures.at(now)
    if not holding.support_first_day <= day.isoweekday() <= holding.support_last_day:
        return None, None
    return clock.at_wall_time(day, holding.support_opens), clock.at_wall_time(day, holding.support_closes)
