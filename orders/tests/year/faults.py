"""What goes wrong by itself: workers are killed, connections to Stripe break, accounts are closed."""

from contextlib import suppress
from random import Random
from typing import Any

from django.db import connection
from django.urls import reverse

from demo.stripe_standin.faults import Fault
from orders.tests.year.customers import CARDS, order_json
from orders.tests.year.history import act
from orders.tests.year.transport import WorkerDied
from orders.tests.year.world import CUSTOMERS, UNPAID, World, expect, hold

AT_STRIPE = ("orders.execute_refunds", "orders.process_stripe_events", "orders.charge_recurring_orders")
# Those that do not read rows one by one from an open cursor.
KILLED = (
    *AT_STRIPE,
    "orders.expire_unpaid_orders",
    "orders.cancel_unanswered_orders",
    "orders.place_recurring_orders",
    "orders.make_payouts",
    "orders.issue_receipts",
    "marketplace.relay_outbox",
    "marketplace.relay_mail",
    "providers.end_pauses",
)
STATEMENTS = (3, 5, 8, 12, 20, 35)


def plan_death_at_stripe(_world: World, random: Random) -> dict[str, Any]:
    return {"task": random.choice(AT_STRIPE), "side": random.choice(["before", "after"])}


@act(plan_death_at_stripe, weight=0.6)
def a_worker_dies_at_stripe(world: World, *, task: str, side: str) -> None:
    """Kill a worker as it calls Stripe, before the call has its effect or after."""
    world.stripe.adapter.dies_next = side
    with suppress(WorkerDied):
        world.run(task)
    world.stripe.adapter.dies_next = ""


def plan_death(_world: World, random: Random) -> dict[str, Any]:
    return {"task": random.choice(KILLED), "after": random.choice(STATEMENTS)}


@act(plan_death, weight=0.6)
def a_worker_dies(world: World, *, task: str, after: int) -> None:
    """Kill a worker between two statements."""
    left = after

    def die(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            raise WorkerDied
        return execute(sql, params, many, context)

    with suppress(WorkerDied), connection.execute_wrapper(die):
        world.run(task)


def plan_broken_payment(world: World, random: Random) -> dict[str, Any] | None:
    order = world.choose(
        random, among=lambda order: order.status == "pending" and order.payment_status in UNPAID
    )
    kind = random.choice(["reset_before", "reset_after"])
    return {"order": order.label, "kind": kind} if order else None


@act(plan_broken_payment, weight=0.6)
def pays_while_the_connection_breaks(world: World, *, order: str, kind: str) -> None:
    """Open the payment while Stripe cannot be reached or its response is lost, then once more, and pay."""
    row = world.order(order)
    if row is None:
        return
    world.touch(order)
    client = world.client(row.customer.first_name.lower())
    body = {"amount": order_json(world, row)["totalAmount"], "orderId": str(row.pk)}
    world.stripe.standin.faults.add(Fault(kind, times=2))
    ended = ("order_not_payable", "hold_expired")
    first = client.post("/api/create-payment-intent", body)
    expect(first, 200, 503, kind="a broken connection is no 503", codes=ended)
    world.stripe.standin.faults.clear()
    second = expect(client.post("/api/create-payment-intent", body), 200, kind="no second try", codes=ended)
    if "clientSecret" in second:
        intent_id = second["clientSecret"].split("_secret_")[0]
        world.stripe.confirm(intent_id, CARDS["good"])


def plan_closing(world: World, random: Random) -> dict[str, Any]:
    if world.closed:
        return {"who": min(world.closed), "is_open": True}
    return {"who": random.choice(CUSTOMERS), "is_open": False}


@act(plan_closing, weight=0.12)
def an_account_is(world: World, *, who: str, is_open: bool) -> None:
    """Close a customer's account on its page of the back office, or open it again."""
    browser, user = world.operator(), world.users[who]
    address = reverse("admin:accounts_user_change", args=[user.pk])
    form = browser.get(address).context["adminform"].form
    shown = {name: form[name].value() for name in form.fields if name not in {"password", "is_active"}}
    typed = {name: value for name, value in shown.items() if value not in (None, False)}
    rows = {"addresses-TOTAL_FORMS": 0, "addresses-INITIAL_FORMS": 0}
    browser.post(address, typed | rows | ({"is_active": "on"} if is_open else {}))
    user.refresh_from_db()
    hold(user.is_active == is_open, "an account is not closed, or not opened", user)
    world.closed.discard(who)
    world.away.pop(who, None)
    world.forget_client(who)
    if not is_open:
        world.closed.add(who)
        world.away[who] = world.now
