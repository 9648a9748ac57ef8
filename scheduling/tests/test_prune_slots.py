"""Past slots that nobody booked are deleted; slots with a reservation stay."""

from datetime import date, time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from orders.tests.booking import book
from orders.tests.invariant_checks import invariants_hold
from scheduling import slot_pruning
from scheduling.models import TimeSlot
from scheduling.slot_pruning import prune_due
from scheduling.tasks import prune_time_slots

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]
FIRST_KEPT = date(2026, 10, 19)  # thirty days before the day of NOW


def test_deletes_what_began_before_the_days_that_are_kept(salon):
    last_gone = make_slot(salon, day=FIRST_KEPT - timedelta(days=1), start=time(22, 59))
    first_kept = make_slot(salon, day=FIRST_KEPT, start=time(0))
    make_slot(salon, day=date(2025, 1, 1), is_manual=True, is_closed=True)

    assert prune_due(now=NOW) == 2

    assert set(TimeSlot.objects.all()) == {first_kept}
    assert not TimeSlot.objects.filter(pk=last_gone.pk).exists()


def test_the_days_that_are_kept_are_switzerland_s(salon, past_midnight):
    make_slot(salon, day=FIRST_KEPT)
    remaining = make_slot(salon, day=FIRST_KEPT + timedelta(days=1))

    assert prune_due(now=past_midnight) == 1
    assert TimeSlot.objects.get() == remaining


def test_the_setting_says_how_many_days(salon, settings):
    settings.KEEP_PAST_SLOTS_DAYS = 3
    remaining = make_slot(salon, day=date(2026, 11, 15))
    make_slot(salon, day=date(2026, 11, 14))

    assert prune_due(now=NOW) == 1
    assert TimeSlot.objects.get() == remaining


def test_keeps_what_was_booked_or_given_back(now, salon, alice):
    held, given_back = make_slot(salon, start=time(9)), make_slot(salon, start=time(10))
    book(alice, held)
    order = book(alice, given_back)
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")
    make_slot(salon, start=time(11))

    assert prune_due(now=NOW + timedelta(days=60)) == 1
    assert set(TimeSlot.objects.all()) == {held, given_back}


def test_a_night_looks_at_what_is_new_alone(salon, chiara, django_assert_num_queries):
    other = make_provider(chiara)
    make_slot(salon, day=date(2026, 10, 1))
    prune_due(now=NOW)
    late = make_slot(salon, day=date(2026, 10, 1), start=time(15))
    make_slot(other, day=FIRST_KEPT)

    with django_assert_num_queries(1):
        assert prune_due(now=NOW) == 0
    assert prune_due(now=NOW + timedelta(days=1)) == 1

    assert TimeSlot.objects.get() == late


def test_many_go_batch_by_batch(salon, monkeypatch):
    monkeypatch.setattr(slot_pruning, "SLOTS", 2)
    for hour in range(9, 14):
        make_slot(salon, day=date(2026, 10, 1), start=time(hour))

    assert prune_due(now=NOW) == 5


def test_the_task_prunes_at_the_present_day(now, salon):
    make_slot(salon, day=date(2026, 10, 1))

    assert prune_time_slots() == 1
    assert prune_time_slots() == 0
