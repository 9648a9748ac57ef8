"""A pickup that became an order is locked as an order is: the order first, then its occurrence."""

from functools import partial
from threading import Thread

import pytest
from django.db import OperationalError, transaction

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot, make_user
from marketplace.tests.racing import race, until_somebody_waits
from orders import locking
from orders.lifecycle import cancelling
from orders.models import Actor, ActorRole
from orders.recurring import occurrence_actions
from orders.recurring.tests.running_bookings import CALL, at, occurrence_on, order_on, set_up, tick
from orders.tests.booking import pay

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race, pytest.mark.at(NOW)]
MONDAY, DUE = "2026-11-23", at("2026-11-21 09:00")


@pytest.fixture
def booking(time_machine, salon):
    """Return alice's booking of every Monday; the first pickup is placed and unpaid."""
    booking = set_up(make_user("alice"), salon)
    time_machine.move_to(DUE)
    tick()
    make_slot(salon, day=at("2026-11-24 11:00").date(), start=at("2026-11-24 11:00").time())
    return booking


def call(booking, what, body):
    """Return a call of the customer about Monday's pickup, and the list for its responses."""
    client, responses = client_for(booking.customer), []
    path = f"{CALL}/{booking.pk}/occurrences/{occurrence_on(booking, MONDAY)['id']}/{what}"
    act = partial(client.post, path, body)
    return Thread(target=lambda: responses.extend(race([act]))), responses


def cancel_while(thread, booking):
    """Cancel Monday's order while ``thread``, started in between, waits for its lock."""
    customer = Actor(ActorRole.CUSTOMER, booking.customer_id)
    with transaction.atomic():
        order = locking.locked_order(order_id=order_on(booking, MONDAY).pk)
        thread.start()
        until_somebody_waits()
        cancelling.cancel_locked(order=order, actor=customer, now=DUE)


@pytest.mark.only_postgres
@pytest.mark.parametrize(("what", "body"), [("skip", {}), ("move", {"date": "2026-11-24", "time": "12:00"})])
def test_who_comes_while_the_order_is_cancelled_waits_and_is_notified(booking, what, body) -> None:
    thread, responses = call(booking, what, body)

    cancel_while(thread, booking)
    thread.join()

    assert [(response.status_code, response.json()["code"]) for response in responses] == [
        (409, "already_skipped")
    ]
    row = occurrence_on(booking, MONDAY)
    assert (row["status"], row["date"]) == ("skipped", MONDAY)


@pytest.mark.only_postgres
def test_control_with_the_occurrence_first_one_of_them_deadlocks(booking, monkeypatch) -> None:
    monkeypatch.setattr(occurrence_actions, "_movable", occurrence_actions._found)
    thread, responses = call(booking, "move", {"date": "2026-11-24", "time": "12:00"})
    fell = False

    try:
        cancel_while(thread, booking)
    except OperationalError:
        fell = True
    thread.join()

    # The database aborts one side of the deadlock: this transaction, or the call, which gets 503.
    assert fell or responses[0].status_code == 503


@pytest.mark.only_postgres
def test_an_order_that_is_paid_while_its_booking_ends_takes_place_as_booked(booking) -> None:
    order, responses = order_on(booking, MONDAY), []
    end = partial(client_for(booking.customer).delete, f"{CALL}/{booking.pk}")
    thread = Thread(target=lambda: responses.extend(race([end])))

    with transaction.atomic():
        locking.locked_order(order_id=order.pk)
        thread.start()
        until_somebody_waits()
        pay(order, now=DUE)
    thread.join()

    assert [response.status_code for response in responses] == [200]
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
