"""P11: recurring bookings: a run with nothing due among a million, and the cost of a due one."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from statistics import median
from uuid import UUID

from django.db import connection

from marketplace import clock
from orders.models import Occurrence, OccurrenceStatus
from orders.recurring.occurrence_placing import place_due
from orders.recurring.occurrences import extend_due
from providers.horizon import horizon_days
from scheduling.generating import generate
from scheduling.models import TimeSlot, WeeklyWindow
from tools.bench.figures import Context, Row
from tools.bench.fill import make_providers, make_weeks, settle
from tools.bench.raw_orders import write_order

PROVIDERS = 20
CUSTOMERS = 1_000
PLANS = 1_000_000
DUE = 300
TICKS = 60

_PEOPLE = """
INSERT INTO accounts_user (id, password, is_superuser, email, first_name, last_name, phone, is_active,
    is_staff, date_joined)
SELECT gen_random_uuid(), '!', false, number || '@recurring.example', 'Anna', 'Meier', '', true, false, now()
FROM generate_series(1, %(customers)s) AS number RETURNING id
"""
_PLANS = """
INSERT INTO orders_recurringbooking (id, customer_id, provider_id, service_type, weight, pickup_address,
    delivery_address, special_instructions, pattern, day_of_week, preferred_time, time_zone, first_on,
    is_active, created_at, extended_until, extend_on)
SELECT gen_random_uuid(), (%(people)s::uuid[])[1 + number %% %(customers)s],
    (%(providers)s::uuid[])[1 + number %% cardinality(%(providers)s::uuid[])], 'standard', 10,
    'Bahnhofstrasse 1, Zurich 8001', 'Bahnhofstrasse 1, Zurich 8001', '', 'weekly', 1, '09:00',
    'Europe/Zurich', %(on)s, true, now(), %(on)s, %(on)s
FROM generate_series(1, %(plans)s) AS number
"""
_OCCURRENCES = """
INSERT INTO orders_occurrence (id, booking_id, "on", status, reason, place_at, charge_attempts)
SELECT gen_random_uuid(), id, %(on)s, 'planned', '', %(place_at)s, 0 FROM orders_recurringbooking
"""


def run(ctx: Context) -> list[Row]:
    """Measure runs with nothing due, then due occurrences in three rounds, against bare SQL."""
    now = clock.now()
    providers = make_providers(PROVIDERS, now=now)
    _make_slots(providers, now)
    _make_plans(providers, now)
    nothing = median(_milliseconds(lambda: _tick(now)) for _ in range(TICKS))
    slots = list(TimeSlot.objects.filter(starts_at__gt=now + timedelta(days=3)).order_by("starts_at")[:DUE])
    ours, bare = [], []
    for _ in range(ctx.rounds):
        _fall_due(slots, now)
        ours.append(_milliseconds(lambda: _place(now)) / DUE)
        bare.append(_milliseconds(lambda: _write_bare(slots, now)) / DUE)
    each, limit = median(ours), median(bare)
    return [
        Row("P11", "an empty tick over 10^6 recurring bookings, ms", nothing, 5, 5, True),
        Row(
            "P11",
            "placing one that is due: order, place, notices, ms",
            each,
            3,
            1.6,
            True,
            f"{limit:.2f} ms in bare SQL, {limit / each:.2f} of its rate",
        ),
    ]


def _milliseconds(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000


def _tick(now: datetime) -> None:
    if place_due(now=now) or extend_due(now=now):
        raise RuntimeError("something was due")


def _place(now: datetime) -> None:
    if place_due(now=now) != DUE:
        raise RuntimeError("not all that was due was placed")


def _make_slots(providers: list[UUID], now: datetime) -> None:
    make_weeks(providers)
    WeeklyWindow.objects.update(capacity=50)
    start_on, end_on = horizon_days(now)
    generate(provider_ids=providers, start_on=start_on, end_on=end_on, now=now)


def _make_plans(providers: list[UUID], now: datetime) -> None:
    later = now + timedelta(days=60)
    with connection.cursor() as cursor:
        cursor.execute(_PEOPLE, {"customers": CUSTOMERS})
        people = [row[0] for row in cursor.fetchall()]
        cursor.execute(
            _PLANS,
            {
                "people": people,
                "providers": providers,
                "customers": CUSTOMERS,
                "plans": PLANS,
                "on": later.date(),
            },
        )
        cursor.execute(_OCCURRENCES, {"on": later.date(), "place_at": later})
    settle()


def _fall_due(slots: list[TimeSlot], now: datetime) -> None:
    """Make some occurrences due now, each at an hour with free capacity."""
    planned = Occurrence.objects.filter(status=OccurrenceStatus.PLANNED).select_related("booking")
    rows = list(planned.order_by("id")[:DUE])
    for row, slot in zip(rows, slots, strict=True):
        row.booking.provider_id = slot.provider_id
        row.booking.preferred_time = slot.start_time
        row.booking.save(update_fields=["provider", "preferred_time"])
        row.on, row.place_at = slot.date, now
    Occurrence.objects.bulk_update(rows, ["on", "place_at"])


def _write_bare(slots: list[TimeSlot], now: datetime) -> None:
    customer_id = str(Occurrence.objects.values_list("booking__customer_id", flat=True)[0])
    for slot in slots:
        write_order(
            provider_id=str(slot.provider_id), pickup_at=slot.starts_at, customer_id=customer_id, now=now
        )
