"""Limits without payment: one booking per hour, and six unpaid recurring orders for each account."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_user
from marketplace.tests.proof import record
from marketplace.tests.racing import race
from orders.models import Occurrence, Order, RecurringBooking, Reservation
from orders.recurring import recurring_actions
from orders.recurring.tests.running_bookings import (
    CALL,
    act,
    ask,
    at,
    give_week,
    monthly,
    notice_texts,
    recurring_payload,
    set_up,
    shown,
    status_on,
    tick,
)
from orders.recurring.unpaid_reservations import MOST_UNPAID
from orders.tests.booking import patiently, pay
from scheduling.tasks import generate_time_slots

pytestmark = pytest.mark.at(NOW)

HOURS = ["09:00", "11:00", "13:00", "15:00", "17:00"]


# --- One running booking for each provider, day and hour ------------------------------------------------


@pytest.mark.parametrize(
    "change", [{}, {"recurringPattern": "biweekly"}, {"weight": "12", "serviceType": "premium"}]
)
def test_a_second_booking_of_the_same_hour_is_refused(now, alice, salon, change) -> None:
    first = set_up(alice, salon)

    response = ask(alice, recurring_payload(salon, **change))

    assert (response.status_code, response.json()["code"]) == (409, "recurring_booking_exists")
    assert response.json()["recurringBookingId"] == str(first.pk)
    assert response.json()["message"] == (
        "You already have a recurring booking with Bruno M. every Monday at 09:00. "
        "You can edit it under Recurring bookings."
    )
    assert RecurringBooking.objects.count() == 1


def test_a_second_booking_of_the_same_day_of_the_month_is_refused(now, alice, salon) -> None:
    assert ask(alice, monthly(salon, 5)).status_code == 201

    assert ask(alice, monthly(salon, 5)).json()["code"] == "recurring_booking_exists"
    assert ask(alice, monthly(salon, 6)).status_code == 201


def test_another_hour_day_provider_or_customer_is_another_booking(now, alice, chiara, salon) -> None:
    other = make_provider(make_user("camille"))
    give_week(other)
    set_up(alice, salon)

    set_up(alice, salon, preferredTime="11:00")
    set_up(alice, salon, dayOfWeek=2)
    set_up(alice, other)
    set_up(chiara, salon)

    assert RecurringBooking.objects.filter(is_active=True).count() == 5


def test_an_ended_booking_frees_its_hour(now, alice, salon) -> None:
    first = set_up(alice, salon)
    assert client_for(alice).delete(f"{CALL}/{first.pk}").status_code == 200

    set_up(alice, salon)


def test_an_edit_cannot_take_the_hour_of_another_booking(now, alice, salon) -> None:
    first, second = set_up(alice, salon), set_up(alice, salon, preferredTime="11:00")

    taken = client_for(alice).patch(f"{CALL}/{second.pk}", {"preferredTime": "09:00"})
    own = client_for(alice).patch(f"{CALL}/{first.pk}", {"recurringPattern": "biweekly"})

    assert (taken.status_code, taken.json()["code"]) == (409, "recurring_booking_exists")
    assert own.status_code == 200
    assert shown(second)["preferredTime"] == "11:00"


def test_what_was_set_up_twice_before_the_rule_goes_on(now, alice, salon) -> None:
    first, second = set_up(alice, salon), set_up(alice, salon, preferredTime="11:00")
    RecurringBooking.objects.update(holds_hour=False)
    RecurringBooking.objects.filter(pk=second.pk).update(preferred_time=first.preferred_time)

    assert client_for(alice).patch(f"{CALL}/{second.pk}", {"weight": "12"}).status_code == 200
    assert ask(alice, recurring_payload(salon)).json()["code"] == "recurring_booking_exists"


@pytest.mark.parametrize("pattern", ["weekly", "monthly"])
def test_the_database_refuses_a_second_row_of_the_same_hour(now, alice, salon, pattern) -> None:
    body = recurring_payload(salon) if pattern == "weekly" else monthly(salon, 5)
    assert ask(alice, body).status_code == 201
    copy = RecurringBooking.objects.get()
    copy.pk, copy._state.adding = None, True

    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save(force_insert=True)


@pytest.mark.race
@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
def test_of_twenty_equal_bookings_at_once_one_is_made(alice, salon) -> None:
    responses = race([lambda: patiently(lambda: ask(alice, recurring_payload(salon)))] * 20)

    codes = sorted(response.status_code for response in responses)
    assert codes == [201] + [409] * 19
    assert RecurringBooking.objects.count() == 1
    record("R23", "20 equal bookings at once: 1", "20 equal bookings: 1")


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_control_without_queue_and_look_the_constraint_alone_lets_one_through(
    alice, salon, monkeypatch
) -> None:
    monkeypatch.setattr(recurring_actions, "claim_hour", lambda booking: None)

    race([lambda: patiently(lambda: ask(alice, recurring_payload(salon)))] * 5)

    assert RecurringBooking.objects.count() == 1


# --- Six unpaid orders ----------------------------------------------------------------------------------


def unpaid_reservations(customer) -> int:
    return Reservation.objects.filter(
        released_at=None, order__customer=customer, order__payment_status__in=["unpaid", "failed"]
    ).count()


def seven_pickups_on_monday(alice, salon) -> list[RecurringBooking]:
    """Set up seven bookings of which each has a pickup on Monday, 23 November."""
    bookings = [set_up(alice, salon, preferredTime=hour) for hour in HOURS]
    for hour in HOURS[:2]:
        response = ask(alice, monthly(salon, 23, preferredTime=hour))
        assert response.status_code == 201, response.json()
        bookings.append(RecurringBooking.objects.get(pk=response.json()["id"]))
    return bookings


def waiting(bookings: list[RecurringBooking]) -> RecurringBooking:
    return next(booking for booking in bookings if status_on(booking, "2026-11-23") == "planned")


def test_the_seventh_unpaid_pickup_waits_and_its_customer_is_notified_once(
    now, alice, salon, time_machine
) -> None:
    bookings = seven_pickups_on_monday(alice, salon)
    time_machine.move_to(at("2026-11-21 17:00"))

    assert tick() == 6
    for _ in range(3):
        time_machine.shift(timedelta(minutes=5))
        assert tick() == 0

    assert unpaid_reservations(alice) == MOST_UNPAID
    (once,) = notice_texts(alice, "recurring_waits")
    assert once == (
        "Your next pickup waits for a payment: Your pickup on Mon 23 Nov is not booked yet: 6 pickups are "
        "waiting for your payment already. Pay or skip one of them, and we book it."
    )
    assert waiting(bookings)


def test_nobody_is_notified_to_pay_what_a_card_is_about_to_pay(now, alice, salon, time_machine) -> None:
    seven_pickups_on_monday(alice, salon)
    time_machine.move_to(at("2026-11-21 17:00"))

    tick()
    later = time_machine.now + timedelta(hours=1)
    Occurrence.objects.filter(status="placed").update(asked_at=None, remind_at=None, charge_at=later)
    time_machine.shift(timedelta(minutes=5))
    tick()

    assert notice_texts(alice, "recurring_waits") == []
    assert unpaid_reservations(alice) == MOST_UNPAID


@pytest.mark.parametrize("how", ["paid", "skipped"])
def test_one_that_is_paid_or_skipped_lets_the_next_one_through(now, alice, salon, time_machine, how) -> None:
    bookings = seven_pickups_on_monday(alice, salon)
    time_machine.move_to(at("2026-11-21 17:00"))
    tick()
    held = waiting(bookings)
    order = Order.objects.filter(payment_status="unpaid").first()
    assert order is not None

    if how == "paid":
        pay(order, now=time_machine.now)
    else:
        booking = order.occurrence.booking
        assert act(booking, "2026-11-23", "skip").status_code == 200
    time_machine.shift(timedelta(minutes=5))

    assert tick() == 1
    assert status_on(held, "2026-11-23") == "needs_payment"
    assert unpaid_reservations(alice) == MOST_UNPAID


def test_one_that_waited_too_long_is_missed_with_the_reason(now, alice, salon, time_machine) -> None:
    held = set_up(alice, salon)
    Occurrence.objects.filter(booking=held).update(waiting_since=now)
    time_machine.move_to(at("2026-11-23 08:30"))

    tick()

    row = next(row for row in shown(held)["occurrences"] if row["originalDate"] == "2026-11-23")
    assert (row["status"], row["reason"]) == ("missed", "Other pickups were waiting for your payment.")
    (once,) = notice_texts(alice, "recurring_missed")
    assert once == (
        "Pickup does not take place: Other pickups were waiting for your payment, so your pickup on "
        "Mon 23 Nov, 09:00-10:00 does not take place."
    )


def test_one_that_waits_is_given_up_when_it_can_no_longer_be_paid_in_time(
    now, alice, salon, time_machine
) -> None:
    held, *_ = seven_pickups_on_monday(alice, salon)
    Occurrence.objects.filter(booking=held).update(place_at=at("2026-11-23 07:57"))
    for wall in ("07:50", "07:57"):
        time_machine.move_to(at(f"2026-11-23 {wall}"))
        tick()
    assert status_on(held, "2026-11-23") == "planned"

    time_machine.move_to(at("2026-11-23 08:00"))
    tick()

    assert status_on(held, "2026-11-23") == "missed"


def test_accounts_of_one_batch_are_counted_apart(now, alice, chiara, salon, time_machine) -> None:
    seven_pickups_on_monday(alice, salon)
    set_up(chiara, salon, preferredTime="13:00")
    time_machine.move_to(at("2026-11-21 17:00"))

    assert tick() == 7
    assert (unpaid_reservations(alice), unpaid_reservations(chiara)) == (MOST_UNPAID, 1)


@pytest.mark.proof
def test_a_day_of_36_places_is_never_held_by_one_unpaid_account(now, alice, salon, time_machine) -> None:
    # The day has 12 hours with capacity 3; of at most 20 bookings half are moved to it.
    generate_time_slots()
    for hour in HOURS:
        set_up(alice, salon, preferredTime=hour)
        assert ask(alice, monthly(salon, 23, preferredTime=hour)).status_code == 201
        for weekday in (2, 3):
            other = set_up(alice, salon, dayOfWeek=weekday, preferredTime=hour)
            day = f"2026-11-{22 + weekday}"
            to = {"date": "2026-11-23", "time": hour}
            assert act(other, day, "move", to).status_code == 200
    assert ask(alice, recurring_payload(salon, dayOfWeek=4)).json()["code"] == "too_many_recurring_bookings"

    most = 0
    time_machine.move_to(at("2026-11-21 08:00"))
    while time_machine.now < at("2026-11-23 20:00"):
        tick()
        most = max(most, unpaid_reservations(alice))
        time_machine.shift(timedelta(hours=4))

    assert most == MOST_UNPAID
    assert Occurrence.objects.filter(moved_to="2026-11-23").count() == 10
    record("R23 (a day)", f"a day of 36 places, 20 bookings: {most} unpaid at most", "never 36, at most 6")


@pytest.mark.race
@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
def test_workers_at_once_give_no_account_a_seventh_place(alice, salon, time_machine) -> None:
    time_machine.move_to(at("2026-11-18 09:30"))
    seven_pickups_on_monday(alice, salon)
    time_machine.move_to(at("2026-11-21 17:00"))

    race([tick] * 4)

    assert unpaid_reservations(alice) == MOST_UNPAID
    record("R23 (workers)", "4 workers at once, 7 due: 6 places", "at most 6 unpaid places an account")
