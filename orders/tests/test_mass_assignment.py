"""Every field of every model, added to the body of every write: only the allowed ones have an effect.

Generated from the models, so that new columns are covered automatically.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model

from accounts.models import User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace.tests.proof import FULL, record
from orders.models import Message, Order, OrderEvent, OrderLine, Reservation
from orders.tests.booking import ADDRESS, advance, order_payload
from providers.models import Provider, Review
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)

MODELS: list[type[Model]] = [
    Order,
    OrderLine,
    OrderEvent,
    Reservation,
    Message,
    Review,
    Provider,
    User,
    TimeSlot,
]
HOSTILE: list[Any] = ["0.01", "completed", 5, True, "2020-01-01T00:00:00Z"]
# Columns that differ between two equal calls.
RANDOM = {"id", "order_id"}


@dataclass
class Write:
    """A call that writes, and the payload names that it accepts."""

    name: str
    method: str
    path: Callable[[Order], str]
    body: Callable[[Order, TimeSlot], dict[str, Any]]
    takes: set[str]
    stage: str = "confirmed"
    by_provider: bool = False


WRITES = [
    Write(
        "place",
        "post",
        lambda order: "/api/orders",
        lambda order, slot: order_payload(slot),
        {
            "customerId",
            "providerId",
            "serviceType",
            "weight",
            "pickupAddress",
            "deliveryAddress",
            "pickupTime",
            "specialInstructions",
        },
    ),
    Write(
        "edit",
        "patch",
        lambda order: f"/api/orders/{order.pk}",
        lambda order, slot: {"pickupAddress": f"{ADDRESS}, 2nd floor"},
        {"pickupAddress", "deliveryAddress", "specialInstructions"},
    ),
    Write(
        "reschedule",
        "patch",
        lambda order: f"/api/orders/{order.pk}/reschedule",
        lambda order, slot: {"newPickupDate": "2026-11-20", "newPickupTime": "14:00"},
        {"newPickupDate", "newPickupTime"},
    ),
    Write(
        "status",
        "post",
        lambda order: f"/api/orders/{order.pk}/status",
        lambda order, slot: {"status": "pickup"},
        {"status"},
        by_provider=True,
    ),
    Write(
        "cancel", "post", lambda order: f"/api/orders/{order.pk}/cancellation", lambda order, slot: {}, set()
    ),
    Write(
        "message",
        "post",
        lambda order: f"/api/orders/{order.pk}/messages",
        lambda order, slot: {"body": "Hello"},
        {"body", "providerId"},
    ),
    Write(
        "rate",
        "post",
        lambda order: f"/api/orders/{order.pk}/rating",
        lambda order, slot: {"rating": 3, "comment": "Fine"},
        {"rating", "comment"},
        stage="completed",
    ),
    Write(
        "review",
        "post",
        lambda order: "/api/reviews",
        lambda order, slot: {"orderId": str(order.pk), "rating": 3, "comment": "Fine"},
        {"orderId", "rating", "comment"},
        stage="completed",
    ),
]


def spellings() -> list[str]:
    """Return every column's name in camelCase and in snake_case."""
    columns = {field.attname for model in MODELS for field in model._meta.concrete_fields}
    columns |= {field.name for model in MODELS for field in model._meta.concrete_fields}
    camel = {re.sub(r"_(\w)", lambda found: found[1].upper(), column) for column in columns}
    return sorted(columns | camel)


def rows() -> dict[str, list[dict[str, Any]]]:
    """Return all rows of the models, without random columns, in a stable order."""
    return {
        model.__name__: sorted(
            (
                {name: value for name, value in row.items() if name not in RANDOM}
                for row in model._base_manager.values()
            ),
            key=str,
        )
        for model in MODELS
    }


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("write", WRITES, ids=lambda write: write.name)
def test_takes_nothing_but_its_allow_list(paid_order, alice, slot, write) -> None:
    make_slot(slot.provider, day=date(2026, 11, 20), start=time(14))
    if write.stage == "completed":
        advance(paid_order, to="completed")
    client = client_for(paid_order.provider.user if write.by_provider else alice)
    call = getattr(client, write.method)

    def outcome(**injected: Any) -> tuple[int, dict[str, Any]]:
        cache.clear()  # resets the rate limits
        with transaction.atomic():
            response = call(write.path(paid_order), write.body(paid_order, slot) | injected)
            found = response.status_code, rows()
            transaction.set_rollback(True)
        return found

    untouched, (code, honest) = rows(), outcome()
    assert code in {200, 201}
    assert honest != untouched
    names = [name for name in spellings() if name not in write.takes]
    for value in HOSTILE:
        code, after = outcome(**dict.fromkeys(names, value))
        assert code in {200, 201, 400}, value
        assert after == (untouched if code == 400 else honest), value
    # A call that rejects unknown names at once is repeated for each name.
    for name in names if code == 400 or FULL else []:
        code, after = outcome(**{name: "0.01"})
        assert code in {200, 201, 400}, name
        assert after == (untouched if code == 400 else honest), name

    record(f"R7 {write.name}", f"{len(names)} fields x{len(HOSTILE)} values: 0 taken", "every field: 0 taken")
