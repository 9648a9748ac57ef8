"""Two acts at once break nothing; where a lock is missing, that is found."""

from threading import Barrier
from typing import Any

import pytest

from orders import locking
from orders.lifecycle import transitions
from orders.models import Order
from orders.tests.year import living
from orders.tests.year.checking import check_touched
from orders.tests.year.history import Step, Violation
from orders.tests.year.test_guards import BOOKS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.race]
PAYS = Step("pays", {"order": "order 1", "card": "good", "then": "returns"})
PAYS_AND_LEAVES = Step("pays", {"order": "order 1", "card": "good", "then": "closes the tab"})
HOUR = {"provider": "paul", "day": "2026-11-21", "wall": "11:00", "service": "standard"}
ALICE_BOOKS = {"does": "books", "order": "order 2", "who": "alice"} | HOUR


def of_order_1(does: str, **further: Any) -> dict[str, Any]:
    return {"does": does, "order": "order 1"} | further


STEPS = of_order_1("steps", to="pickup")


@pytest.mark.parametrize(
    ("pays", "first", "second"),
    [
        (PAYS, of_order_1("cancels"), of_order_1("cancels")),
        (PAYS, STEPS, STEPS),
        (PAYS, STEPS, of_order_1("cancels")),
        (PAYS, of_order_1("an_operator_refunds"), of_order_1("an_operator_cancels")),
        (PAYS_AND_LEAVES, of_order_1("webhooks_arrive"), of_order_1("comes_back")),
        (PAYS_AND_LEAVES, of_order_1("webhooks_arrive"), of_order_1("cancels")),
        (PAYS, ALICE_BOOKS, ALICE_BOOKS | {"order": "order 3"}),
        # Of this hour there is one place.
        (PAYS, ALICE_BOOKS, ALICE_BOOKS | {"order": "order 3", "who": "emil"}),
    ],
)
def test_two_acts_at_once_break_nothing(new_committed_world, pays, first, second) -> None:
    found = living.fails(
        new_committed_world, [BOOKS, pays, Step("two_at_once", {"first": first, "second": second})]
    )

    assert found is None, found


# SQLite lets one transaction write at a time: both cannot have read before one writes.
@pytest.mark.only_postgres
@pytest.mark.breaks_invariants
def test_control_without_lock_and_comparison_two_acts_at_once_break_a_history(
    new_committed_world, monkeypatch
) -> None:
    both_have_read = Barrier(2)

    def read_without_lock(*, order_id, expected_version=None) -> Order:
        order = Order.objects.select_related("customer", "provider__user").get(pk=order_id)
        both_have_read.wait(30)
        return order

    with new_committed_world() as world:
        world.carry_out(BOOKS)
        world.carry_out(PAYS)
        monkeypatch.setattr(locking, "locked_order", read_without_lock)
        monkeypatch.setattr(transitions, "_swap", lambda *_: True)

        world.carry_out(Step("two_at_once", {"first": STEPS, "second": STEPS}))

        with pytest.raises(Violation, match="histories are paths of the table"):
            check_touched(world)
