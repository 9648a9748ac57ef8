"""Two days before its pickup an occurrence becomes an order, at its hour or the nearest free one."""

from datetime import date, time, timedelta

import pytest

from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot, make_user
from orders.models import Order
from orders.recurring import occurrence_placing
from orders.recurring.tests.running_bookings import (
    CALL,
    DUE,
    at,
    at_due,
    days,
    notice_texts,
    occurrence_on,
    order_on,
    set_up,
    shown,
    status_on,
    tick,
)
from orders.tests.booking import book
from orders.tests.counting import statements
from providers.models import Provider
from scheduling.models import DayOff, TimeSlot, WeeklyWindow
from scheduling.tasks import generate_time_slots

pytestmark = pytest.mark.at(NOW)

MONDAY = "2026-11-23"


def test_nothing_is_placed_before_its_time(time_machine, booking) -> None:
    assert at_due(time_machine, -timedelta(seconds=1)) == 0
    assert at_due(time_machine) == 1
    assert at_due(time_machine) == 0
    assert Order.objects.count() == 1


def test_the_order_is_the_customers_and_holds_its_place(time_machine, booking, alice, salon) -> None:
    at_due(time_machine)

    order = order_on(booking, MONDAY)
    assert (order.customer, order.provider, order.pickup_at) == (alice, salon, at("2026-11-23 09:00"))
    assert (order.status, str(order.total_amount), order.pickup_address) == (
        "pending",
        "27.50",
        booking.pickup_address,
    )
    assert order.hold_expires_at == at("2026-11-22 21:00")
    assert TimeSlot.objects.get(starts_at=order.pickup_at).booked == 1
    assert shown(booking)["nextBookingDate"] == "2026-11-30"


def test_the_customer_is_notified_two_days_ahead_with_a_link_to_skip(time_machine, booking, alice) -> None:
    at_due(time_machine)

    notice = Notification.objects.get(user=alice, kind="recurring_placed")
    assert notice.body == (
        "Bruno M. picks up your laundry on Mon 23 Nov, 09:00-10:00, for CHF 27.50. "
        "Not this time? Skip it with one tap, free of charge."
    )
    assert notice.link.startswith("/skip/")


def test_one_that_is_near_at_creation_is_placed_by_the_same_task(time_machine, alice, salon) -> None:
    booking = set_up(alice, salon, dayOfWeek=4)
    assert status_on(booking, "2026-11-19") == "planned"

    assert tick() == 1

    order = order_on(booking, "2026-11-19")
    # At 09:30 a pickup of the next day at 09:00 is 23.5 hours away.
    assert order.hold_expires_at == at("2026-11-18 21:00")


@pytest.mark.parametrize(
    ("placed_at", "held_until"),
    [
        ("2026-11-22 20:30", "2026-11-22 21:00"),
        ("2026-11-22 21:00", "2026-11-22 23:00"),
        ("2026-11-23 05:00", "2026-11-23 07:00"),
        ("2026-11-23 07:00", "2026-11-23 08:00"),
    ],
)
def test_one_placed_late_is_held_for_two_hours_at_most(time_machine, booking, placed_at, held_until) -> None:
    time_machine.move_to(at(placed_at))
    tick()

    assert order_on(booking, MONDAY).hold_expires_at == at(held_until)


def test_recurring_orders_do_not_count_as_open_checkouts(time_machine, alice, salon) -> None:
    for wall in ("09:00", "11:00", "13:00", "15:00"):
        set_up(alice, salon, dayOfWeek=4, preferredTime=wall)
    assert tick() == 4
    slot = make_slot(salon, day=date(2026, 11, 25), start=time(12))

    for _ in range(3):
        book(alice, slot)


# --- No free slot -------------------------------------------------------------------------------------------


def fill(salon: Provider, *walls: str, day: str = MONDAY) -> None:
    """Fill the given hours of a day; makes its slots if necessary."""
    for wall in walls:
        TimeSlot.objects.filter(starts_at=at(f"{day} {wall}"), provider=salon).update(is_closed=True)


@pytest.fixture
def slots(booking, salon):
    """Make the slots of the Monday."""
    for hour in range(8, 20):
        make_slot(salon, day=date(2026, 11, 23), start=time(hour))


def test_a_full_hour_gives_the_nearest_free_one_of_the_day(time_machine, booking, slots, salon) -> None:
    fill(salon, "09:00", "08:00")

    at_due(time_machine)

    assert order_on(booking, MONDAY).pickup_at == at("2026-11-23 10:00")
    assert occurrence_on(booking, MONDAY)["time"] == "10:00"
    assert (
        "on Mon 23 Nov, 10:00-11:00, for CHF 27.50. 09:00 was taken that day."
        in notice_texts(booking.customer, "recurring_placed")[0]
    )


def test_of_two_as_near_the_earlier_is_taken(time_machine, booking, slots, salon) -> None:
    fill(salon, "09:00")

    at_due(time_machine)

    assert order_on(booking, MONDAY).pickup_at == at("2026-11-23 08:00")


def test_an_hour_that_begins_too_soon_to_be_paid_is_not_taken(time_machine, booking, slots, salon) -> None:
    fill(salon, "09:00")
    time_machine.move_to(at("2026-11-23 07:30"))

    tick()

    assert order_on(booking, MONDAY).pickup_at == at("2026-11-23 10:00")


def test_the_hour_stays_where_a_slot_that_is_made_only_now_covers_it(time_machine, booking, salon) -> None:
    WeeklyWindow.objects.filter(provider=salon).update(start_time=time(8, 30))

    at_due(time_machine)

    order = order_on(booking, MONDAY)
    assert order.pickup_at == at("2026-11-23 09:00")
    assert TimeSlot.objects.get(booked=1).starts_at == at("2026-11-23 08:30")


def long_hours(salon: Provider, hours: int) -> None:
    """Let a provider work every day from 08:00 to 20:00, in slots of so many hours."""
    WeeklyWindow.objects.filter(provider=salon).update(slot_minutes=hours * 60)
    TimeSlot.objects.filter(provider=salon).delete()
    generate_time_slots()


def test_a_slot_that_has_begun_gives_the_nearest_free_one_of_the_day(time_machine, alice, salon) -> None:
    long_hours(salon, 4)
    booking = set_up(alice, salon, preferredTime="11:00")
    time_machine.move_to(at("2026-11-23 08:30"))

    assert tick() == 1

    assert order_on(booking, MONDAY).pickup_at == at("2026-11-23 12:00")


def test_a_day_whose_only_slot_has_begun_is_skipped_and_notified(time_machine, alice, salon) -> None:
    WeeklyWindow.objects.filter(provider=salon).update(start_time=time(8), end_time=time(16))
    long_hours(salon, 8)
    booking = set_up(alice, salon, preferredTime="13:00")
    time_machine.move_to(at("2026-11-23 08:30"))

    assert tick() == 0

    assert status_on(booking, MONDAY) == "skipped"
    assert Notification.objects.filter(user=alice, kind="recurring_skipped").count() == 1


def test_a_day_without_a_place_is_skipped_and_notified(time_machine, booking, slots, salon) -> None:
    TimeSlot.objects.update(is_closed=True)

    assert at_due(time_machine) == 0

    assert occurrence_on(booking, MONDAY)["reason"] == "The provider had no free place on that day."
    assert status_on(booking, MONDAY) == "skipped"
    assert notice_texts(booking.customer, "recurring_skipped") == [
        (
            "Pickup skipped: Bruno M. has no free place on Mon 23 Nov, so this pickup is skipped. "
            "Your recurring booking goes on."
        )
    ]
    assert shown(booking)["nextBookingDate"] == "2026-11-30"


def test_a_day_off_is_skipped(time_machine, booking, salon) -> None:
    DayOff.objects.create(provider=salon, start_on=date(2026, 11, 20), end_on=date(2026, 11, 25))

    at_due(time_machine)

    assert status_on(booking, MONDAY) == "skipped"
    time_machine.move_to(at("2026-11-28 09:00"))
    assert tick() == 1


# --- Late ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("outage", [timedelta(hours=1), timedelta(days=1), timedelta(days=15)])
def test_an_outage_loses_nothing_in_silence(time_machine, booking, alice, outage) -> None:
    at_due(time_machine)
    back = DUE + timedelta(days=6) + outage

    time_machine.move_to(back)
    tick()

    today = back.astimezone().date().isoformat()
    for row in shown(booking)["occurrences"]:
        gone = row["status"] in {"missed", "skipped"}
        assert gone or row["date"] >= today
    lost = days(shown(booking), "missed")
    assert len(notice_texts(alice, "recurring_missed")) == len(lost)
    assert not Order.objects.filter(created_at=back, pickup_at__lte=back).exists()
    assert shown(booking)["nextBookingDate"] > today


def test_what_is_within_an_hour_can_no_longer_be_placed(time_machine, booking, alice) -> None:
    time_machine.move_to(at("2026-11-23 08:00"))

    assert tick() == 0
    assert status_on(booking, MONDAY) == "missed"
    assert notice_texts(alice, "recurring_missed") == [
        (
            "Pickup does not take place: We could not book your pickup on Mon 23 Nov, 09:00-10:00 in time. "
            "We are sorry. Your recurring booking goes on."
        )
    ]


# --- Ending -------------------------------------------------------------------------------------------------


def test_ending_cancels_an_unpaid_order_and_frees_its_place(time_machine, booking, alice) -> None:
    at_due(time_machine)
    order = order_on(booking, MONDAY)

    client_for(alice).delete(f"{CALL}/{booking.pk}")

    order.refresh_from_db()
    assert (order.status, order.cancel_reason) == ("cancelled", "by_customer")
    assert TimeSlot.objects.get(starts_at=order.pickup_at).booked == 0
    assert set(days(shown(booking), "cancelled")) == set(days(shown(booking)))
    assert notice_texts(alice, "order_cancelled") == ["Order cancelled: You cancelled this order."]


# --- Cost ---------------------------------------------------------------------------------------------------


def test_a_tick_with_nothing_due_asks_once(time_machine, booking, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(1):
        assert occurrence_placing.place_due(now=time_machine.now) == 0


def test_one_order_takes_few_statements(time_machine, booking, slots, django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(30) as queries:
        assert occurrence_placing.place_due(now=DUE) == 1
    assert len(statements(queries)) <= 19, statements(queries)


def test_many_orders_take_no_more_statements_than_a_few(
    time_machine, slots, salon, django_assert_max_num_queries
) -> None:
    for number in range(2):
        set_up(make_user(f"emil{number}"), salon)

    with django_assert_max_num_queries(40) as queries:
        assert occurrence_placing.place_due(now=DUE) == 3
    assert len(statements(queries)) <= 21, statements(queries)


def test_one_that_fails_holds_up_no_other(time_machine, alice, chiara, salon, monkeypatch) -> None:
    broken, whole = set_up(alice, salon), set_up(chiara, salon)
    make = occurrence_placing.placing._order

    def failing(order_request, *rest):
        if order_request.customer == alice:
            raise RuntimeError("on purpose")
        return make(order_request, *rest)

    monkeypatch.setattr(occurrence_placing.placing, "_order", failing)

    assert at_due(time_machine) == 1
    assert (status_on(broken, MONDAY), status_on(whole, MONDAY)) == ("planned", "needs_payment")
