"""What recurring bookings ask of a provider's schedule: the nearest free slot, and whether they work."""

from datetime import date, time, timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import make_slot
from providers.models import Provider
from scheduling.models import DayOff, WeeklyWindow
from scheduling.selectors import nearest_free, works_at

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]
DAY = date(2026, 11, 20)  # a Friday


def nearest(provider, wall, day=DAY, now=NOW):
    slot = nearest_free(provider_id=provider.pk, day=day, wall=wall, now=now)
    return slot and slot.start_time


def test_takes_the_slot_that_covers_the_time(salon):
    for hour in (9, 10, 11):
        make_slot(salon, day=DAY, start=time(hour))

    assert nearest(salon, time(10)) == time(10)
    assert nearest(salon, time(10, 59)) == time(10)


@pytest.mark.parametrize(
    ("wall", "start"),
    [
        (time(7), time(9)),
        (time(11, 59), time(9)),
        (time(12), time(9)),  # equally near to 15:00: the earlier
        (time(12, 1), time(15)),
        (time(20), time(15)),
    ],
)
def test_takes_the_nearest_start_and_of_two_the_earlier(salon, wall, start):
    make_slot(salon, day=DAY, start=time(9))
    make_slot(salon, day=DAY, start=time(15))

    assert nearest(salon, wall) == start


def test_passes_over_full_closed_and_begun_slots_other_days_and_other_providers(salon, chiara):
    make_slot(salon, day=DAY, start=time(9), booked=3)
    make_slot(salon, day=DAY, start=time(10), is_closed=True)
    make_slot(salon, day=DAY + timedelta(1), start=time(9))
    make_slot(salon, day=DAY - timedelta(1), start=time(9))
    make_slot(Provider.objects.create(user=chiara, status="approved"), day=DAY, start=time(9))

    assert nearest(salon, time(9)) is None

    far = make_slot(salon, day=DAY, start=time(18))

    assert nearest(salon, time(9)) == time(18)
    assert nearest(salon, time(9), now=far.starts_at) is None
    assert nearest(salon, time(9), now=far.starts_at - timedelta(seconds=1)) == time(18)


@pytest.mark.parametrize("status", ["paused", "rejected"])
def test_has_none_for_a_provider_who_takes_no_bookings(salon, status):
    make_slot(salon, day=DAY, start=time(9))
    Provider.objects.update(status=status)

    assert nearest(salon, time(9)) is None


def test_takes_one_query(salon, django_assert_num_queries):
    for hour in range(8, 20):
        make_slot(salon, day=DAY, start=time(hour))

    with django_assert_num_queries(1):
        nearest(salon, time(9))


@pytest.mark.parametrize(
    ("day", "at_half_past_two"),
    # 02:30 means 03:30 in spring; in autumn the first 02:30, equally far from 01:00 and from 03:00.
    [(date(2026, 3, 29), time(3)), (date(2026, 10, 25), time(1))],
)
def test_means_the_wall_time_on_the_nights_when_the_clocks_change(salon, day, at_half_past_two):
    for hour in (0, 1, 3, 4):
        make_slot(salon, day=day, start=time(hour))
    early = NOW - timedelta(days=365)

    assert nearest(salon, time(1, 30), day=day, now=early) == time(1)
    assert nearest(salon, time(4), day=day, now=early) == time(4)
    assert nearest(salon, time(2, 30), day=day, now=early) == at_half_past_two


# --- The week alone.


def window(provider, **fields):
    defaults = {"weekday": 5, "start_time": time(9), "end_time": time(12)}
    return WeeklyWindow.objects.create(provider=provider, **defaults | fields)


@pytest.mark.parametrize(
    ("wall", "works"),
    [(time(8, 59), False), (time(9), True), (time(11, 59), True), (time(12), False), (time(0), False)],
)
def test_works_within_a_window(salon, wall, works):
    window(salon)

    assert works_at(provider_id=salon.pk, day=DAY, wall=wall) is works
    assert works_at(provider_id=salon.pk, day=DAY + timedelta(days=700), wall=wall) is works
    assert not works_at(provider_id=salon.pk, day=DAY + timedelta(days=1), wall=wall)


def test_does_not_work_in_the_rest_that_makes_no_slot(salon):
    window(salon, end_time=time(11), slot_minutes=45)

    assert works_at(provider_id=salon.pk, day=DAY, wall=time(10, 29))
    assert not works_at(provider_id=salon.pk, day=DAY, wall=time(10, 30))


@pytest.mark.parametrize(("offset", "works"), [(-1, True), (0, False), (1, False), (2, True)])
def test_does_not_work_on_days_off_both_ends_included(salon, offset, works):
    for weekday in range(7):
        window(salon, weekday=weekday)
    DayOff.objects.create(provider=salon, start_on=DAY, end_on=DAY + timedelta(days=1))

    assert works_at(provider_id=salon.pk, day=DAY + timedelta(days=offset), wall=time(9)) is works


def test_sunday_is_weekday_0(salon):
    window(salon, weekday=0)

    assert works_at(provider_id=salon.pk, day=date(2026, 11, 22), wall=time(9))


def test_an_hour_that_the_clocks_skip_means_the_one_after_it(salon):
    window(salon, weekday=0, start_time=time(3), end_time=time(4))

    assert works_at(provider_id=salon.pk, day=date(2026, 3, 29), wall=time(2, 30))
    assert not works_at(provider_id=salon.pk, day=date(2026, 3, 22), wall=time(2, 30))


def test_knows_only_the_provider_asked_for(salon, chiara):
    other = Provider.objects.create(user=chiara, status="approved")
    window(other)
    DayOff.objects.create(provider=salon, start_on=DAY, end_on=DAY)

    assert works_at(provider_id=other.pk, day=DAY, wall=time(9))
    assert not works_at(provider_id=salon.pk, day=DAY, wall=time(9))
