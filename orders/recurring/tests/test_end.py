"""Ending a series: orders that were paid take place as booked."""

from decimal import Decimal
from uuid import uuid4

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.tests.proof import record
from orders.models import Actor, ActorRole
from orders.payments import refunding
from orders.payments.tests.cards import save
from orders.recurring.tests.running_bookings import CALL, at, order_on, shown, status_on, tick
from orders.tests.booking import advance

pytestmark = [pytest.mark.at(NOW), pytest.mark.usefixtures("stripe")]

MONDAY = "2026-11-23"
DUE = at("2026-11-21 09:00")


def go_to(time_machine, instant) -> int:
    time_machine.move_to(instant)
    return tick()


def test_ending_the_series_leaves_paid_orders_alone(time_machine, booking, stripe, alice) -> None:
    save(stripe, alice)
    go_to(time_machine, DUE)

    client_for(alice).delete(f"{CALL}/{booking.pk}")

    assert order_on(booking, MONDAY).status == "confirmed"
    assert status_on(booking, MONDAY) == "paid"
    assert shown(booking)["isActive"] is False


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("amount", ["0.00", "10.00", "27.50"])
@pytest.mark.parametrize("status", ["confirmed", "pickup", "washing", "delivery", "completed"])
def test_a_series_ends_beside_an_order_that_was_paid_whatever_was_returned(
    time_machine, booking, stripe, alice, dora, status, amount
) -> None:
    save(stripe, alice)
    go_to(time_machine, DUE)
    order = advance(order_on(booking, MONDAY), to=status)
    if Decimal(amount):
        refunding.refund_order(
            actor=Actor(ActorRole.OPERATOR, dora.pk), order_id=order.pk, amount=Decimal(amount),
            note="Goodwill", key=uuid4(), now=DUE,
        )  # fmt: skip
    assert status_on(booking, MONDAY) == "paid"

    assert client_for(alice).delete(f"{CALL}/{booking.pk}").status_code == 200

    assert (shown(booking)["isActive"], order_on(booking, MONDAY).status) == (False, status)
    record("R24 (series)", f"{status}, CHF {amount} returned: the series ends", "5 statuses x refund")
