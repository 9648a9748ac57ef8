"""Every occurrence is placed once: by many workers at once, after outages, and when workers are killed."""

import os
import random
import subprocess
import sys
from datetime import date, timedelta
from functools import partial
from threading import Barrier, local

import pytest
from django.conf import settings

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import make_user
from marketplace import clock
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import START_WITHIN_SECONDS, insisting, race
from marketplace.tests.server import database_url
from orders.models import Occurrence, Order, RecurringBooking
from orders.payments.tests.cards import save
from orders.recurring import charging, deadlines, occurrence_placing, occurrences, recurring_selectors
from orders.recurring.tests.fixtures import MONDAYS, RULES, make_bookings, make_providers, state_of
from orders.recurring.tests.running_bookings import at
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)

MONDAY = date(2026, 11, 23)
DUE = at("2026-11-21 17:00")  # 48 hours before the latest pickup on Monday
real = pytest.mark.django_db(transaction=True)


# --- T1: many workers ---------------------------------------------------------------------------------


def ticks(number: int) -> int:
    return sum(occurrence_placing.place_due(now=DUE) for _ in range(number))


def plans(number: int) -> list[RecurringBooking]:
    # Five for each customer, at different hours: the limit of unpaid orders is six.
    customers = [make_user(f"emil{n}") for n in range(number // 5 + 1 + (number % 25 == 20))]
    return make_bookings([MONDAYS] * number, providers=make_providers(10), customers=customers)


@pytest.mark.race
@pytest.mark.proof
@real
def test_four_workers_place_each_order_once() -> None:
    number = figure(60, 1_000)
    plans(number)

    outcomes = race([partial(insisting, partial(ticks, 10))] * 4)

    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
    # A run that is restarted after a lock time-out does not count what it had placed before.
    assert sum(outcomes) <= number
    assert Order.objects.count() == number
    assert Occurrence.objects.filter(on=MONDAY, status="placed").count() == number
    assert sum(TimeSlot.objects.values_list("booked", flat=True)) == number
    assert Notification.objects.filter(kind="recurring_placed").count() == number
    assert ticks(1) == 0
    record(
        "T1", f"4 workers x 10 ticks, {number} plans: {number} orders, then 0", "1,000 plans: 1,000 orders"
    )


@pytest.mark.race
@pytest.mark.breaks_invariants
@real
def test_control_without_lock_and_comparison_they_place_more(monkeypatch) -> None:
    plans(20)

    def read_whatever_it_is(occurrence_id, _now):
        rows = Occurrence.objects.select_related("booking__customer", "booking__provider__user")
        return rows.get(pk=occurrence_id)

    def mark_whatever_it_was(placed, now):
        for occurrence, order in placed:
            Occurrence.objects.filter(pk=occurrence.pk).update(status="placed", order=order, charge_at=now)

    everybody, mine = Barrier(4), local()

    def without_leases(rows, now):
        found = list(rows.values_list("pk", flat=True))
        if not hasattr(mine, "has_looked"):
            # All read before anybody writes.
            mine.has_looked = True
            everybody.wait(START_WITHIN_SECONDS)
        return sum(occurrence_placing._try(pk, now) for pk in found)

    monkeypatch.setattr(occurrence_placing, "_try_together", lambda *_: set())
    monkeypatch.setattr(occurrence_placing, "_one_by_one", without_leases)
    monkeypatch.setattr(occurrence_placing, "_locked", read_whatever_it_is)
    monkeypatch.setattr(occurrence_placing, "_mark_placed", mark_whatever_it_was)

    race([partial(insisting, partial(ticks, 1))] * 4)

    assert Order.objects.count() > 20


@pytest.mark.race
@real
def test_two_workers_charge_each_order_once(now, stripe) -> None:
    customers = [make_user(f"emil{n}") for n in range(4)]
    for customer in customers:
        save(stripe, customer)
    make_bookings([MONDAYS] * 4, providers=make_providers(1), customers=customers)
    occurrence_placing.place_due(now=DUE)

    outcomes = race([partial(insisting, partial(charging.charge_due, now=DUE))] * 3)

    assert sum(outcomes) == 4, outcomes
    assert stripe.captured() == 4 * 2750
    assert len([call for call in stripe.calls("POST") if call.path.endswith("/confirm")]) == 4


# --- T2: outages --------------------------------------------------------------------------------------


def run(instant) -> None:
    """Run the tasks of a minute, except payments."""
    occurrences.extend_due(now=instant)
    occurrence_placing.place_due(now=instant)


@pytest.mark.proof
def test_after_an_outage_nothing_is_missing_or_placed_in_the_past(db) -> None:
    repeats, checked = figure(1, 6), 0
    for number, outage in enumerate([timedelta(hours=1), timedelta(days=1), timedelta(days=15)] * repeats):
        began = NOW + timedelta(days=number % 7, hours=5 * number)
        providers = make_providers(1, name=f"salon{number}-")
        customers = [make_user(f"emil{number}-{n}") for n in range(5)]
        bookings = make_bookings(RULES, providers=providers, customers=customers, now=began)
        for hours in range(0, 72, 24):
            run(began + timedelta(hours=hours))
        back = began + timedelta(hours=72) + outage

        run(back)

        for booking in bookings:
            checked += check_nothing_is_lost(booking, back)
        run(back)
        assert Order.objects.filter(created_at=back, pickup_at__lte=back).count() == 0
    record("T2", f"{checked} dates through outages of 1 h, 1 day, 15 days: 0 lost", "0 lost, 0 in the past")


def check_nothing_is_lost(booking: RecurringBooking, back) -> int:
    """Check that every date of a booking is placed in time, missed with a notice, or still to come."""
    today = clock.local_date(back)
    rows = list(booking.occurrences.select_related("booking", "order"))
    expected = by_the_calendar(booking, until=today + timedelta(days=42))
    assert [row.on for row in rows] == expected
    for row in rows:
        pickup = row.pickup_at
        if row.status == "placed":
            assert row.order is not None
            assert row.order.created_at < row.order.pickup_at
        elif row.status == "missed":
            assert deadlines.too_late(pickup_at=pickup, instantly=True, now=back)
            key = f"recurring:{booking.pk}:{row.on}:missed"
            assert Notification.objects.filter(user=booking.customer, dedupe_key=key).count() == 1
        else:
            assert row.status == "planned"
            assert pickup - timedelta(hours=48) > back
    coming = [row.on for row in rows if row.status == "planned"]
    next_date = (
        min(coming, default=None) or by_the_calendar(booking, until=expected[-1] + timedelta(days=40))[-1]
    )
    assert recurring_selectors.next_date(booking, rows, today=today) == next_date
    return len(rows)


def by_the_calendar(booking: RecurringBooking, *, until: date) -> list[date]:
    """Return the dates of a booking by trying every day since its first."""
    days, day = [], booking.first_on
    while day <= until:
        if booking.pattern == "monthly":
            suits = day.day == booking.day_of_month
        else:
            suits = (day - booking.first_on).days % (7 if booking.pattern == "weekly" else 14) == 0
        if suits:
            days.append(day)
        day += timedelta(days=1)
    return days


# --- T3: killed workers -------------------------------------------------------------------------------

WORKER = """
import os, signal, sys
from datetime import datetime
import django
django.setup()
from django.db import connection
from marketplace import clock
from orders.recurring import charging, occurrence_placing

now, last = datetime.fromisoformat(sys.argv[1]), int(sys.argv[2])
clock.now = lambda: now
seen = 0

def count(execute, sql, params, many, context):
    global seen
    seen += 1
    if seen == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return execute(sql, params, many, context)

with connection.execute_wrapper(count):
    occurrence_placing.place_due(now=now)
    charging.charge_due(now=now)
print(seen)
"""


def work(stripe, last: int) -> subprocess.CompletedProcess[str]:
    """Run a worker process that is killed before its statement number ``last``; 0: never."""
    environment = {
        "TESTING": "1",
        "DATABASE_URL": database_url(),
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
        "STRIPE_SECRET_KEY": stripe.secret_key,
        "STRIPE_PUBLISHABLE_KEY": stripe.publishable_key,
        "STRIPE_API_BASE": stripe.base_url,
    }
    return subprocess.run(  # noqa: S603 - our own script in our own interpreter
        [sys.executable, "-c", WORKER, DUE.isoformat(), str(last)],
        env=os.environ | environment,
        cwd=settings.BASE_DIR,
        text=True,
        capture_output=True,
        check=False,
    )


def fresh_set(stripe, name: str) -> list[RecurringBooking]:
    """Return five plans that are due: four with a card, one without."""
    customers = [make_user(f"{name}{n}") for n in range(5)]
    for customer in customers[:4]:
        save(stripe, customer)
    return make_bookings(
        [MONDAYS] * 5, providers=make_providers(1, name=f"salon-{name}-"), customers=customers
    )


@pytest.mark.long
@pytest.mark.race
@pytest.mark.proof
@real
def test_a_worker_killed_anywhere_leaves_the_same_as_one_that_was_not(now, stripe, time_machine) -> None:
    chance, points = random.Random(20), figure(3, 20)
    bookings = fresh_set(stripe, "whole")
    whole = work(stripe, last=0)
    assert whole.returncode == 0, whole.stderr
    statements, expected = int(whole.stdout), without_names(state_of(bookings))
    assert [row[2][0][2] for row in expected] == ["paid"] * 4 + ["unpaid"]
    time_machine.move_to(DUE)

    for number, last in enumerate(sorted(chance.sample(range(2, statements), points))):
        bookings = fresh_set(stripe, f"killed{number}-")
        killed = work(stripe, last=last)
        assert killed.returncode == -9, killed.stderr
        occurrence_placing.place_due(now=DUE)
        # The dead worker's rows are free again at the end of its lease.
        occurrence_placing.place_due(now=DUE + occurrence_placing.POLICY.lease)
        charging.charge_due(now=DUE)
        charging.charge_due(now=DUE + charging.CHARGING.lease)

        assert without_names(state_of(bookings)) == expected, f"killed before statement {last}"
        assert occurrence_placing.place_due(now=DUE) == 0
        assert stripe.captured() == (number + 2) * 4 * 2750

    record("T3", f"killed at {points} of {statements} statements: same end", "20 random points, same end")


def without_names(states: list) -> list:
    """Return the states with the providers' names replaced, so that sets are comparable."""
    text = [(number, rows, orders, len(notices), count) for number, rows, orders, notices, count in states]
    kinds = [sorted(kind for kind, *_ in notices) for *_, notices, _ in states]
    return [(*state, kind) for state, kind in zip(text, kinds, strict=True)]
