"""A locked slot: requests for that hour get a timely response, and other hours are not affected."""

from contextlib import contextmanager
from datetime import time
from threading import Event, Thread
from time import monotonic

import pytest
from django.db import connections, transaction

from conftest import client_for, make_slot, make_user
from marketplace.tests.proof import record
from marketplace.tests.racing import START_WITHIN_SECONDS
from orders.tests.booking import book, order_payload
from scheduling.models import TimeSlot

pytestmark = [pytest.mark.only_postgres, pytest.mark.django_db(transaction=True), pytest.mark.race]
ANSWERS_WITHIN_SECONDS = 3.5


@contextmanager
def held(slot: TimeSlot):
    """Lock a slot's row on another connection until the block ends."""
    has_it, lets_go = Event(), Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                TimeSlot.objects.select_for_update().get(pk=slot.pk)
                has_it.set()
                lets_go.wait(START_WITHIN_SECONDS)
        finally:
            connections.close_all()

    thread = Thread(target=hold)
    thread.start()
    assert has_it.wait(START_WITHIN_SECONDS)
    try:
        yield
    finally:
        lets_go.set()
        thread.join()


def seconds_to_book(slot: TimeSlot, name: str) -> float:
    user = make_user(name)
    began = monotonic()
    book(user, slot)
    return monotonic() - began


@pytest.mark.proof
@pytest.mark.usefixtures("now")
def test_who_wants_it_is_answered_in_time_and_others_book_on(alice, salon) -> None:
    wanted, other = make_slot(salon), make_slot(salon, start=time(14), capacity=50)
    client = client_for(alice)
    quiet = sorted(seconds_to_book(other, f"quiet{number}") for number in range(10))
    with held(wanted):
        began = monotonic()
        response = client.post("/api/orders", order_payload(wanted))
        took = monotonic() - began
        beside = sorted(seconds_to_book(other, f"beside{number}") for number in range(10))

    assert (response.status_code, response.json()["code"], response["Retry-After"]) == (
        503,
        "database_busy",
        "1",
    )
    assert took <= ANSWERS_WITHIN_SECONDS
    assert client.post("/api/orders", order_payload(wanted)).status_code == 201
    record(
        "T11",
        f"answer after {took:.1f} s; an order beside it {beside[5] / quiet[5]:.1f}x",
        "<= 3.5 s, other slots <= 2x",
    )
