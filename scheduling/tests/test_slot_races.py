"""Many customers in parallel: capacity is never oversold, and moves never deadlock."""

from datetime import time, timedelta
from functools import partial
from statistics import quantiles
from threading import Barrier
from time import monotonic

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.models import F

from conftest import NOW, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import insisting, race, refused, succeeded
from scheduling import slots
from scheduling.models import TimeSlot

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
TOMORROW = clock.local_date(NOW) + timedelta(days=1)


@transaction.atomic
def take(provider_id, at):
    return slots.reserve(provider_id=provider_id, pickup_at=at, now=NOW).pk


def sell(customers, repeat, waits=None):
    provider = make_provider(make_user(f"bruno{repeat}"))
    slot = make_slot(provider, capacity=3)

    def buy():
        began = monotonic()
        try:
            return insisting(partial(take, provider.pk, slot.starts_at))
        finally:
            if waits is not None:
                waits.append(monotonic() - began)

    outcomes = race([buy] * customers)
    slot.refresh_from_db()
    return slot, outcomes


@pytest.mark.proof
def test_sells_exactly_the_places_there_are():
    customers, repeats = figure(40, 200), figure(3, 20)
    waits: list[float] = []

    for repeat in range(repeats):
        slot, outcomes = sell(customers, repeat, waits)

        assert len(succeeded(outcomes)) == 3
        assert len(refused(outcomes, slots.SlotFull)) == customers - 3
        assert slot.booked == 3

    slow = quantiles(waits, n=20)[-1]
    record(
        "R1 (rule)",
        f"{customers} customers x{repeats}: 3 sold each time, p95 of an answer {slow:.2f} s",
        "200 customers x20: 3 sold, p95 <= 1.0 s",
    )


def test_control_without_the_guard_the_same_race_is_not_exact(monkeypatch):
    monkeypatch.setattr(slots, "CLAIM", slots.CLAIM.replace("AND booked < capacity", ""))

    _, outcomes = sell(40, 0)

    # The check constraint still prevents overselling, but with an IntegrityError instead of SlotFull.
    assert len(refused(outcomes, slots.SlotFull)) == 0
    assert len(refused(outcomes, IntegrityError)) == 37


def test_control_a_read_before_the_write_oversells():
    slot = make_slot(make_provider(make_user("bruno")), capacity=50)
    everybody_has_read = Barrier(8)

    def read_then_write():
        seen = TimeSlot.objects.get(pk=slot.pk)
        everybody_has_read.wait(10)
        if seen.booked >= 3:
            raise slots.SlotFull("full")
        TimeSlot.objects.filter(pk=slot.pk).update(booked=F("booked") + 1)

    outcomes = race([read_then_write] * 8)

    assert len(succeeded(outcomes)) == 8


@transaction.atomic
def shift(from_slot, to_slot):
    slots.move(
        from_slot_id=from_slot.pk, provider_id=to_slot.provider_id, pickup_at=to_slot.starts_at, now=NOW
    )


@pytest.mark.proof
def test_opposite_moves_neither_deadlock_nor_lose_a_place():
    swaps, repeats = figure(30, 100), figure(2, 20)

    for repeat in range(repeats):
        provider = make_provider(make_user(f"bruno{repeat}"))
        left, right = (make_slot(provider, start=time(hour), capacity=100, booked=50) for hour in (9, 15))
        outcomes = race([partial(shift, left, right), partial(shift, right, left)] * (swaps // 2))

        left.refresh_from_db()
        right.refresh_from_db()
        assert refused(outcomes) == []
        assert left.booked + right.booked == 100

    record("R3 (rule)", f"{swaps} opposite moves x{repeats}: 0 errors, sum kept", "100 x20: 0 errors")


def test_control_without_the_sorted_locks_opposite_moves_deadlock():
    provider = make_provider(make_user("bruno"))
    left, right = (make_slot(provider, start=time(hour), capacity=9, booked=5) for hour in (9, 15))
    one_writer_at_a_time = connection.vendor == "sqlite"
    both_have_released = Barrier(1 if one_writer_at_a_time else 2)

    @transaction.atomic
    def release_then_reserve(from_slot, to_slot):
        slots.release(slot_id=from_slot.pk, now=NOW)
        both_have_released.wait(10)
        slots.reserve(provider_id=provider.pk, pickup_at=to_slot.starts_at, now=NOW)

    outcomes = race([partial(release_then_reserve, left, right), partial(release_then_reserve, right, left)])

    assert len(refused(outcomes, OperationalError)) == (0 if one_writer_at_a_time else 1)
