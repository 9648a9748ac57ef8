"""P10: the list near a postal code, in a country of a hundred providers and in one of a million."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db import connection
from django.test import Client

from marketplace import clock
from providers import catalogue
from providers.api import list_cache
from providers.models import Provider
from tools.bench.figures import Context, Row
from tools.bench.fill import settle

CODE = "8001"
FEW, MANY = 100, 1_000_000
TRIES = 40

_PEOPLE = """
INSERT INTO accounts_user (id, password, is_superuser, email, first_name, last_name, phone, is_active,
    is_staff, date_joined)
SELECT gen_random_uuid(), '!', false, number || '@nearby.example', 'Anna', 'Meier', '', true, false, now()
FROM generate_series(%(first)s, %(last)s) AS number
"""
_PROVIDERS = """
INSERT INTO providers_provider (id, user_id, status, business_name, bio, specialties, profile_image_url,
    accepts_instantly, late_fee_percent, rating_sum, review_count, created_at)
SELECT gen_random_uuid(), person.id, 'approved', 'Waschsalon', '', '["Express"]', '', true, 50, 9, 2, now()
FROM accounts_user person
WHERE NOT EXISTS (SELECT FROM providers_provider provider WHERE provider.user_id = person.id)
"""
# Spread evenly over the country's postal codes.
_AREAS = """
INSERT INTO providers_servicearea (provider_id, postal_code, position)
SELECT provider.id, codes.every[1 + (random() * (cardinality(codes.every) - 1))::int], 0
FROM providers_provider provider, (SELECT array_agg(code) AS every FROM providers_postalcode) codes
WHERE NOT EXISTS (SELECT FROM providers_servicearea area WHERE area.provider_id = provider.id)
"""
_SLOTS = """
INSERT INTO scheduling_timeslot
    (id, provider_id, date, start_time, end_time, starts_at, ends_at, capacity, booked, is_closed, is_manual)
SELECT gen_random_uuid(), provider.id, %(day)s, '10:00', '11:00', %(at)s, %(at)s + interval '1 hour', 3, 0,
    false, false
FROM providers_provider provider ON CONFLICT DO NOTHING
"""


def run(ctx: Context) -> list[Row]:
    """Measure the same URL among few and among many providers."""
    now = clock.now()
    Provider.objects.update(status=Provider.Status.PAUSED)
    _fill(1, FEW, now)
    few_sql, few_whole = _asked(ctx)
    _fill(FEW + 1, MANY, now)
    many_sql, many_whole = _asked(ctx)
    detail = f"{few_sql:.2f} to {many_sql:.2f} ms of SQL, {few_whole:.2f} to {many_whole:.2f} ms in all"
    return [
        Row("P10", "search near 8001, 10^6 to 10^2 providers, SQL", many_sql / few_sql, 10, 2, True, detail),
        Row("P10", "its SQL among 10^6, ms", many_sql, 20, 2, True),
        Row("P10", "the whole request, 10^6 to 10^2", many_whole / few_whole, 10, 1.3, True),
    ]


def _fill(first: int, last: int, now: datetime) -> None:
    day = clock.local_date(now) + timedelta(days=1)
    at = clock.day_bounds(day)[0] + timedelta(hours=10)
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE, {"first": first, "last": last})
        cursor.execute(_PROVIDERS)
        cursor.execute(_AREAS)
        cursor.execute(_SLOTS, {"day": day, "at": at})
    catalogue.touch()
    settle()


class _Watch:
    """Adds up the milliseconds of statements."""

    def __init__(self) -> None:
        self.milliseconds = 0.0

    def __call__(self, execute: Callable[..., Any], *statement: Any) -> Any:
        start = time.perf_counter()
        try:
            return execute(*statement)
        finally:
            self.milliseconds += (time.perf_counter() - start) * 1000


def _asked(ctx: Context) -> tuple[float, float]:
    """Return the median milliseconds of SQL and of the whole request, without caches."""
    # An IP address of its own, as other benchmarks exceed the rate limit of theirs.
    client = Client(headers={"host": "localhost", "x-forwarded-for": "192.0.2.10"})
    taken = []
    for _ in range(TRIES):
        list_cache.forget()
        watch = _Watch()
        start = time.perf_counter()
        with connection.execute_wrapper(watch):
            response = client.get(f"/api/providers/{CODE}", secure=True)
        taken.append((watch.milliseconds, (time.perf_counter() - start) * 1000))
        if response.status_code != 200 or not response.json():
            raise RuntimeError(f"the list was answered with {response.status_code}")
    sql, whole = zip(*taken, strict=True)
    return median(sql), median(whole)
