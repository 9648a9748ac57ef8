"""However many runs and presses come at once, each share is paid once."""

from datetime import timedelta
from decimal import Decimal
from functools import partial

import pytest
from django.db import connection

from conftest import WEDNESDAY as NOW
from conftest import make_provider, make_slot, make_user
from marketplace.tests.racing import insisting, race, refused, succeeded
from orders.models import Payout, PayoutLine
from orders.payouts import paying, weekly_run
from orders.payouts.tests.earning import (
    MONDAY,
    NEXT_MONDAY,
    WEEK,
    completed,
    give_account,
    owed,
    payout_of,
)
from providers import approving

pytestmark = pytest.mark.at(NOW)

D = Decimal


def earning_provider(count: int = 3):
    alice, salon = make_user("alice"), make_provider(make_user("bruno"))
    make_slot(salon, capacity=200)
    for _ in range(count):
        completed(alice, salon)
    return salon


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_many_runs_at_once_make_one_payout(now, postal_codes) -> None:
    salon = earning_provider()
    make = partial(weekly_run.make_payout, provider_id=salon.pk, week=WEEK, now=MONDAY)

    made = race([partial(insisting, make)] * 8)

    assert not refused(made), refused(made)
    assert len([payout for payout in made if payout]) == Payout.objects.count() == 1
    assert Payout.objects.get().amount == D("75.00")
    assert PayoutLine.objects.count() == 3


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_many_sweeps_at_once_make_one_payout(now, postal_codes) -> None:
    earning_provider()

    made = race([partial(insisting, partial(weekly_run.make_due, now=MONDAY))] * 6)

    assert not refused(made), refused(made)
    assert sum(succeeded(made)) == Payout.objects.count() == 1


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_weeks_made_at_once_take_each_entry_once(now, postal_codes) -> None:
    salon = earning_provider()
    weeks = [WEEK, WEEK + timedelta(days=7)] * 3
    acts = [
        partial(insisting, partial(weekly_run.make_payout, provider_id=salon.pk, week=week, now=NEXT_MONDAY))
        for week in weeks
    ]

    race(acts)

    assert Payout.objects.count() == 1
    assert PayoutLine.objects.count() == 3


@pytest.mark.race
@pytest.mark.only_postgres
@pytest.mark.breaks_invariants
@pytest.mark.django_db(transaction=True)
def test_control_without_lock_and_constraints_many_runs_pay_twice(now, postal_codes, monkeypatch) -> None:
    salon = earning_provider()
    monkeypatch.setattr(approving, "locked_provider", lambda _: None)
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE orders_payout DROP CONSTRAINT one_payout_per_provider_and_week")
        cursor.execute(
            "SELECT conname FROM pg_constraint "
            "WHERE conrelid = 'orders_payoutline'::regclass AND contype = 'u'"
        )
        [name] = [row[0] for row in cursor.fetchall()]
        cursor.execute(f'ALTER TABLE orders_payoutline DROP CONSTRAINT "{name}"')
    try:
        race([partial(weekly_run.make_payout, provider_id=salon.pk, week=WEEK, now=MONDAY)] * 8)
        assert Payout.objects.count() > 1
    finally:
        with connection.cursor() as cursor:
            cursor.execute("TRUNCATE orders_payoutline, orders_payout")
            cursor.execute(
                "ALTER TABLE orders_payout ADD CONSTRAINT one_payout_per_provider_and_week "
                "UNIQUE (provider_id, week)"
            )
            cursor.execute(f'ALTER TABLE orders_payoutline ADD CONSTRAINT "{name}" UNIQUE (entry_id)')


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_many_presses_pay_once(now, postal_codes) -> None:
    salon, dora = earning_provider(), make_user("dora")
    give_account(salon)
    payout = payout_of(salon)

    pay_it = partial(paying.mark_paid, payout_id=payout.pk, actor_id=dora.pk, now=MONDAY)
    made = race([partial(insisting, pay_it)] * 6)

    assert len(succeeded(made)) == 1
    assert len(refused(made, paying.PayoutNotDue)) == 5
    assert owed(salon) == D("0.00")
