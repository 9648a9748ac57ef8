"""P12: the number of statements of actions on an order, and the time of a list per order."""

import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from marketplace import clock
from orders import ledger
from orders.lifecycle import confirming, holds
from orders.models import Order, OrderEvent, OrderStatus, Payment
from tools.bench.figures import Context, Row
from tools.bench.queries import CONTROL, Seed, signed_in

STEP, PAID_CANCELLATION, EXPIRED_HOLD = 12, 18, 8
LISTED, PROVIDERS = 300, 10
MILLISECONDS_AN_ORDER = 0.15
REPEATS = 15
STAGES = ("confirmed", "pickup", "washing", "delivery", "completed")


def _statements(act: Callable[[], Any]) -> int:
    """Count the statements of an action, including the caller's session and account."""
    with CaptureQueriesContext(connection) as captured:
        response = act()
    if getattr(response, "status_code", 200) >= 300:
        raise RuntimeError(f"{response.status_code}: {response.content[:300]!r}")
    return len([query for query in captured.captured_queries if not query["sql"].startswith(CONTROL)])


@transaction.atomic
def _pay(order: Order, seed: Seed) -> None:
    """Mark an order as paid, as the settlement does after its call to Stripe."""
    payment = Payment.objects.create(
        order=order,
        attempt=1,
        intent_id=f"pi_{order.pk.hex}",
        amount=order.total_amount,
        status=Payment.Status.SUCCEEDED,
        created_at=seed.now,
        settled_at=seed.now,
    )
    ledger.payment_captured(order=order, payment=payment, now=seed.now)
    confirming.on_payment_succeeded(order_id=order.pk, now=seed.now)


def _post(client: Client, path: str, body: dict[str, str]) -> Callable[[], Any]:
    headers = {"idempotency-key": path}
    return partial(client.post, path, body, content_type="application/json", headers=headers)


def _acts(seed: Seed) -> list[Row]:
    expire = partial(holds.expire_unpaid, now=seed.now)
    seed.grow(1)
    one = _statements(expire)
    seed.grow(3)
    # The difference leaves out the sweep's own statements.
    expired = _statements(expire) - one
    seed.grow(5)
    moved, cancelled = seed.orders[3:5]
    for order in (moved, cancelled):
        _pay(order, seed)
    works_for, customer = signed_in(seed.providers[3].user), signed_in(seed.customer)
    step = _post(works_for, f"/api/orders/{moved.pk}/status", {"status": "pickup"})
    cancel = _post(customer, f"/api/orders/{cancelled.pk}/cancellation", {})
    return [
        _row("a step of a provider", _statements(step), STEP, "statements"),
        _row("a paid cancellation", _statements(cancel), PAID_CANCELLATION, "statements"),
        _row("an expired hold", expired, EXPIRED_HOLD, "statements"),
    ]


def _fill_list(seed: Seed) -> None:
    """Give the customer completed orders with several providers."""
    patterns = list(Order.objects.filter(customer=seed.customer)[:PROVIDERS])
    rows = []
    for number in range(LISTED - Order.objects.filter(customer=seed.customer).count()):
        copy = Order.objects.get(pk=patterns[number % len(patterns)].pk)
        copy.pk, copy.status, copy.hold_expires_at = uuid4(), OrderStatus.COMPLETED, None
        copy.cancel_reason = ""
        copy.created_at -= timedelta(hours=number)
        rows.append(copy)
    Order.objects.bulk_create(rows)
    OrderEvent.objects.bulk_create(
        OrderEvent(order=row, from_status=before, to_status=to, actor_role="provider", reason="", at=seed.now)
        for row in rows
        for before, to in zip(("pending", *STAGES), STAGES, strict=False)
    )


def _list(seed: Seed) -> Row:
    seed.grow(PROVIDERS)
    _fill_list(seed)
    customer, path = signed_in(seed.customer), f"/api/orders/customer/{seed.customer.pk}"
    taken = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        response = customer.get(path)
        taken.append((time.perf_counter() - began) * 1000)
        if len(response.json()) != LISTED:
            raise RuntimeError(f"the list has {len(response.json())} orders")
    # The minimum, as other load on the machine only adds time.
    what = f"list of {LISTED} orders, ms for each"
    return _row(what, min(taken) / LISTED, MILLISECONDS_AN_ORDER, f"{min(taken):.0f} ms in all")


def _row(what: str, figure: float, budget: float, detail: str) -> Row:
    return Row("P12", what, float(figure), float(budget), float(budget), lower_is_better=True, detail=detail)


def run(ctx: Context) -> list[Row]:
    """Count the statements of each action, and time a long list."""
    with override_settings(ALLOWED_HOSTS=["*"]):
        seed = Seed(clock.now())
        return [*_acts(seed), _list(seed)]
