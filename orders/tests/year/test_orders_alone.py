"""What is wrong of an order is found by the look at it alone, as by the look at everything."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import F

from orders.models import Order, OrderLine, Reservation
from orders.tests.year.history import Step, Violation
from orders.tests.year.looking import look, look_at_touched
from orders.tests.year.test_guards import BOOKS
from scheduling.models import TimeSlot

pytestmark = pytest.mark.breaks_invariants
BOOKS_AGAIN = Step("books", BOOKS.arguments | {"order": "order 2", "wall": "10:00", "who": "emil"})
PAYS = Step("pays", {"order": "order 1", "card": "good", "then": "returns"})

# What breaks something of an order, and the invariant that says so.
BROKEN: dict[str, Callable[[Order], object]] = {
    "running orders hold one place": lambda order: Reservation.objects.filter(order=order).delete(),
    "every booked place is reserved": lambda order: TimeSlot.objects.filter(reservations__order=order).update(
        booked=F("booked") + 1
    ),
    "an order holds a place at another hour": lambda order: _change(
        order, pickup_at=F("pickup_at") + timedelta(hours=3)
    ),
    "histories are paths of the table": lambda order: _change(order, status="washing"),
    "totals are sums of lines": lambda order: OrderLine.objects.filter(order=order).update(
        amount=Decimal(90)
    ),
    "refunds stay within what was paid": lambda order: _change(order, refunded_amount=Decimal(5)),
    "disputes withhold what orders say": lambda order: _change(order, disputed_amount=Decimal(5)),
    "the platform bears what refunds and disputes say": lambda order: _change(
        order, borne_by_platform=Decimal(5)
    ),
    "an order waits for ever": lambda order: _change(
        order, hand_back_due_at=order.created_at - timedelta(days=1)
    ),
}


def _change(order: Order, **columns: object) -> int:
    return Order.objects.filter(pk=order.pk).update(**columns)


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_broken_of_an_order_is_found_right_after_the_act_about_it(new_world, kind) -> None:
    with new_world() as world:
        for step in (BOOKS, PAYS, BOOKS_AGAIN):
            world.carry_out(step)
            look_at_touched(world)
        # The last act was about the other order.
        BROKEN[kind](Order.objects.get(pk=world.orders["order 1"]))
        look_at_touched(world)

        world.touched = ["order 1"]

        for ask in (look, look_at_touched):
            with pytest.raises(Violation, match=kind):
                ask(world)
