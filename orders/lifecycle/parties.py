"""Whether both sides of an order are there: asked wherever money moves, not only where the work began."""

from datetime import datetime

from orders.lifecycle import cancelling
from orders.models import SYSTEM, CancelReason, Order, OrderStatus


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
