"""How many statements actions on an order take: each is a round trip to the database."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts import own_words
from accounts.account_texts import ACCOUNT_KEPT
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace.tests.proof import record
from orders import tasks
from orders.lifecycle import holds
from orders.payments.tests.cards import save
from orders.recurring.tests.running_bookings import at, give_week, order_on, set_up
from orders.tests.booking import advance, book, pay
from orders.tests.counting import CONTROL

pytestmark = [pytest.mark.django_db, pytest.mark.proof, pytest.mark.at(NOW)]


def counted(act) -> int:
    """Return how many statements an action takes, including the caller's session and account."""
    with CaptureQueriesContext(connection) as queries:
        act()
    return len([query for query in queries.captured_queries if not query["sql"].startswith(CONTROL)])


@pytest.fixture(autouse=True)
def _own_words_are_known(db) -> None:
    """Load the operators' own texts, which a running process has cached."""
    own_words.read(ACCOUNT_KEPT.of(), language="en")


@pytest.fixture
def roomy(salon):
    """Return a slot that no booking of a test fills."""
    return make_slot(salon, capacity=10)


def test_a_step_takes_at_most_twelve(now, alice, bruno, roomy) -> None:
    order, client = book(alice, roomy), client_for(bruno)
    pay(order)

    def step():
        return client.post(
            f"/api/orders/{order.pk}/status", {"status": "pickup"}, headers={"Idempotency-Key": "step"}
        )

    taken = counted(step)

    assert step().json()["status"] == "pickup"
    assert taken <= 12
    record("P12", f"a status step: {taken} statements", "at most 12")


@pytest.mark.parametrize(("paid", "most"), [(True, 18), (False, 14)])
def test_a_cancellation_takes_few(now, alice, roomy, paid, most) -> None:
    order, client = book(alice, roomy), client_for(alice)
    if paid:
        pay(order)

    def cancel():
        return client.post(f"/api/orders/{order.pk}/cancellation", {}, headers={"Idempotency-Key": "cancel"})

    taken = counted(cancel)

    assert cancel().json()["status"] == "cancelled"
    assert taken <= most
    if paid:
        record("P12", f"a paid cancellation: {taken} statements", "at most 18")


def test_an_expired_hold_takes_at_most_nine(now, alice, chiara, roomy) -> None:
    later = partial(holds.expire_unpaid, now=NOW + timedelta(minutes=16))
    book(alice, roomy)
    one = counted(later)
    book(alice, roomy)
    book(chiara, roomy)

    two = counted(later)

    # The difference leaves out the sweep's own statements.
    assert two - one <= 9
    record("P12", f"an expired hold: {two - one} statements", "at most 9")


@pytest.mark.parametrize("path", ["/api/provider/orders", "/api/provider/orders/history"])
def test_a_provider_reads_jobs_with_at_most_four(now, alice, chiara, bruno, roomy, path) -> None:
    client = client_for(bruno)
    over = book(alice, roomy)
    pay(over)
    advance(over, to="completed")
    pay(book(chiara, roomy))
    client.get(path)

    with CaptureQueriesContext(connection) as queries:
        found = client.get(path).json()

    asked = [query["sql"] for query in queries.captured_queries if not query["sql"].startswith(CONTROL)]
    # Not counted: session and account, which every call reads.
    caller = ("django_session", 'WHERE "accounts_user"."id" =')
    asked = [sql for sql in asked if not any(part in sql for part in caller)]
    assert len(found if isinstance(found, list) else found["orders"]) == (1 if "history" in path else 2)
    assert len(asked) <= 4


def test_a_charge_of_a_saved_card_takes_at_most_seventeen(time_machine, stripe, alice, chiara, salon) -> None:
    give_week(salon)
    save(stripe, alice)
    save(stripe, chiara)
    first = set_up(alice, salon)
    more = [set_up(customer, salon, dayOfWeek=2) for customer in (alice, chiara)]
    time_machine.move_to(at("2026-11-21 09:00"))
    tasks.place_recurring_orders()
    one = counted(tasks.charge_recurring_orders)
    time_machine.move_to(at("2026-11-22 09:00"))
    tasks.place_recurring_orders()

    two = counted(tasks.charge_recurring_orders)

    assert order_on(first, "2026-11-23").was_paid
    assert all(order_on(booking, "2026-11-24").was_paid for booking in more)
    # The difference leaves out the sweep's own statements.
    assert two - one <= 17
    record("P12", f"a charge of a saved card: {two - one} statements", "at most 17")
