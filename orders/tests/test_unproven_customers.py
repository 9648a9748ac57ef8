"""Places held without paying by people who have proved nothing, and bookings from one network address."""

from collections.abc import Callable, Sequence
from datetime import time, timedelta
from typing import Any

import pytest

from accounts.models import Notification, User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_operator, make_provider, make_slot, make_user
from marketplace.tests.racing import race
from orders.models import Order
from orders.recurring.tests.running_bookings import CALL, at, give_week, recurring_payload, set_up, tick
from orders.tests.booking import book, order_payload, patiently, pay
from providers.models import Provider
from scheduling.models import TimeSlot

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]
HERE, ELSEWHERE = "203.0.113.7", "203.0.113.8"


def newcomer(name: str) -> User:
    """Create an account whose address is not confirmed."""
    return make_user(name, email_verified_at=None)


def ask(customer: User, slot: TimeSlot, *, at: str = HERE, **changes) -> tuple[int, str | None]:
    response = client_for(customer).post("/api/orders", order_payload(slot, **changes), REMOTE_ADDR=at)
    return response.status_code, response.json().get("code")


def half_held(salon: Provider) -> TimeSlot:
    """Let two newcomers hold half of a day of twelve places."""
    slot = make_slot(salon, capacity=12)
    for customer in (newcomer("nina"), newcomer("nora")):
        for _ in range(3):
            book(customer, slot)
    return slot


def at_once(customers: Sequence[User], slot: TimeSlot) -> list[int]:
    """Let all of them book in the same moment; return the sorted statuses."""

    def call(customer: User) -> Callable[[], Any]:
        client = client_for(customer)
        return lambda: patiently(lambda: client.post("/api/orders", order_payload(slot)))

    return sorted(response.status_code for response in race([call(customer) for customer in customers]))


def test_newcomers_hold_half_of_a_day_at_most(now, salon) -> None:
    slot = half_held(salon)
    nils = newcomer("nils")

    response = client_for(nils).post("/api/orders", order_payload(slot))

    assert (response.status_code, response.json()["code"]) == (409, "email_not_confirmed")
    assert response.json()["message"] == (
        "Many new customers are booking this day with Bruno M. right now. Please confirm your email address "
        "with the link that we sent you, then book again. Or choose another day."
    )
    assert ask(nils, make_slot(salon, day=slot.date + timedelta(days=1)))[0] == 201


def test_whoever_confirms_the_address_books(now, salon) -> None:
    slot, nils = half_held(salon), newcomer("nils")
    assert ask(nils, slot) == (409, "email_not_confirmed")

    User.objects.filter(pk=nils.pk).update(email_verified_at=now)

    assert ask(nils, slot)[0] == 201


def test_whoever_has_paid_an_order_books(now, salon) -> None:
    slot, nils = make_slot(salon, capacity=12), newcomer("nils")
    pay(book(nils, slot))
    for customer in (newcomer("nina"), newcomer("nora")):
        for _ in range(3):
            book(customer, slot)

    assert ask(nils, slot)[0] == 201


def test_a_small_day_is_not_closed_to_newcomers(now, salon) -> None:
    slot, nils = make_slot(salon, capacity=3), newcomer("nils")

    assert [ask(nils, slot)[0] for _ in range(3)] == [201] * 3


def test_a_place_that_was_not_paid_in_time_does_not_count(now, salon, time_machine) -> None:
    slot = half_held(salon)

    time_machine.move_to(now + timedelta(minutes=15))

    assert ask(newcomer("nils"), slot)[0] == 201


def test_only_an_operator_moves_an_unpaid_order_into_the_other_half(now, salon, dora) -> None:
    slot, nils = half_held(salon), newcomer("nils")
    order = book(nils, make_slot(salon, day=slot.date + timedelta(days=1)))
    to = {"newPickupDate": f"{slot.date}", "newPickupTime": f"{slot.start_time:%H:%M}"}

    response = client_for(nils).patch(f"/api/orders/{order.pk}/reschedule", to)

    assert (response.status_code, response.json()["code"]) == (409, "email_not_confirmed")
    assert client_for(dora).patch(f"/api/orders/{order.pk}/reschedule", to).status_code == 200


def test_an_unpaid_order_is_moved_within_its_day(now, salon) -> None:
    slot = half_held(salon)
    order, later = Order.objects.latest("created_at"), make_slot(salon, start=time(15))
    to = {"newPickupDate": f"{later.date}", "newPickupTime": "15:00"}

    response = client_for(order.customer).patch(f"/api/orders/{order.pk}/reschedule", to)

    assert response.status_code == 200
    assert slot.date == later.date


def test_recurring_bookings_of_newcomers_wait_for_the_other_half(now, salon, time_machine) -> None:
    give_week(salon, capacity=1)
    for customer in (newcomer("nina"), newcomer("nora")):
        for hour in ("09:00", "11:00", "13:00", "15:00", "17:00"):
            set_up(customer, salon, preferredTime=hour)

    time_machine.move_to(at("2026-11-21 17:00"))

    assert tick() == 6
    waiting = Notification.objects.filter(kind="recurring_waits")
    assert waiting.count() == 4
    assert {(notice.title, notice.body) for notice in waiting} == {
        (
            "Your next pickup waits for your email address",
            "Confirm your email address, and we book your pickup: Mon 23 Nov.",
        )
    }
    time_machine.shift(timedelta(minutes=5))
    assert (tick(), waiting.count()) == (0, 4)
    for order in Order.objects.all():
        pay(order)
    time_machine.shift(timedelta(minutes=5))
    assert tick() == 4


def test_an_operator_books_for_a_newcomer(now, salon, dora) -> None:
    slot, nils = half_held(salon), newcomer("nils")

    assert ask(dora, slot, customerId=str(nils.pk))[0] == 201


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_newcomers_who_book_at_once_hold_no_more(now, salon) -> None:
    slot = make_slot(salon, capacity=12)

    assert at_once([newcomer(f"nina{number}") for number in range(10)], slot) == [201] * 6 + [409] * 4
    assert Order.objects.count() == 6


# --- From one network address ---------------------------------------------------------------------------


@pytest.fixture
def three_an_hour(settings) -> None:
    settings.PROVIDER_BOOKINGS_PER_HOUR = 3


def test_an_address_books_with_one_provider_as_often_as_an_hour_allows(three_an_hour, now, salon) -> None:
    slot = make_slot(salon, capacity=12)
    for name in ("anna", "beat", "carl"):
        assert ask(make_user(name), slot)[0] == 201
    daria = make_user("daria")

    response = client_for(daria).post("/api/orders", order_payload(slot), REMOTE_ADDR=HERE)

    assert (response.status_code, response.json()["code"]) == (429, "too_many_bookings_here")
    assert 0 < int(response["Retry-After"]) <= 7200
    assert response.json()["message"] == (
        "Very many bookings with this provider came from your network within the last hour. Please try again "
        "later, or choose another provider."
    )
    assert ask(daria, make_slot(make_provider(make_user("emil"))))[0] == 201
    assert ask(daria, slot, at=ELSEWHERE)[0] == 201


def test_recurring_bookings_count_with_the_others(three_an_hour, now, alice, salon) -> None:
    slot = make_slot(salon, capacity=12)
    for name in ("anna", "beat", "carl"):
        ask(make_user(name), slot)

    response = client_for(alice).post(CALL, recurring_payload(salon), REMOTE_ADDR=HERE)

    assert (response.status_code, response.json()["code"]) == (429, "too_many_bookings_here")


def test_operators_book_from_one_address(three_an_hour, now, salon) -> None:
    slot, operator = make_slot(salon, capacity=12), make_operator("olga", "operations")
    people = [make_user(name) for name in ("anna", "beat", "carl", "daria")]

    assert [ask(operator, slot, customerId=str(person.pk))[0] for person in people] == [201] * 4


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_bookings_at_once_from_one_address_are_counted_exactly(three_an_hour, now, salon) -> None:
    slot = make_slot(salon, capacity=12)

    assert at_once([make_user(f"anna{number}") for number in range(8)], slot) == [201] * 3 + [429] * 5
