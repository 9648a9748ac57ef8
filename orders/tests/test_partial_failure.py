"""A command that fails halfway leaves the database exactly as it was, at whichever statement it fails."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import time
from decimal import Decimal
from functools import partial
from types import SimpleNamespace

import pytest
from django.db import connection

from conftest import NOW, make_slot
from marketplace.tests.proof import record
from orders import cancelling, placing, rescheduling, reviewing, transitions
from orders.models import Order, Payment
from orders.payments import gateway, settle
from orders.tests.booking import ADDRESS, advance, book, pay
from orders.transitions import Actor

pytestmark = pytest.mark.django_db(transaction=True)

CONTROL = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")


class Broken(Exception):
    """The database stopped answering."""


@contextmanager
def breaking_at(number: int) -> Iterator[SimpleNamespace]:
    """Fail at the n-th statement of the block, before it is carried out."""
    state = SimpleNamespace(seen=0, broke=False)

    def count(execute, sql, params, many, context):
        if not sql.upper().startswith(CONTROL):
            state.seen += 1
            if state.seen == number:
                state.broke = True
                raise Broken(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(count):
        yield state


def everything() -> dict[str, list[tuple]]:
    """Return every row of every table."""
    with connection.cursor() as cursor:
        tables = {}
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            tables[table] = sorted(cursor.fetchall(), key=repr)
    return tables


def place(alice, slot) -> Callable[[], object]:
    return partial(
        placing.place_order,
        customer=alice,
        provider_id=slot.provider_id,
        service_type="standard",
        weight=Decimal(12),
        pickup_address=ADDRESS,
        delivery_address=ADDRESS,
        pickup_at=slot.starts_at,
        special_instructions="",
        now=NOW,
    )


def settle_payment(alice, slot) -> Callable[[], object]:
    order = book(alice, slot)
    payment = Payment.objects.create(
        order=order, attempt=1, intent_id="pi_1", amount=order.total_amount, created_at=NOW
    )
    intent = gateway.Intent(
        id="pi_1",
        status="succeeded",
        amount=payment.amount,
        amount_received=payment.amount,
        currency="chf",
        livemode=False,
        order_id=str(order.pk),
        attempt="1",
        error_message="",
        client_secret="",
    )
    return partial(settle.apply_intent, intent=intent, now=NOW)


def settle_late_payment(alice, slot) -> Callable[[], object]:
    act = settle_payment(alice, slot)
    order = Order.objects.get()
    cancelling.cancel_order(order_id=order.pk, actor=Actor("customer", alice.pk), now=NOW)
    return act


def complete(alice, slot) -> Callable[[], object]:
    order = book(alice, slot)
    pay(order)
    advance(order, to="delivery")
    provider = Actor("provider", slot.provider.user_id)
    return partial(transitions.move, order_id=order.pk, to="completed", actor=provider, now=NOW)


def cancel_late(alice, slot) -> Callable[[], object]:
    order = book(alice, slot)
    pay(order)
    late = slot.starts_at
    return partial(cancelling.cancel_order, order_id=order.pk, actor=Actor("customer", alice.pk), now=late)


def reschedule(alice, slot) -> Callable[[], object]:
    order = book(alice, slot)
    other = make_slot(slot.provider, start=time(15))
    return partial(rescheduling.reschedule, order_id=order.pk, pickup_at=other.starts_at, now=NOW)


def review(alice, slot) -> Callable[[], object]:
    order = book(alice, slot)
    pay(order)
    advance(order, to="completed")
    return partial(reviewing.review_order, order_id=order.pk, rating=5, comment="Clean.", now=NOW)


COMMANDS = [place, settle_payment, settle_late_payment, complete, cancel_late, reschedule, review]


@pytest.mark.proof
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_a_failure_at_any_statement_changes_nothing(now, alice, slot, command) -> None:
    act = command(alice, slot)
    before = everything()

    number = 0
    while True:
        number += 1
        with breaking_at(number) as state, suppress(Broken):
            act()
        if not state.broke:
            break
        assert everything() == before, f"statement {number} of {command.__name__}"

    assert everything() != before
    assert number > 5
    record("R18", f"{command.__name__}: {number - 1} of {number - 1} statements", "100 % of statements")
