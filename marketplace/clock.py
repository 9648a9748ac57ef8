"""The only module that reads the clock.

A view, task or command calls :func:`now` once and passes the instant on to the domain functions. Settings may
name another source (``CLOCK``), which the demonstration and the browser tests use to move time.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
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


def at_wall_time(day: date, wall: time, *, zone: ZoneInfo = ZURICH) -> datetime:
    """Return the instant, in UTC, at which clocks of ``zone`` show ``wall`` on ``day``.

    In the spring gap (02:00-03:00 does not exist) the wall time moves forward by the length of the
    gap; in the autumn fold (02:00-03:00 exists twice) the first of the two is meant.
    """
    naive = datetime.combine(day, wall)
    # ``fold=0`` picks the offset before the change: for a gap that lands an hour later on the
    # clock, which is the forward shift; for a fold it is the first occurrence.
    return naive.replace(tzinfo=zone, fold=0).astimezone(ZoneInfo("UTC"))


def day_bounds(day: date) -> tuple[datetime, datetime]:
    """Return the half-open interval of instants, in UTC, that make up a Swiss calendar day."""
    return at_wall_time(day, time(0)), at_wall_time(day + timedelta(days=1), time(0))


def month_bounds(first: date) -> tuple[datetime, datetime]:
    """Return the half-open interval of instants that make up a calendar month in Switzerland."""
    return at_wall_time(first, time(0)), at_wall_time(month_after(first), time(0))


def month_after(first: date) -> date:
    """Return the first day of the next month."""
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)


@dataclass(frozen=True)
class _Wait:
    ends: float | None = None
    asks_once: bool = False
    asked: set[str] = field(default_factory=set)


_WITHOUT_LIMIT = _Wait()
_wait: ContextVar[_Wait] = ContextVar("wait", default=_WITHOUT_LIMIT)


@contextmanager
def waiting_at_most(seconds: float, *, asking_once: bool = False) -> Iterator[None]:
    """Limit how long the block may wait for responses of other services, in total.

    Code that talks to the network asks :func:`seconds_to_wait`. ``asking_once`` means that somebody waits
    for a page: a call that got no response in time is not retried (:func:`may_ask_again`). A nested limit
    can only shorten the outer one.
    """
    ends, outer = monotonic() + seconds, _wait.get()
    token = _wait.set(
        _Wait(
            ends=ends if outer.ends is None else min(ends, outer.ends),
            asks_once=asking_once or outer.asks_once,
            asked=set() if outer.ends is None else outer.asked,
        )
    )
    try:
        yield
    finally:
        _wait.reset(token)


def seconds_to_wait() -> float | None:
    """Return how many seconds may still be waited, at least 0; ``None`` without a limit."""
    ends = _wait.get().ends
    return None if ends is None else max(0.0, ends - monotonic())


def is_first_call(service: str) -> bool:
    """Note that a service is called; return whether it had not been within the present limit."""
    wait = _wait.get()
    if wait.ends is None:
        return True
    is_first = service not in wait.asked
    wait.asked.add(service)
    return is_first


def may_ask_again() -> bool:
    """Return whether a call that timed out may be retried: not while somebody waits for a page."""
    return not _wait.get().asks_once
