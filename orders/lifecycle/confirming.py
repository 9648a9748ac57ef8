"""What happens to an order when its money has arrived."""

from datetime import datetime
from enum import Enum
from uuid import UUID

from django.db import transaction
from django.db.models import F

from marketplace.errors import DomainError
from orders import notifications
from orders.lifecycle import locking, transitions
from orders.lifecycle.answering import answer_due
from orders.models import SYSTEM, ActorRole, CancelReason, Order, OrderStatus, PaymentStatus


class ConfirmationResult(Enum):
    """What the arrival of the money led to; the settlement acts on ``REFUND``."""

    CONFIRMED = "confirmed"
    AWAITS_PROVIDER = "awaits_provider"
    REFUND = "refund"
    NOTHING_TO_DO = "nothing_to_do"


@transaction.atomic
def on_payment_succeeded(*, order_id: UUID, now: datetime) -> ConfirmationResult:
    """Do what :func:`paid` does with an order that is locked here."""
    return confirm_paid_order(order=locking.locked_order(order_id=order_id), now=now)


def confirm_paid_order(*, order: Order, now: datetime) -> ConfirmationResult:
    """Note that an order is paid: confirm it, or let its provider answer, or revive it, or have it refunded.

    Called by the settlement inside its transaction, with the order locked by :mod:`orders.lifecycle.locking`.
    An order that was cancelled because it was not paid comes back if its place can be claimed
    again; any other cancelled order stays cancelled and the answer is ``REFUND``.
    Safe twice.
    """
    if order.status == OrderStatus.CANCELLED:
        _note(order)
        if not _revive(order, now):
            notifications.paid_too_late(order=order, now=now)
            return ConfirmationResult.REFUND
    elif order.status != OrderStatus.PENDING or order.answer_due_at:
        _note(order)
        return ConfirmationResult.NOTHING_TO_DO
    # Written with what follows from it, in one statement.
    order.payment_status = PaymentStatus.PAID
    if order.accepts_instantly:
        transitions.apply(order=order, to=OrderStatus.CONFIRMED, actor=SYSTEM, now=now, reason="Paid")
        notifications.moved(order=order, actor_role=ActorRole.SYSTEM, now=now)
        return ConfirmationResult.CONFIRMED
    _await_answer(order, now)
    return ConfirmationResult.AWAITS_PROVIDER


def _note(order: Order) -> None:
    if order.payment_status != PaymentStatus.PAID:
        order.payment_status, order.version = PaymentStatus.PAID, order.version + 1
        order.save(update_fields=["payment_status", "version"])


def _revive(order: Order, now: datetime) -> bool:
    """Bring an order back that was cancelled for want of payment, with a place; tell whether it is."""
    if order.cancel_reason != CancelReason.NOT_PAID:
        return False
    try:
        with transaction.atomic():
            transitions.apply(
                order=order,
                to=OrderStatus.PENDING,
                actor=SYSTEM,
                now=now,
                reason="The payment arrived and the place was still free",
            )
    except DomainError:
        # Full, closed or past: the row is as it was, so the object must be too.
        order.refresh_from_db(fields=["status", "version", "cancel_reason"])
        return False
    return True


def _await_answer(order: Order, now: datetime) -> None:
    """Give the provider two hours to accept or decline, and no longer than until the pickup."""
    order.answer_due_at = answer_due(pickup_at=order.pickup_at, now=now)
    order.hold_expires_at = None
    order.version = order.version + 1
    Order.objects.filter(pk=order.pk).update(
        payment_status=order.payment_status,
        answer_due_at=order.answer_due_at,
        hold_expires_at=None,
        version=F("version") + 1,
    )
    notifications.awaiting_answer(order=order, now=now)
