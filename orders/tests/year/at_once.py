"""Two acts at once, on two real connections: whichever comes first, afterwards what must hold holds.

Each is one request or one run of a task, prepared before both are released: of two people, or the same twice.
It may be refused, because somebody else was quicker; it may not fail. Only a world whose rows other
connections can see lives them.
"""

import re
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

from django.urls import reverse

from conftest import client_for
from marketplace.tests.racing import insisting, race
from orders.models import Order
from orders.tests.booking import ADDRESS
from orders.tests.year.customers import SERVICES, local
from orders.tests.year.history import act
from orders.tests.year.providers import NEXT
from orders.tests.year.world import CUSTOMERS, PROVIDERS, World, hold

Arguments = dict[str, Any]
# Sends what was prepared, and returns the response; ``None`` of a task.
Send = Callable[[], Any]
# Busy databases and calls of the same key that are under way at Stripe: clients ask again.
ASKED_AGAIN = {"database_busy", "payment_provider_unavailable", "request_in_progress"}
TASKS = (
    *("orders.expire_unpaid_orders", "orders.cancel_unanswered_orders", "orders.place_recurring_orders"),
    *("orders.execute_refunds", "orders.process_stripe_events", "orders.charge_recurring_orders"),
    *("orders.issue_receipts", "orders.make_payouts", "orders.reconcile_payments"),
)
# What can be tried of an order that stands so.
OF_STATUS = {
    "pending": ("opens_the_payment", "comes_back", "cancels", "reschedules", "edits", "steps", "declines"),
    "confirmed": ("cancels", "reschedules", "edits", "steps", "declines", "an_operator_refunds"),
    "pickup": ("steps", "an_operator_refunds", "edits"),
    "washing": ("steps", "an_operator_refunds"),
    "delivery": ("steps", "an_operator_refunds"),
    "completed": ("rates", "an_operator_refunds"),
    "cancelled": ("comes_back", "an_operator_refunds"),
}
ALWAYS = ("an_operator_cancels", "a_task_runs", "webhooks_arrive")
REQUESTS: dict[str, Callable[..., Send]] = {}


def request(prepare: Callable[..., Send]) -> Callable[..., Send]:
    """Register a way to prepare a request, under its name."""
    REQUESTS[prepare.__name__] = prepare
    return prepare


def plan_two(world: World, random: Random) -> Arguments | None:
    if not world.has_connections:
        return None
    plan = _plan_bookings if random.random() < 0.2 else _plan_of_an_order
    return plan(world, random)


def _plan_bookings(world: World, random: Random) -> Arguments:
    name, _, _, (opens, closes), _ = random.choice(PROVIDERS)
    day = world.today + timedelta(days=random.choice([1, 1, 2, 3]))
    wall = f"{random.randint(opens, closes - 1):02}:00"
    hour = {"provider": name, "day": day.isoformat(), "wall": wall, "service": random.choice(SERVICES)}
    one, other = random.sample(CUSTOMERS, 2)
    if random.random() < 0.4:
        other = one
    label = f"order {world.placed + 1}"
    first = {"does": "books", "order": label, "who": one} | hour
    return {"first": first, "second": first | {"order": f"{label}, the other", "who": other}}


def _plan_of_an_order(world: World, random: Random) -> Arguments | None:
    order = world.choose(random, among=lambda order: order.customer not in world.closed)
    if order is None:
        return None
    names = (*OF_STATUS[order.status] * 2, *ALWAYS)
    hour = {
        "day": (world.today + timedelta(days=random.randint(1, 3))).isoformat(),
        "wall": f"{random.randint(11, 15)}:00",
    }
    further = {
        "reschedules": hour,
        "a_task_runs": {"task": random.choice(TASKS)},
        "steps": {"to": NEXT.get(order.status, "completed")},
    }
    first, second = (
        {"does": name, "order": order.label} | further.get(name, {}) for name in random.choices(names, k=2)
    )
    return {"first": first, "second": first if random.random() < 0.3 else second}


@act(plan_two, weight=2)
def two_at_once(world: World, *, first: Arguments, second: Arguments) -> None:
    """Release two requests at once, and look whether both are answered."""
    both = [_prepared(world, dict(one)) for one in (first, second)]
    if None in both:
        return
    outcomes = race([partial(_patiently, send) for send in both if send])
    for asked, outcome in zip((first, second), outcomes, strict=True):
        _is_answered(asked, outcome)
        if asked["does"] == "books" and outcome.status_code == 201:
            pk = UUID(outcome.json()["id"])
            if pk not in world.orders.values():
                world.orders[asked["order"]] = pk
                world.placed += 1
    if first["does"] == second["does"] == "books" and first["who"] == second["who"]:
        ids = {outcome.json()["id"] for outcome in outcomes if outcome.status_code == 201}
        hold(len(ids) < 2, "one booking that is sent twice is two orders", ids)


def _prepared(world: World, asked: Arguments) -> Send | None:
    """Return a request that can be sent; ``None`` if its order was never placed, or a side is away."""
    prepare, label = REQUESTS[asked.pop("does")], asked.pop("order")
    world.touch(label)
    if prepare is books:
        return None if asked["who"] in world.closed else prepare(world, **asked)
    row = world.order(label)
    if row is None or row.customer.first_name.lower() in world.closed:
        return None
    return prepare(world, row, **asked)


def _patiently(send: Send) -> Any:
    while (response := insisting(send)) is not None:
        data = response.json() if "json" in response.headers.get("Content-Type", "") else {}
        if not isinstance(data, dict) or data.get("code") not in ASKED_AGAIN:
            return response
    return None


def _is_answered(asked: Arguments, outcome: Any) -> None:
    if isinstance(outcome, Exception):
        kind = f"of two acts at once {asked['does']} raises {type(outcome).__name__}"
        hold(False, kind, str(outcome)[:500])
    elif outcome is not None:
        kind = f"of two acts at once {asked['does']} fails"
        hold(outcome.status_code < 500, kind, (outcome.status_code, outcome.content[:300]))


def _client(world: World, name: str) -> Any:
    """Return a client of somebody's session that nobody else uses."""
    client = client_for()
    client.cookies.update(world.client(name).cookies)
    return client


def _customer(world: World, row: Order) -> Any:
    return _client(world, row.customer.first_name.lower())


# --- Requests ----------------------------------------------------------------------------------------------


@request
def books(world: World, *, who: str, provider: str, day: str, wall: str, service: str) -> Send:
    """Book an hour; what the same person sends twice has the same key."""
    body = {
        "providerId": str(world.providers[provider].pk),
        "serviceType": service,
        "weight": "10",
        "pickupAddress": ADDRESS,
        "deliveryAddress": ADDRESS,
        "pickupTime": local(day, wall).isoformat(),
        "specialInstructions": "",
    }
    key = f"{who} books {day} {wall} at {world.now:%Y-%m-%d %H:%M}"
    return partial(_client(world, who).post, "/api/orders", body, headers={"Idempotency-Key": key})


@request
def opens_the_payment(world: World, row: Order) -> Send:
    body = {"amount": f"{row.total_amount:.2f}", "orderId": str(row.pk)}
    return partial(_customer(world, row).post, "/api/create-payment-intent", body)


@request
def comes_back(world: World, row: Order) -> Send:
    return partial(_customer(world, row).post, f"/api/orders/{row.pk}/payment-return")


@request
def cancels(world: World, row: Order) -> Send:
    return partial(_customer(world, row).post, f"/api/orders/{row.pk}/cancellation", {})


@request
def reschedules(world: World, row: Order, *, day: str, wall: str) -> Send:
    body = {"newPickupDate": day, "newPickupTime": wall}
    return partial(_customer(world, row).patch, f"/api/orders/{row.pk}/reschedule", body)


@request
def edits(world: World, row: Order) -> Send:
    return partial(_customer(world, row).patch, f"/api/orders/{row.pk}", {"specialInstructions": "Ring"})


@request
def rates(world: World, row: Order) -> Send:
    return partial(_customer(world, row).post, f"/api/orders/{row.pk}/rating", {"rating": 4, "comment": ""})


@request
def steps(world: World, row: Order, *, to: str) -> Send:
    provider = _client(world, row.provider.user.first_name.lower())
    return partial(provider.post, f"/api/orders/{row.pk}/status", {"status": to})


@request
def declines(world: World, row: Order) -> Send:
    return steps(world, row, to="cancelled")


@request
def an_operator_cancels(world: World, row: Order) -> Send:
    body = {"status": "cancelled", "reason": "Flooded"}
    return partial(_client(world, "dora").post, f"/api/orders/{row.pk}/status", body)


@request
def an_operator_refunds(world: World, row: Order) -> Send:
    """Confirm what the page of a refund has shown."""
    browser, page = world.operator(), reverse("admin:orders_order_refund", args=[row.pk])
    shown = browser.get(page).content.decode()
    hidden = dict(re.findall(r'name="(version|key)" value="([^"]+)"', shown))
    body = hidden | {"amount": "5.00", "note": "A shirt was torn", "borne_by": "platform", "confirmed": "yes"}
    other = type(browser)()
    other.cookies.update(browser.cookies)
    return partial(other.post, page, body)


@request
def webhooks_arrive(world: World, _row: Order) -> Send:
    """Deliver all that is on its way; of two deliveries both bring the same."""
    signed = [world.stripe.signed(event_id) for event_id in world.webhooks]

    def deliver() -> Any:
        response = None
        for body, signature in signed:
            response = client_for().generic(
                "POST",
                "/api/stripe/webhook",
                body,
                content_type="application/json",
                HTTP_STRIPE_SIGNATURE=signature,
            )
        return response

    return deliver


@request
def a_task_runs(world: World, _row: Order, *, task: str) -> Send:
    return partial(world.run, task)
