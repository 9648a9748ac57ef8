"""What is wrong of an order is found by the look at it alone, as by the look at everything."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import F

from orders.models import Order, OrderLine, Reservation
from orders.tests import invariant_checks
from orders.tests.year import orders_alone
from orders.tests.year.checking import check_touched
from orders.tests.year.history import Step, Violation
from orders.tests.year.test_guards import BOOKS
from scheduling.models import TimeSlot

pytestmark = pytest.mark.breaks_invariants
BOOKS_AGAIN = Step("books", BOOKS.arguments | {"order": "order 2", "wall": "10:00", "who": "emil"})
PAYS = Step("pays", {"order": "order 1", "card": "good", "then": "returns"})

# What breaks something of an order, by the invariant that says so.
IN_THE_DATA: dict[str, Callable[[Order], object]] = {
    "every booked place is reserved": lambda order: _counted(order, 1),
    "running orders hold one place": lambda order: (
        _counted(order, -1),
        Reservation.objects.filter(order=order).delete(),
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
}
FOR_THE_SIDES: dict[str, Callable[[Order], object]] = {
    "an order holds a place at another hour": lambda order: _change(
        order, pickup_at=F("pickup_at") + timedelta(hours=3)
    ),
    "an order waits for ever": lambda order: _change(
        order, hand_back_due_at=order.created_at - timedelta(days=1)
    ),
}


def _change(order: Order, **columns: object) -> int:
    return Order.objects.filter(pk=order.pk).update(**columns)


def _counted(order: Order, more: int) -> int:
    slot = Reservation.objects.values_list("slot", flat=True).get(order=order)
    return TimeSlot.objects.filter(pk=slot).update(booked=F("booked") + more)


def kinds(sentences: list[str]) -> set[str]:
    return {sentence.partition(": ")[0] for sentence in sentences}


@pytest.fixture
def world(new_world):
    """Return a world with two orders, of which the last act was about the second."""
    with new_world() as made:
        for step in (BOOKS, PAYS, BOOKS_AGAIN):
            made.carry_out(step)
            check_touched(made)
        yield made


@pytest.mark.sweep
@pytest.mark.parametrize("kind", IN_THE_DATA)
def test_what_is_broken_of_an_order_is_found_by_looking_at_it_alone(world, kind) -> None:
    IN_THE_DATA[kind](Order.objects.get(pk=world.orders["order 1"]))

    found = kinds(orders_alone.violations([world.orders["order 1"]]))

    assert kind in found
    assert found == kinds(invariant_checks.violations())
    assert orders_alone.violations([world.orders["order 2"]]) == []


@pytest.mark.sweep
@pytest.mark.parametrize("kind", IN_THE_DATA | FOR_THE_SIDES)
def test_an_act_is_followed_by_the_look_at_its_orders(world, kind) -> None:
    (IN_THE_DATA | FOR_THE_SIDES)[kind](Order.objects.get(pk=world.orders["order 1"]))
    check_touched(world)

    world.touched = ["order 1"]

    with pytest.raises(Violation) as found:
        check_touched(world)
    if kind in FOR_THE_SIDES:
        assert found.value.kind == kind
