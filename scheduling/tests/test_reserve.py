"""Reserving: in the slot that covers the pickup, never above its capacity."""

import itertools
from datetime import time, timedelta

import pytest

from conftest import NOW, WEDNESDAY, make_provider, make_slot
from marketplace import clock
from providers import catalogue
from providers.models import Provider
from scheduling import slots

TOMORROW = clock.local_date(NOW) + timedelta(days=1)


def reserve(provider, at, *, day=TOMORROW, now=NOW):
    return slots.reserve(provider_id=provider.pk, pickup_at=clock.at_wall_time(day, at), now=now)


@pytest.mark.parametrize("at", [time(12), time(12, 30), time(12, 59, 59)])
def test_takes_a_place_in_the_slot_that_covers_the_pickup(salon, slot, at):
    taken = reserve(salon, at)

    slot.refresh_from_db()
    assert (taken.pk, taken.booked, slot.booked) == (slot.pk, 1, 1)


def test_leaves_other_slots_and_other_providers_alone(salon, slot, chiara):
    later = make_slot(salon, start=time(13))
    other = make_slot(make_provider(chiara), start=time(12))

    reserve(salon, time(12))

    later.refresh_from_db()
    other.refresh_from_db()
    assert (later.booked, other.booked) == (0, 0)


@pytest.mark.parametrize("at", [time(11, 59, 59), time(13)])
def test_refuses_a_time_outside_every_slot(salon, slot, at):
    with pytest.raises(slots.SlotClosed) as field_error:
        reserve(salon, at)

    assert (field_error.value.code, field_error.value.status) == ("slot_closed", 409)


def test_refuses_when_every_place_is_taken_and_says_what_to_do(salon, slot):
    for _ in range(3):
        reserve(salon, time(12))

    with pytest.raises(slots.SlotFull) as field_error:
        reserve(salon, time(12))

    slot.refresh_from_db()
    assert field_error.value.message == "This hour is fully booked. Please choose another time."
    assert (field_error.value.code, slot.booked) == ("slot_full", 3)


def test_refuses_a_closed_slot(salon):
    slot = make_slot(salon, is_closed=True)

    with pytest.raises(slots.SlotClosed):
        reserve(salon, time(12))

    slot.refresh_from_db()
    assert slot.booked == 0


@pytest.mark.parametrize("late", [timedelta(0), timedelta(minutes=10), timedelta(hours=2)])
def test_refuses_a_slot_from_the_moment_it_begins(salon, slot, late):
    with pytest.raises(slots.SlotPast) as field_error:
        reserve(salon, time(12, 30), now=slot.starts_at + late)

    assert field_error.value.code == "slot_past"


def test_takes_a_place_until_the_last_second_before_the_slot_begins(salon, slot):
    reserve(salon, time(12), now=slot.starts_at - timedelta(seconds=1))

    slot.refresh_from_db()
    assert slot.booked == 1


@pytest.mark.at(WEDNESDAY)
def test_refuses_a_past_time_without_a_slot_as_past(salon, now):
    with pytest.raises(slots.SlotPast):
        reserve(salon, time(8), day=clock.local_date(now), now=now)


@pytest.mark.parametrize("status", [status for status in Provider.Status if status != "approved"])
def test_refuses_a_provider_who_is_not_approved(salon, slot, status):
    Provider.objects.update(status=status)

    with pytest.raises(slots.SlotClosed) as field_error:
        reserve(salon, time(12))

    assert "another provider" in field_error.value.message


def test_prefers_the_open_slot_where_two_overlap(salon):
    make_slot(salon, start=time(12), is_closed=True)
    open_one = make_slot(salon, start=time(11, 30))

    assert reserve(salon, time(12, 15)).pk == open_one.pk


def test_releasing_gives_capacity_back(salon, slot):
    reserve(salon, time(12))

    slots.release(slot_id=slot.pk, now=NOW)

    slot.refresh_from_db()
    assert slot.booked == 0


def test_never_gives_back_what_nobody_holds(slot):
    with pytest.raises(RuntimeError):
        slots.release(slot_id=slot.pk, now=NOW)


def test_moves_a_reservation_to_another_slot(salon, slot):
    target = make_slot(salon, start=time(15))
    reserve(salon, time(12))

    moved = slots.move(
        from_slot_id=slot.pk,
        provider_id=salon.pk,
        pickup_at=clock.at_wall_time(TOMORROW, time(15, 30)),
        now=NOW,
    )

    slot.refresh_from_db()
    target.refresh_from_db()
    assert (moved.pk, slot.booked, target.booked) == (target.pk, 0, 1)


def test_keeps_the_old_slot_when_the_new_one_cannot_be_had(salon, slot):
    make_slot(salon, start=time(15), capacity=1, booked=1)
    reserve(salon, time(12))

    with pytest.raises(slots.SlotFull):
        slots.move(
            from_slot_id=slot.pk,
            provider_id=salon.pk,
            pickup_at=clock.at_wall_time(TOMORROW, time(15)),
            now=NOW,
        )

    slot.refresh_from_db()
    assert slot.booked == 1


def test_keeps_the_place_when_the_new_time_is_in_the_same_slot(salon):
    slot = make_slot(salon, capacity=1)
    reserve(salon, time(12))

    moved = slots.move(
        from_slot_id=slot.pk,
        provider_id=salon.pk,
        pickup_at=clock.at_wall_time(TOMORROW, time(12, 45)),
        now=NOW,
    )

    slot.refresh_from_db()
    assert (moved.pk, slot.booked) == (slot.pk, 1)


def test_makes_lists_out_of_date_only_when_a_slot_turns_full_or_free(salon, slot):
    versions = [catalogue.version()]
    for _ in range(3):
        reserve(salon, time(12))
        versions.append(catalogue.version())
    for _ in range(2):
        slots.release(slot_id=slot.pk, now=NOW)
        versions.append(catalogue.version())

    changed = [before != after for before, after in itertools.pairwise(versions)]
    assert changed == [False, False, True, True, False]


def test_names_how_soon_a_day_comes():
    today = clock.local_date(NOW)

    assert [slots.slot_type(day=today + timedelta(days=number), today=today) for number in (-1, 0, 1, 2)] == [
        "same_day",
        "same_day",
        "next_day",
        "scheduled",
    ]


def test_reserves_in_one_statement(salon, slot, django_assert_num_queries):
    with django_assert_num_queries(1):
        reserve(salon, time(12))


def test_every_error_changes_nothing_in_the_catalogue(salon):
    before = catalogue.version()

    with pytest.raises(slots.SlotClosed):
        reserve(salon, time(3))

    assert catalogue.version() == before
