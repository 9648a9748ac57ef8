"""P7, P8 and P9: generating slots against the raw insert, and reading a week out of a million."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from marketplace import clock
from providers.horizon import horizon_days
from scheduling.generating import generate
from tools.bench.figures import Context, Row, interleaved
from tools.bench.fill import make_providers, make_weeks, settle
from tools.bench.load import Load, load, server

PROVIDERS = 400
SLOTS_A_PROVIDER = 28 * 8

# The baseline: as many rows in the same table, from constants.
_RAW = """
INSERT INTO scheduling_timeslot
    (id, provider_id, date, start_time, end_time, starts_at, ends_at, capacity, booked, is_closed, is_manual)
SELECT gen_random_uuid(), provider, at::date, at::time, at::time + interval '1 hour',
    at, at + interval '1 hour', 3, 0, false, false
FROM unnest(%s::uuid[]) AS provider, generate_series(0, 27) AS day, generate_series(0, 7) AS hour,
    LATERAL (SELECT %s::timestamptz + make_interval(days => day, hours => hour) AS at) AS moment
ON CONFLICT DO NOTHING
"""


def run(ctx: Context) -> list[Row]:
    """Measure generation, its repetition, and the week of slots."""
    now = clock.now()
    _empty()
    provider_ids = make_providers(PROVIDERS, now=now)
    make_weeks(provider_ids)
    return [*_generation(ctx, provider_ids, now), *_week(ctx, provider_ids, now)]


def _empty() -> None:
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE scheduling_timeslot CASCADE")


def _seconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _raw(provider_ids: list[UUID], now: datetime) -> None:
    start = clock.day_bounds(clock.local_date(now))[0] + timedelta(hours=9)
    with connection.cursor() as cursor:
        cursor.execute(_RAW, [provider_ids, start])


def _generate(provider_ids: list[UUID], now: datetime) -> None:
    start_on, end_on = horizon_days(now)
    generate(provider_ids=provider_ids, start_on=start_on, end_on=end_on, now=now)


def _generation(ctx: Context, provider_ids: list[UUID], now: datetime) -> list[Row]:
    def fresh(act: Callable[[list[UUID], datetime], None]) -> float:
        _empty()
        return _seconds(lambda: act(provider_ids, now))

    def again(act: Callable[[list[UUID], datetime], None]) -> float:
        _empty()
        act(provider_ids, now)
        settle()  # so that VACUUM and checkpoints do not run during the measurement
        return _seconds(lambda: act(provider_ids, now))

    raw, ours = interleaved(ctx.rounds, lambda: fresh(_raw), lambda: fresh(_generate))
    raw_again, ours_again = interleaved(ctx.rounds, lambda: again(_raw), lambda: again(_generate))
    _empty()
    with CaptureQueriesContext(connection) as queries:
        _generate(provider_ids, now)
    count = len([query for query in queries.captured_queries if query["sql"] not in {"BEGIN", "COMMIT"}])
    rows = PROVIDERS * SLOTS_A_PROVIDER
    rates = f"{rows / ours:,.0f} to {rows / raw:,.0f} a second"
    return [
        Row("P7", "slot generation to a raw INSERT … SELECT", raw / ours, 0.10, 0.50, detail=rates),
        Row("P7", "queries of a generation", count, 3, 3, lower_is_better=True),
        Row("P8", "the same range again to a raw repetition", ours_again / raw_again, 1.5, 1.2, True),
    ]


def _week(ctx: Context, provider_ids: list[UUID], now: datetime) -> list[Row]:
    """Compare the week of slots in a table of 1,000 with one of 1,000,000, each to a bare view."""
    start = clock.local_date(now) + timedelta(days=7)
    end = start + timedelta(days=6)
    few = provider_ids[:5]
    path = f"/api/time-slots?providerId={few[0]}&startDate={start}&endDate={end}"
    _empty()
    _generate(few, now)
    with server(ctx) as port:
        small, bare = _weeks(ctx, port, path)
        small_share = bare.requests_per_second / small.requests_per_second
        more = make_providers(1_000_000 // SLOTS_A_PROVIDER, now=now)
        make_weeks(more)
        for first in range(0, len(more), 500):
            _generate(more[first : first + 500], now)
        settle()
        large, bare = _weeks(ctx, port, path)
    growth = bare.requests_per_second / large.requests_per_second / small_share
    with CaptureQueriesContext(connection) as queries:
        Client(headers={"host": "localhost"}).get(path, secure=True)
    detail = f"{large.requests_per_second:.0f} a second"
    return [
        Row("P9", "week of slots, 10^6 to 10^3 slots", growth, 2.0, 1.5, True, detail),
        Row("P9", "its queries", len(queries.captured_queries), 4, 4, True),
        Row("P9", "its p95 in ms at 16 clients", large.p95_ms, 30, 15, True),
    ]


def _weeks(ctx: Context, port: int, path: str) -> tuple[Load, Load]:
    """Return the middle round of the week and of a bare view, by rate."""
    rounds = [
        (load(port, [path], ctx.seconds), load(port, ["/bench/bare"], ctx.seconds)) for _ in range(ctx.rounds)
    ]
    if any(set(found.statuses) != {200} for pair in rounds for found in pair):
        raise RuntimeError("the week of slots was not answered")
    weeks, bares = zip(*rounds, strict=True)
    return _middle(list(weeks)), _middle(list(bares))


def _middle(loads: list[Load]) -> Load:
    return sorted(loads, key=lambda found: found.requests_per_second)[len(loads) // 2]
