"""The one place that reads the clock.

A view, task or command calls :func:`now` once and passes the instant on to the rules. Settings may
name another source (``CLOCK``), which the demonstration and the browser tests use to move time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime, time, timedelta
from time import monotonic
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string

ZURICH = ZoneInfo("Europe/Zurich")


def now() -> datetime:
    """Return the present instant, aware, in UTC."""
    source: str = settings.CLOCK
    if not source:
        return timezone.now()
    moved: datetime = import_string(source)()
    return moved


def local_date(instant: datetime) -> date:
    """Return the calendar day in Switzerland at an aware instant."""
    return instant.astimezone(ZURICH).date()


def local_time(instant: datetime) -> time:
    """Return the wall time in Switzerland at an aware instant."""
    return instant.astimezone(ZURICH).time()


def at_wall_time(day: date, wall: time) -> datetime:
    """Return the instant, in UTC, at which Swiss clocks show ``wall`` on ``day``.

    In the spring gap (02:00-03:00 does not exist) the wall time moves forward by the length of the
    gap; in the autumn fold (02:00-03:00 exists twice) the first of the two is meant.
    """
    naive = datetime.combine(day, wall)
    # ``fold=0`` picks the offset before the change: for a gap that lands an hour later on the
    # clock, which is the forward shift; for a fold it is the first occurrence.
    return naive.replace(tzinfo=ZURICH, fold=0).astimezone(ZoneInfo("UTC"))


def day_bounds(day: date) -> tuple[datetime, datetime]:
    """Return the half-open interval of instants, in UTC, that make up a Swiss calendar day."""
    return at_wall_time(day, time(0)), at_wall_time(day + timedelta(days=1), time(0))


_wait_ends: ContextVar[float | None] = ContextVar("wait_ends", default=None)


@contextmanager
def waiting_at_most(seconds: float) -> Iterator[None]:
    """Limit how long all that happens within may wait for others' answers, together.

    Whoever talks to the network asks :func:`seconds_to_wait`. A limit within a limit only shortens it.
    """
    ends, outer = monotonic() + seconds, _wait_ends.get()
    token = _wait_ends.set(ends if outer is None else min(ends, outer))
    try:
        yield
    finally:
        _wait_ends.reset(token)


def seconds_to_wait() -> float | None:
    """Return how long there is still to wait, at least 0; ``None`` where nothing limits it."""
    ends = _wait_ends.get()
    return None if ends is None else max(0.0, ends - monotonic())
