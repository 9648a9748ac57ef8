"""In every sweep a failing row is retried later, and all others are done in the same run."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet

from conftest import WEDNESDAY as NOW
from conftest import make_user
from marketplace import clock
from marketplace.jobs.models import Job
from marketplace.tests.faults import FaultOf
from marketplace.tests.proof import figure, record
from orders.lifecycle import holds
from orders.models import Occurrence, Order, RecurringBooking
from orders.recurring import charging, occurrence_placing, occurrences
from orders.recurring.tests.fixtures import MONDAYS, make_bookings, make_providers
from orders.recurring.tests.running_bookings import at
from providers import approving
from providers.models import Provider

pytestmark = pytest.mark.at(NOW)

MONDAY = date(2026, 11, 23)
PLACED = at("2026-11-21 17:00")
REMINDED = at("2026-11-22 15:00")
ENDED = at("2026-11-23 17:00")


def place() -> None:
    occurrence_placing.place_due(now=PLACED)


def place_and_ask() -> None:
    place()
    charging.charge_due(now=PLACED)


def pause_all() -> None:
    today = clock.local_date(NOW)
    Provider.objects.update(status="paused", paused_until=today)


@dataclass(frozen=True)
class Sweep:
    """The set-up, the sweep at an instant, and the rows that it finds then."""

    act: Callable[..., object]
    now: datetime
    due: Callable[[], QuerySet[Any]]
    before: Callable[[], None] = lambda: None


SWEEPS = {
    "placing": Sweep(
        occurrence_placing.place_due, PLACED, lambda: Occurrence.objects.filter(status="planned", on=MONDAY)
    ),
    "charging": Sweep(
        charging.charge_due, PLACED, lambda: Occurrence.objects.filter(charge_at__isnull=False), place
    ),
    "reminding": Sweep(
        charging.remind_due,
        REMINDED,
        lambda: Occurrence.objects.filter(remind_at__lte=REMINDED),
        place_and_ask,
    ),
    "unpaid holds": Sweep(
        holds.expire_unpaid, ENDED, lambda: Order.objects.filter(status="pending"), place_and_ask
    ),
    "extending": Sweep(
        occurrences.extend_due,
        NOW + timedelta(weeks=6),
        lambda: RecurringBooking.objects.filter(extend_on__lte=clock.local_date(NOW + timedelta(weeks=6))),
    ),
    "pauses": Sweep(approving.resume_due, NOW, lambda: Provider.objects.filter(status="paused"), pause_all),
}


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("name", SWEEPS)
def test_one_row_that_fails_ends_no_sweep(now, name) -> None:
    number, sweep = figure(20, 500), SWEEPS[name]
    # Four for each customer, at different hours: the limit of unpaid orders is six.
    customers = [make_user(f"emil{one}") for one in range(number // 4 + 1)]
    providers = make_providers(number if name == "pauses" else 10)
    make_bookings([MONDAYS] * number, providers=providers, customers=customers)
    sweep.before()
    found = sorted(sweep.due().values_list("pk", flat=True))
    assert len(found) == number
    broken = found[number // 2]

    with connection.execute_wrapper(FaultOf(broken, unless=Job._meta.db_table)):
        sweep.act(now=sweep.now)

    assert list(sweep.due().values_list("pk", flat=True)) == [broken]
    sweep.act(now=sweep.now + timedelta(minutes=10))
    assert not sweep.due().exists()
    record(f"T15 ({name})", f"1 of {number} fails: {number - 1} are done", "499 of 500 done")
