"""A fault after any statement of a write leaves the database exactly as it was."""

from collections.abc import Callable
from datetime import date, time, timedelta
from decimal import Decimal
from functools import partial
from itertools import count
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection, transaction

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace.jobs.models import Job
from marketplace.tests.proof import figure, record
from orders.lifecycle import holds
from orders.lifecycle.cancelling import cancel_order
from orders.models import Actor, Occurrence, Payment
from orders.payments import dispute_gateway, disputes, gateway, settle
from orders.payments.refunding import refund_order
from orders.recurring import charging, occurrence_placing
from orders.recurring.tests.running_bookings import at, give_week, set_up
from orders.tests.booking import advance, book, order_payload, pay, rated_by_provider
from orders.tests.counting import CONTROL

pytestmark = pytest.mark.at(NOW)

WATCHED = ["marketplace", "accounts", "providers", "scheduling", "orders"]
KEY = {"Idempotency-Key": "fault"}


class Fault(Exception):
    """The fault that the test injects."""


class FaultAfter:
    """Lets a number of statements through and raises in place of the next one.

    Before, and not after a statement: with unfetched rows SQLite cannot roll back to a savepoint.
    """

    def __init__(self, number: int, *, beside: str = "") -> None:
        self.left = number
        self.seen = 0
        self.beside = beside

    def __call__(self, execute, sql, params, many, context):
        if not sql.upper().startswith(CONTROL) and not (self.beside and self.beside in sql):
            if self.left == self.seen:
                self.left = -1
                raise Fault
            self.seen += 1
        return execute(sql, params, many, context)


def everything() -> dict[str, list[tuple]]:
    """Return every row of our tables."""
    models = [model for app in WATCHED for model in apps.get_app_config(app).get_models()]
    return {
        model._meta.db_table: sorted(model._base_manager.values_list(), key=str)
        for model in models
        if model._meta.db_table != "providers_postalcode"
    }


def statements_of(act: Callable[[], object]) -> int:
    """Return how many statements an action takes, and roll it back."""
    counter = FaultAfter(10_000)
    with transaction.atomic(), connection.execute_wrapper(counter):
        act()
        transaction.set_rollback(True)
    return counter.seen


def placing(alice, slot, order):
    return partial(client_for(alice).post, "/api/orders", order_payload(slot), headers=KEY)


def moving(alice, slot, order):
    path = f"/api/orders/{order.pk}/status"
    return partial(client_for(order.provider.user).post, path, {"status": "pickup"}, headers=KEY)


def completing(alice, slot, order):
    advance(order, to="delivery")
    path = f"/api/orders/{order.pk}/status"
    return partial(client_for(order.provider.user).post, path, {"status": "completed"}, headers=KEY)


def cancelling(alice, slot, order):
    return partial(client_for(alice).post, f"/api/orders/{order.pk}/cancellation", headers=KEY)


def rescheduling(alice, slot, order):
    make_slot(slot.provider, day=date(2026, 11, 20), start=time(14))
    body = {"newPickupDate": "2026-11-20", "newPickupTime": "14:00"}
    return partial(client_for(alice).patch, f"/api/orders/{order.pk}/reschedule", body, headers=KEY)


def editing(alice, slot, order):
    body = {"specialInstructions": "Ring twice"}
    return partial(client_for(alice).patch, f"/api/orders/{order.pk}", body, headers=KEY)


def reviewing(alice, slot, order):
    rated_by_provider(advance(order, to="completed"))
    return partial(client_for(alice).post, f"/api/orders/{order.pk}/rating", {"rating": 4}, headers=KEY)


def writing(alice, slot, order):
    path = f"/api/orders/{order.pk}/messages"
    return partial(client_for(alice).post, path, {"body": "Hello"}, headers=KEY)


def cancelling_late(alice, slot, order):
    late, actor = slot.starts_at, Actor("customer", alice.pk)
    return partial(cancel_order, order_id=order.pk, actor=actor, now=late)


def settling(alice, slot, order):
    """Settle a succeeded payment."""
    fresh = book(alice, slot)
    payment = Payment.objects.create(
        order=fresh, attempt=1, intent_id="pi_1", amount=fresh.total_amount, created_at=NOW
    )
    intent = gateway.Intent(
        id="pi_1",
        status="succeeded",
        amount=payment.amount,
        amount_received=payment.amount,
        currency="chf",
        livemode=False,
        order_id=str(fresh.pk),
        attempt="1",
        error_message="",
        client_secret="",
    )
    return partial(settle.apply_intent, intent=intent, now=NOW)


def settling_what_was_cancelled(alice, slot, order):
    act = settling(alice, slot, order)
    fresh = Payment.objects.get(intent_id="pi_1").order
    cancel_order(order_id=fresh.pk, actor=Actor("customer", alice.pk), now=NOW)
    return act


def reviving(alice, slot, order):
    late = book(alice, slot)
    holds.expire_unpaid(now=NOW + timedelta(minutes=15))
    return partial(pay, late, now=NOW + timedelta(minutes=16))


def refunding_a_part(alice, slot, order):
    return partial(
        refund_order,
        actor=Actor("operator", None),
        order_id=order.pk,
        amount=Decimal("5.00"),
        note="A shirt was torn",
        key=uuid4(),
        now=NOW,
    )


def losing_to_the_bank(alice, slot, order):
    """Apply a dispute for which the bank has withdrawn the money."""
    Payment.objects.filter(order=order).update(intent_id="pi_1")
    contested = dispute_gateway.StripeDispute(
        id="dp_1",
        intent_id="pi_1",
        status="needs_response",
        reason="fraudulent",
        amount=order.total_amount,
        withheld=order.total_amount,
        moves=1,
        opened_at=NOW,
        respond_by=None,
    )
    return partial(disputes.apply_dispute, found=contested, now=NOW)


def asking_the_owner(alice, slot, order):
    give_week(slot.provider)
    set_up(alice, slot.provider)
    late = at("2026-11-21 09:00")
    occurrence_placing.place_due(now=late)
    row = Occurrence.objects.get(status="placed")
    return partial(charging.ask_owner, occurrence_id=row.pk, has_card=False, tried_again=False, now=late)


COMMANDS = [
    placing,
    moving,
    completing,
    cancelling,
    cancelling_late,
    rescheduling,
    editing,
    reviewing,
    writing,
    settling,
    settling_what_was_cancelled,
    reviving,
    refunding_a_part,
    losing_to_the_bank,
    asking_the_owner,
]


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("command", COMMANDS)
def test_a_fault_after_any_statement_changes_nothing(paid_order, alice, slot, command) -> None:
    act = command(alice, slot, paid_order)
    number = statements_of(act)
    before = everything()

    # A quick run takes every third statement, the last one included.
    for fault in reversed(range(number - 1, -1, -figure(3, 1))):
        with connection.execute_wrapper(FaultAfter(fault)), pytest.raises(Fault):
            act()
        assert everything() == before, f"after statement {fault} of {number}"

    act()
    assert everything() != before
    assert number > 5
    record(f"R18 {command.__name__}", f"{number} of {number} statements", "every statement")


def test_the_sweeps_leave_a_faulty_order_as_it_was(order, caplog) -> None:
    def but_for_jobs():
        return everything() | {"marketplace_job": []}

    before = but_for_jobs()

    # The sweep continues after a fault, so the order's own transaction must have rolled it back. The first
    # statement finds the orders.
    for fault in count(1):
        with connection.execute_wrapper(FaultAfter(fault, beside=Job._meta.db_table)):
            done = holds.expire_unpaid(now=NOW + timedelta(minutes=15))
        if done:
            break
        assert but_for_jobs() == before, f"after statement {fault}"
        assert Job.objects.get().last_error.startswith("Fault")
        Job.objects.all().delete()

    assert fault > 5
