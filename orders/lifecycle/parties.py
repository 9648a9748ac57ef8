"""Whether both sides of an order are there: asked wherever money moves, not only where the work began.

Once one is not, its pending orders end, each in its own transaction (:mod:`marketplace.jobs.outbox`).
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from marketplace.jobs import outbox
from orders import locking
from orders.lifecycle import cancelling
from orders.models import SYSTEM, CancelReason, Order, OrderStatus

TOPIC = "missing_side"


def missing_side(order: Order) -> CancelReason | None:
    """Return why an order may take no money any more, or ``None``. Pure.

    A card is charged, and a payment confirms an order, only while both accounts are open and the provider is
    neither paused by an operator nor without cover. A pause of their own concerns new bookings alone. Needs
    customer, provider and the provider's account.
    """
    if not order.customer.is_active:
        return CancelReason.CUSTOMER_CLOSED
    provider = order.provider
    if provider.paused_by_operator or provider.cover_lapsed or not provider.user.is_active:
        return CancelReason.PROVIDER_CLOSED
    return None


def end_if_one_is_missing(*, order: Order, now: datetime) -> bool:
    """Cancel a pending order that may take no money, return what has arrived, and notify both sides.

    The caller's transaction has locked the order. Returns whether it was cancelled.
    """
    because = missing_side(order)
    if because is None or order.status != OrderStatus.PENDING:
        return False
    cancelling.cancel_locked(order=order, actor=SYSTEM, now=now, cancel_reason=because)
    return True


def provider_stopped(*, provider_id: UUID, now: datetime) -> None:
    """Have the pending orders of a provider end, who may take no money any more."""
    _end_soon(Order.objects.filter(provider=provider_id), now)


def account_closed(*, user_id: UUID, now: datetime) -> None:
    """Have the pending orders of a customer end, whose account is closed."""
    _end_soon(Order.objects.filter(customer=user_id), now)


def _end_soon(orders: QuerySet[Order], now: datetime) -> None:
    pending = orders.filter(status=OrderStatus.PENDING).values_list("pk", flat=True)
    # An order that is being placed at this moment is not found: it ends when somebody pays or charges it.
    outbox.enqueue_many(topic=TOPIC, payloads=[{"orderId": str(pk)} for pk in pending], now=now)


@transaction.atomic
def handle_missing_side(payload: dict[str, Any], now: datetime) -> None:
    """End the order that an outbox message names, if one side is still not there. Idempotent."""
    end_if_one_is_missing(order=locking.locked_order(order_id=UUID(payload["orderId"])), now=now)
