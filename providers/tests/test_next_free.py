"""When a provider can be booked next, on card and page, and that it is never outdated."""

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from orders.tests.booking import book, pay
from orders.tests.counting import statements
from providers import catalogue
from scheduling import slots

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
TODAY = clock.local_date(NOW)


def card() -> dict[str, Any]:
    (found,) = client_for().get("/api/providers/8001").json()
    return found


def next_free() -> datetime | None:
    at = card()["nextFreeAt"]
    return datetime.fromisoformat(at) if at else None


def page(provider) -> dict[str, Any]:
    response = client_for().get(f"/api/providers/details/{provider.pk}")
    assert response.status_code == 200
    return response.json()


@pytest.fixture
def manual_salon(salon):
    """Return bruno's provider, with manual confirmation."""
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    return salon


def test_the_first_free_hour_stands_on_the_card(salon) -> None:
    make_slot(salon, day=TODAY, start=time(10), capacity=1, booked=1)
    make_slot(salon, day=TODAY, start=time(11), is_closed=True)
    first = make_slot(salon, day=TODAY, start=time(14))
    make_slot(salon, day=TODAY, start=time(15))

    assert next_free() == first.starts_at


def test_an_hour_that_turns_full_or_free_again_shows_at_once(salon, alice) -> None:
    first = make_slot(salon, day=TODAY, start=time(14), capacity=1)
    second = make_slot(salon, day=TODAY, start=time(15))
    catalogue.touch()
    assert next_free() == first.starts_at

    order = book(alice, first)
    assert next_free() == second.starts_at

    client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {})
    assert next_free() == first.starts_at


def test_an_hour_that_begins_gives_way_to_the_next(salon, time_machine) -> None:
    first, second = (make_slot(salon, day=TODAY, start=time(hour)) for hour in (10, 11))
    catalogue.touch()
    assert next_free() == first.starts_at

    time_machine.move_to(first.starts_at - timedelta(seconds=1))
    assert next_free() == first.starts_at
    time_machine.move_to(first.starts_at)
    assert next_free() == second.starts_at


def test_by_hand_it_is_the_first_hour_that_leaves_time_for_an_answer(
    manual_salon, alice, time_machine
) -> None:
    soon, later, last = (make_slot(manual_salon, day=TODAY, start=time(hour)) for hour in (10, 12, 14))
    catalogue.touch()
    assert not card()["acceptsInstantly"]
    assert next_free() == later.starts_at

    time_machine.move_to(later.starts_at - timedelta(hours=2))
    assert next_free() == later.starts_at
    assert book(alice, later)
    time_machine.move_to(later.starts_at - timedelta(hours=2) + timedelta(seconds=1))
    assert next_free() == last.starts_at
    time_machine.move_to(soon.starts_at + timedelta(hours=3))
    assert next_free() is None
    assert page(manual_salon)["nextFreeTimes"] == []


def test_the_page_tells_the_next_six_free_times(salon) -> None:
    made = [make_slot(salon, day=TODAY, start=time(hour)) for hour in range(10, 20)]
    slots.TimeSlot.objects.filter(pk=made[1].pk).update(booked=3)

    shown = page(salon)

    free = [slot.starts_at for slot in made if slot != made[1]][:6]
    assert [datetime.fromisoformat(at) for at in shown["nextFreeTimes"]] == free
    assert datetime.fromisoformat(shown["nextFreeAt"]) == free[0]


def test_the_page_of_one_who_accepts_by_hand_leaves_time_for_an_answer(manual_salon) -> None:
    for minute in (0, 15, 30, 45):
        for hour in (10, 11):
            make_slot(manual_salon, day=TODAY, start=time(hour, minute))
    later = [make_slot(manual_salon, day=TODAY, start=time(hour)) for hour in range(12, 19)]

    shown = page(manual_salon)["nextFreeTimes"]

    # Those at 11:30 and 11:45 are no hours of the form.
    assert [datetime.fromisoformat(at) for at in shown] == [slot.starts_at for slot in later[:6]]


TOMORROW, NEXT = TODAY + timedelta(days=1), TODAY + timedelta(days=2)


@pytest.mark.parametrize("accepts_instantly", [True, False])
@pytest.mark.parametrize(
    ("free", "first"),
    [
        # The form's own hours of today and tomorrow come first, whatever is free before them.
        ([(TOMORROW, 8), (TOMORROW, 9)], (TOMORROW, 9)),
        ([(TODAY, 18), (TODAY, 19), (TOMORROW, 17)], (TOMORROW, 17)),
        ([(TODAY, 17), (TODAY, 18)], (TODAY, 17)),
        ([(TOMORROW, 8), (TOMORROW, 16), (NEXT, 8)], (TOMORROW, 16)),
        # Then what the calendar behind "More dates" shows.
        ([(NEXT, 8), (NEXT, 9)], (NEXT, 8)),
        ([(NEXT, 19), (NEXT + timedelta(days=3), 9)], (NEXT, 19)),
        ([(TOMORROW, 18), (NEXT, 8)], (TOMORROW, 18)),
        ([(TODAY, 20)], (TODAY, 20)),
    ],
)
def test_the_first_hour_is_the_first_that_the_form_offers(salon, free, first, accepts_instantly) -> None:
    salon.accepts_instantly = accepts_instantly
    salon.save(update_fields=["accepts_instantly"])
    for day, hour in free:
        make_slot(salon, day=day, start=time(hour))
    catalogue.touch()

    assert named_everywhere(salon) == [clock.at_wall_time(first[0], time(first[1]))] * 4


def named_everywhere(salon) -> list[datetime | None]:
    """Return the next free hour as both lists and the page say it."""
    everywhere = client_for().get("/api/providers").json()[0]["nextFreeAt"]
    shown = page(salon)
    named = [everywhere, shown["nextFreeAt"], next(iter(shown["nextFreeTimes"]), None)]
    return [next_free(), *(at and datetime.fromisoformat(at) for at in named)]


def make_stretch(salon, day: date, start: str, end: str) -> slots.TimeSlot:
    """Make a slot of any length; one that ends at 00:00 ends with the day."""
    starts, ends = time.fromisoformat(start), time.fromisoformat(end)
    slot = make_slot(salon, day=day, start=starts)
    slot.end_time = ends
    slot.ends_at = clock.at_wall_time(day + timedelta(days=ends <= starts), ends)
    slot.save(update_fields=["end_time", "ends_at"])
    return slot


@pytest.mark.parametrize(
    ("free", "first", "first_manual"),
    [
        # It is 09:30, and an answer may take until 11:30.
        ([(TOMORROW, "09:30", "10:30")], (TOMORROW, "10:00"), None),
        ([(TOMORROW, "08:00", "12:00")], (TOMORROW, "09:00"), None),
        ([(TODAY, "10:00", "14:00")], (TODAY, "10:00"), (TODAY, "12:00")),
        ([(TODAY, "10:30", "12:00"), (TOMORROW, "10:00", "11:00")], (TODAY, "11:00"), (TOMORROW, "10:00")),
        ([(TOMORROW, "16:30", "20:30")], (TOMORROW, "17:00"), None),
        ([(TODAY, "16:00", "00:00")], (TODAY, "16:00"), None),
        ([(TOMORROW, "00:00", "00:00")], (TOMORROW, "09:00"), None),
        # One that has begun cannot be booked, whatever it covers.
        ([(TODAY, "08:00", "12:00"), (TOMORROW, "11:30", "13:30")], (TOMORROW, "12:00"), None),
        # A start beside the form's hours is named only without any of them.
        ([(TOMORROW, "08:30", "09:00"), (TOMORROW, "13:30", "14:30")], (TOMORROW, "14:00"), None),
        ([(TOMORROW, "08:30", "09:00"), (TOMORROW, "17:30", "18:30")], (TOMORROW, "08:30"), None),
        ([(TODAY, "16:10", "16:30"), (NEXT, "09:00", "10:00")], (TODAY, "16:10"), None),
        ([(TODAY, "20:00", "00:00")], (TODAY, "20:00"), None),
        ([(NEXT, "09:30", "13:30")], (NEXT, "09:30"), None),
    ],
)
def test_hours_within_longer_slots_are_those_of_the_form(salon, free, first, first_manual) -> None:
    for stretch in free:
        make_stretch(salon, *stretch)
    for accepts_instantly, (day, wall) in ((True, first), (False, first_manual or first)):
        salon.accepts_instantly = accepts_instantly
        salon.save(update_fields=["accepts_instantly"])
        catalogue.touch()

        assert named_everywhere(salon) == [clock.at_wall_time(day, time.fromisoformat(wall))] * 4


@pytest.mark.parametrize("day", [date(2027, 3, 28), date(2027, 10, 31)])
@pytest.mark.parametrize(
    ("start", "end", "first"),
    [
        ("00:30", "09:30", "09:00"),
        ("00:30", "09:00", "00:30"),
        ("09:30", "13:30", "10:00"),
        ("16:30", "00:00", "17:00"),
    ],
)
def test_so_they_are_where_the_clock_changes(salon, time_machine, day, start, end, first) -> None:
    time_machine.move_to(clock.at_wall_time(day - timedelta(days=1), time(10)))
    make_stretch(salon, day, start, end)
    catalogue.touch()

    assert named_everywhere(salon) == [clock.at_wall_time(day, time.fromisoformat(first))] * 4


def test_a_longer_slot_that_begins_takes_its_hours_along(salon, time_machine) -> None:
    long = make_stretch(salon, TOMORROW, "08:00", "12:00")
    later = make_slot(salon, day=TOMORROW, start=time(11))
    catalogue.touch()
    assert next_free() == clock.at_wall_time(TOMORROW, time(9))

    time_machine.move_to(long.starts_at)

    assert next_free() == later.starts_at
    assert len(page(salon)["nextFreeTimes"]) == 1


def test_the_page_tells_each_hour_of_a_longer_slot(salon) -> None:
    make_stretch(salon, TODAY, "10:30", "14:00")
    make_slot(salon, day=NEXT, start=time(8))

    shown = [datetime.fromisoformat(at) for at in page(salon)["nextFreeTimes"]]

    walls = [(TODAY, 11), (TODAY, 12), (TODAY, 13), (NEXT, 8)]
    assert shown == [clock.at_wall_time(day, time(hour)) for day, hour in walls]


def test_at_midnight_the_days_of_the_form_move_on(salon, time_machine) -> None:
    early, later = (make_slot(salon, day=NEXT, start=time(hour)) for hour in (8, 9))
    catalogue.touch()
    assert next_free() == early.starts_at

    time_machine.move_to(clock.at_wall_time(TOMORROW, time(0)))

    assert next_free() == later.starts_at


def test_a_paused_provider_takes_no_bookings_and_offers_no_time(salon, slot) -> None:
    assert page(salon)["takesBookings"]
    salon.status = "paused"
    salon.save(update_fields=["status"])

    shown = page(salon)

    assert not shown["takesBookings"]
    assert (shown["nextFreeAt"], shown["nextFreeTimes"]) == (None, [])


# --- Usual time to an answer --------------------------------------------------------------------------


def answered(manual_salon, slot, number: int, minutes: int) -> None:
    """Let the provider accept an order some minutes after it was paid."""
    order = book(make_user(f"customer{number}"), slot)
    pay(order)
    response = client_for(manual_salon.user).post(f"/api/orders/{order.pk}/status", {"status": "confirmed"})
    assert response.status_code == 200
    order.payments.update(settled_at=NOW - timedelta(minutes=minutes))


def test_the_page_tells_how_quickly_an_answer_usually_comes(manual_salon) -> None:
    slot = make_slot(manual_salon, capacity=9)
    for number, minutes in enumerate((5, 90)):
        answered(manual_salon, slot, number, minutes)
    assert page(manual_salon)["answerMinutes"] is None

    answered(manual_salon, slot, 3, 12)

    assert page(manual_salon)["answerMinutes"] == 12


def test_instantly_needs_no_answer(salon, slot) -> None:
    assert page(salon)["answerMinutes"] is None


@pytest.mark.parametrize("number", [1, 30])
def test_the_page_takes_at_most_three_statements(manual_salon, number, django_assert_max_num_queries) -> None:
    for hour in range(8, 8 + number % 12 + 1):
        make_slot(manual_salon, start=time(hour))
    for count in range(number):
        make_provider(make_user(f"other{count}"))

    with django_assert_max_num_queries(3) as queries:
        page(manual_salon)
    assert len(statements(queries)) <= 3
