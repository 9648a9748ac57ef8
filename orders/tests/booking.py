"""Helpers for tests of orders: book, pay and move them, through the API or the rules."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from accounts.models import User
from conftest import client_for
from marketplace import clock
from orders import ledger, tasks
from orders.lifecycle import confirming, refund_rows, reviewing, transitions
from orders.models import Actor, ActorRole, Order, OrderStatus, Payment, PaymentStatus
from providers.tests.applicants import picture
from scheduling.models import TimeSlot

ADDRESS = "Bahnhofstrasse 1, Zurich 8001"
FORWARD = [
    OrderStatus.CONFIRMED,
    OrderStatus.PICKUP,
    OrderStatus.WASHING,
    OrderStatus.DELIVERY,
    OrderStatus.COMPLETED,
]


def order_payload(slot: TimeSlot, **changes: Any) -> dict[str, Any]:
    """Return the body of ``POST /api/orders`` for the beginning of a slot."""
    return {
        "providerId": str(slot.provider_id),
        "serviceType": "standard",
        "weight": "10",
        "pickupAddress": ADDRESS,
        "deliveryAddress": ADDRESS,
        "pickupTime": slot.starts_at.isoformat(),
        "specialInstructions": "",
    } | changes


def patiently(send: Callable[[], Any]) -> Any:
    """Send a call, with retries while the database is busy (503), as clients do."""
    while (response := send()).status_code == 503:
        assert response.json()["code"] == "database_busy"
    return response


def book(customer: User, slot: TimeSlot, **changes: Any) -> Order:
    """Place an order through the API and return its row."""
    response = client_for(customer).post("/api/orders", order_payload(slot, **changes))
    assert response.status_code == 201, response.json()
    return Order.objects.get(pk=response.json()["id"])


@transaction.atomic
def pay(order: Order, *, now: datetime | None = None) -> confirming.ConfirmationResult:
    """Mark an order as paid as the settlement does: order locked, in one transaction."""
    now = now or clock.now()
    Order.objects.select_for_update().get(pk=order.pk)
    payment = Payment.objects.create(
        order=order,
        attempt=1,
        intent_id=f"pi_{order.pk.hex}",
        amount=order.total_amount,
        status=Payment.Status.SUCCEEDED,
        created_at=now,
        settled_at=now,
    )
    Order.objects.filter(pk=order.pk).update(payment_status=PaymentStatus.PAID)
    ledger.payment_captured(order=order, payment=payment, now=now)
    result = confirming.on_payment_succeeded(order_id=order.pk, now=now)
    order.refresh_from_db()
    if result is confirming.ConfirmationResult.REFUND:
        refund_rows.request_refund(order=order, amount=order.total_amount, reason="late_payment", now=now)
    return result


def advance(order: Order, *, to: str, now: datetime | None = None) -> Order:
    """Move a paid order stage by stage until ``to``, as its provider does."""
    provider = Actor(ActorRole.PROVIDER, order.provider.user_id)
    order.refresh_from_db()
    while order.status != to:
        order = transitions.move(
            order_id=order.pk, to=FORWARD[_done(order)], actor=provider, now=now or clock.now()
        )
    return order


def rated_by_provider(order: Order) -> Order:
    """Rate the customer as the provider of a completed order, so that a review is published at once."""
    reviewing.rate_customer(order_id=order.pk, rating=5, now=clock.now())
    return order


def _done(order: Order) -> int:
    return 0 if order.status == OrderStatus.PENDING else FORWARD.index(OrderStatus(order.status)) + 1


def make_receipts() -> int:
    """Issue receipts and credit notes, then make their files, as two workers do; return how many receipts."""
    issued: int = tasks.issue_receipts()
    tasks.make_documents()
    return issued


def send_photo(user: User, order: Order, content: bytes | None = None, **body: str) -> Any:
    """Send a photo in the conversation of an order."""
    file = SimpleUploadedFile("door.jpg", picture() if content is None else content)
    address = f"/api/orders/{order.pk}/messages/photos"
    return client_for(user).post(address, {"file": file} | body, format="multipart")
