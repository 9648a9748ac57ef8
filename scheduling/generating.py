"""Generates time slots from weekly windows, for a range of days.

Additive and idempotent: existing slots are left alone, whoever made or booked them, so it may run twice,
also in parallel. No slot is generated over a manual slot, wherever that begins: if it is closed, our team
has closed that time. On the two nights
when the clocks change, a slot keeps its wall time; an hour that does not exist makes no slot, and the hour
that exists twice makes one long slot.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import QuerySet, TextField, Value
from django.db.models.functions import Cast

from marketplace import clock
from providers import catalogue
from providers.models import Provider
from scheduling.models import DayOff, SlotCoverage, TimeSlot, WeeklyWindow

_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True)
class Generated:
    """How many slots a generation created, and how many others of its candidates it skipped."""

    created: int
    existing: int


class Day(NamedTuple):
    """A Swiss calendar day with its offsets from UTC.

    ``before`` and ``after`` are minutes ahead of UTC; ``change`` is the instant at which one becomes the
    other, or ``None`` on all days but two a year. ``weekday`` counts from Sunday = 0.
    """

    on: date
    weekday: int
    before: int
    change: datetime | None
    after: int


def _offset(instant: datetime) -> int:
    offset = instant.astimezone(clock.ZURICH).utcoffset()
    return int((offset or timedelta()) / _MINUTE)


def _change_between(start: datetime, end: datetime) -> datetime:
    """Find, to the minute, the instant at which the offset from UTC changes."""
    before = _offset(start)
    while end - start > _MINUTE:
        middle = start + (end - start) // (2 * _MINUTE) * _MINUTE
        start, end = (middle, end) if _offset(middle) == before else (start, middle)
    return end


def calendar(start_on: date, end_on: date) -> list[Day]:
    """Return the days of a range, both ends included."""
    days = []
    for number in range((end_on - start_on).days + 1):
        on = start_on + timedelta(days=number)
        start, end = clock.day_bounds(on)
        before, after = _offset(start), _offset(end)
        change = _change_between(start, end) if before != after else None
        days.append(Day(on, on.isoweekday() % 7, before, change, after))
    return days


def instant(day: Day, wall: time) -> datetime:
    """Return the first instant, in UTC, at which a day's wall clock shows ``wall`` or later."""
    at = clock.at_wall_time(day.on, wall)
    if day.change is None or clock.local_time(at) == wall:
        return at
    # Clocks that are put forward skip an hour: they show a time of it, or later, from the change on.
    return day.change


@transaction.atomic
def generate(*, provider_ids: list[UUID], start_on: date, end_on: date, now: datetime) -> Generated:
    """Generate the slots of some providers' weeks from ``start_on`` to ``end_on``, both included.

    Days off have none. At most three queries whatever the range. Waits for transactions that change the
    schedule of one of these providers, and for no others. ``now`` is unused, but part of every rule's
    interface; the range may lie in the past, which callers for people refuse.
    """
    lock_time_of(provider_ids)
    return make_slots(provider_ids=provider_ids, start_on=start_on, end_on=end_on)


def make_slots(
    *, provider_ids: list[UUID], start_on: date, end_on: date, generated_until: date | None = None
) -> Generated:
    """Generate as :func:`generate` does, for providers that the caller has locked.

    ``generated_until`` is stored as the day up to which all of them have their slots.
    """
    write = _write_postgresql if connection.vendor == "postgresql" else _write_sqlite
    candidates, created = write(provider_ids, calendar(start_on, end_on), generated_until)
    if created:
        catalogue.touch()
    return Generated(created=created, existing=candidates - created)


def lock_time_of(provider_ids: list[UUID]) -> None:
    """Lock the schedules of these providers until the transaction ends.

    Two parallel generations would insert the same rows in different orders and could deadlock; one in
    parallel with a change of a week would use the former week. The lock is the provider's row, taken in the
    order of the ids and before any slot's. On SQLite the transaction itself excludes others.
    """
    if connection.features.has_select_for_update:
        rows = Provider.objects.select_for_update(no_key=True).filter(pk__in=provider_ids)
        list(rows.order_by("pk").values_list("pk"))


# --- PostgreSQL: one statement ----------------------------------------------------------------------

# The windows on each of their days; ``slots`` is how many fit into one.
_WORKING = """
FROM scheduling_weeklywindow w
JOIN unnest(
    %(days)s::date[], %(weekdays)s::int[], %(befores)s::int[], %(changes)s::timestamptz[], %(afters)s::int[]
) AS d(day, weekday, before, change, after) ON d.weekday = w.weekday
CROSS JOIN LATERAL (
    SELECT make_interval(mins => w.slot_minutes) AS step,
        (extract(epoch FROM w.end_time - w.start_time) / 60)::int / w.slot_minutes AS slots,
        (d.day + w.start_time - make_interval(mins => d.before)) AT TIME ZONE 'UTC' AS early,
        (d.day + w.start_time - make_interval(mins => d.after)) AT TIME ZONE 'UTC' AS late
) base
"""
_CHOSEN = """
w.provider_id = ANY(%(providers)s) AND NOT EXISTS (
    SELECT FROM scheduling_dayoff f
    WHERE f.provider_id = w.provider_id AND d.day BETWEEN f.start_on AND f.end_on
)
"""
# A window's slots as instants: :func:`instant` in SQL.
_SLOTS = """
generate_series(1, base.slots) AS n
CROSS JOIN LATERAL (
    SELECT CASE WHEN d.change IS NULL OR base.early + (n - 1) * step < d.change
        THEN base.early + (n - 1) * step ELSE greatest(d.change, base.late + (n - 1) * step) END AS starts_at,
      CASE WHEN d.change IS NULL OR base.early + n * step < d.change
        THEN base.early + n * step ELSE greatest(d.change, base.late + n * step) END AS ends_at
) slot
"""
# Manual slots, as one multirange per provider: a provider without any costs one comparison with NULL.
_MANUAL = """
LEFT JOIN (
    SELECT slot.provider_id, range_agg(tstzrange(slot.starts_at, slot.ends_at)) AS stretches
    FROM scheduling_timeslot slot
    WHERE slot.is_manual AND slot.provider_id = ANY(%(providers)s)
        AND slot.starts_at >= %(start)s AND slot.starts_at < %(end)s
    GROUP BY slot.provider_id
) manual ON manual.provider_id = w.provider_id
"""
# Inserts the slots, and returns how many candidates there are and how many of them are new. Candidates are
# counted per window; one by one only on the two days a year when the clocks change.
_GENERATE = f"""
WITH inserted AS (
INSERT INTO scheduling_timeslot
    (id, provider_id, date, start_time, end_time, starts_at, ends_at, capacity, booked, is_closed, is_manual)
SELECT gen_random_uuid(), w.provider_id, d.day, w.start_time + (n - 1) * step, w.start_time + n * step,
    slot.starts_at, slot.ends_at, w.capacity, 0, false, false
{_WORKING} {_MANUAL} CROSS JOIN {_SLOTS}
WHERE slot.ends_at > slot.starts_at AND {_CHOSEN}
    AND (manual.stretches IS NULL OR NOT manual.stretches && tstzrange(slot.starts_at, slot.ends_at))
ON CONFLICT (provider_id, starts_at) DO NOTHING RETURNING 1
), noted AS (
INSERT INTO scheduling_slotcoverage (provider_id, generated_until)
SELECT provider_id, %(generated_until)s::date FROM unnest(%(providers)s::uuid[]) AS provider_id
WHERE %(generated_until)s::date IS NOT NULL
ON CONFLICT (provider_id) DO UPDATE SET generated_until = EXCLUDED.generated_until
)
SELECT coalesce(sum(CASE WHEN d.change IS NULL THEN base.slots
    ELSE (SELECT count(*) FROM {_SLOTS} WHERE slot.ends_at > slot.starts_at) END), 0),
    (SELECT count(*) FROM inserted)
{_WORKING} WHERE {_CHOSEN}
"""  # noqa: S608 - put together from constants


def _write_postgresql(
    provider_ids: list[UUID], days: list[Day], generated_until: date | None
) -> tuple[int, int]:
    parameters: dict[str, Any] = {
        "providers": provider_ids,
        "start": clock.day_bounds(days[0].on)[0],
        "end": clock.day_bounds(days[-1].on)[1],
        "generated_until": generated_until,
        "days": [day.on for day in days],
        "weekdays": [day.weekday for day in days],
        "befores": [day.before for day in days],
        "changes": [day.change for day in days],
        "afters": [day.after for day in days],
    }
    with connection.cursor() as cursor:
        cursor.execute(_GENERATE, parameters)
        slots, created = cursor.fetchone()
        return int(slots), created


# --- SQLite: the rows are built in Python -------------------------------------------------------------

_INSERT_ROWS = """
INSERT INTO scheduling_timeslot
    (id, provider_id, date, start_time, end_time, starts_at, ends_at, capacity, booked, is_closed, is_manual)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, 0, 0, 0)
ON CONFLICT (provider_id, starts_at) DO NOTHING
"""


@lru_cache(maxsize=4096)
def _cut(day: Day, start: time, end: time, minutes: int) -> list[tuple[str, str, str, str, str]]:
    """Return date, start, end and both instants of a window's slots, as SQLite stores them."""
    edges = []
    edge, last = datetime.combine(day.on, start), datetime.combine(day.on, end)
    while edge <= last:
        edges.append((str(edge.time()), instant(day, edge.time())))
        edge += minutes * _MINUTE
    return [
        (day.on.isoformat(), wall, next_wall, str(at.replace(tzinfo=None)), str(next_at.replace(tzinfo=None)))
        for (wall, at), (next_wall, next_at) in pairwise(edges)
        if next_at > at
    ]


@dataclass
class _Taken:
    """Time that must not get slots, as SQLite stores it: days off, and manual slots."""

    days: set[tuple[UUID, str]]
    stretches: dict[UUID, list[tuple[str, str]]]

    def has(self, provider_id: UUID, starts_at: str, ends_at: str) -> bool:
        """Return whether a manual slot overlaps a period (half-open)."""
        return any(start < ends_at and end > starts_at for start, end in self.stretches.get(provider_id, ()))


def _taken(provider_ids: list[UUID], days: list[Day]) -> _Taken:
    """Read both in one query; as text, since their columns have different types."""

    def texts(rows: QuerySet[Any], kind: str, first: str, last: str) -> QuerySet[Any, tuple[Any, ...]]:
        bounds = Cast(first, TextField()), Cast(last, TextField())
        own = rows.filter(provider_id__in=provider_ids).order_by()
        return own.values_list("provider_id", Value(kind, output_field=TextField()), *bounds)

    start, end = clock.day_bounds(days[0].on)[0], clock.day_bounds(days[-1].on)[1]
    off = DayOff.objects.filter(end_on__gte=days[0].on, start_on__lte=days[-1].on)
    manual = TimeSlot.objects.filter(is_manual=True, starts_at__gte=start, starts_at__lt=end)
    taken = _Taken(set(), defaultdict(list))
    both = texts(off, "off", "start_on", "end_on").union(
        texts(manual, "manual", "starts_at", "ends_at"), all=True
    )
    for provider_id, kind, first, last in both:
        if kind == "off":
            on = (day.on.isoformat() for day in days)
            taken.days |= {(provider_id, day) for day in on if first <= day <= last}
        else:
            taken.stretches[provider_id].append((first, last))
    return taken


def _rows(
    windows: Iterable[tuple[UUID, int, time, time, int, int]], days: list[Day], taken: _Taken
) -> Iterator[tuple[tuple[Any, ...], bool]]:
    """Yield the rows of some windows, and whether each is free of manual slots."""
    for provider_id, weekday, start, end, minutes, capacity in windows:
        provider = provider_id.hex
        for day in days:
            if day.weekday == weekday and (provider_id, day.on.isoformat()) not in taken.days:
                for cut in _cut(day, start, end, minutes):
                    yield (uuid4().hex, provider, *cut, capacity), not taken.has(provider_id, cut[3], cut[4])


def _write_sqlite(provider_ids: list[UUID], days: list[Day], generated_until: date | None) -> tuple[int, int]:
    windows = WeeklyWindow.objects.filter(provider_id__in=provider_ids).values_list(
        "provider_id", "weekday", "start_time", "end_time", "slot_minutes", "capacity"
    )
    rows = list(_rows(windows, days, _taken(provider_ids, days)))
    if generated_until is not None:
        SlotCoverage.objects.bulk_create(
            [SlotCoverage(provider_id=pk, generated_until=generated_until) for pk in provider_ids],
            update_conflicts=True,
            unique_fields=["provider"],
            update_fields=["generated_until"],
        )
    if not rows:
        return 0, 0
    with connection.cursor() as cursor:
        cursor.executemany(_INSERT_ROWS, [row for row, is_free in rows if is_free])
        return len(rows), max(cursor.rowcount, 0)
