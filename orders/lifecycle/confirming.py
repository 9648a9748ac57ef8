"""Confirming an order when its payment has succeeded."""

from datetime import datetime
from enum import Enum
from uuid import UUID

from django.db import transaction
from django.db.models import F

from marketplace.errors import DomainError
from orders import locking, notifications
from orders.lifecycle import listeners, parties, transitions
from orders.lifecycle.answering import answer_due
from orders.models import SYSTEM, ActorRole, CancelReason, Order, OrderStatus, PaymentStatus


class ConfirmationResult(Enum):
    """What became of the order; on ``REFUND`` the caller refunds the payment, ``ENDED`` has done so."""

    CONFIRMED = "confirmed"
    AWAITS_PROVIDER = "awaits_provider"
    REFUND = "refund"
    ENDED = "ended"
    NOTHING_TO_DO = "nothing_to_do"


@transaction.atomic
def on_payment_succeeded(*, order_id: UUID, now: datetime) -> ConfirmationResult:
    """Lock the order, then do :func:`confirm_paid_order`."""
    return confirm_paid_order(order=locking.locked_order(order_id=order_id), now=now)


def confirm_paid_order(*, order: Order, now: datetime) -> ConfirmationResult:
    """Mark an order as paid, and confirm it, ask its provider, revive it, or have it refunded.

    Called by the settlement inside its transaction, with the order locked by :mod:`orders.locking`.
    An order that was cancelled because it was not paid is revived if its slot can be reserved again; any
    other cancelled order stays cancelled and the result is ``REFUND``. One whose customer or provider is not
    there any more ends, and everything is returned. Idempotent.
    """
    if order.status == OrderStatus.CANCELLED:
        _mark_paid(order)
        if not _revive(order, now):
            notifications.paid_too_late(order=order, now=now)
            return ConfirmationResult.REFUND
    elif order.status != OrderStatus.PENDING or order.answer_due_at:
        _mark_paid(order)
        return ConfirmationResult.NOTHING_TO_DO
    elif parties.missing_side(order):
        _mark_paid(order)
        parties.end_if_one_is_missing(order=order, now=now)
        return ConfirmationResult.ENDED
    # Not saved here: the UPDATE of the status below writes it, too.
    order.payment_status = PaymentStatus.PAID
    listeners.order_paid(order=order, now=now)
    if order.accepts_instantly:
        transitions.apply(order=order, to=OrderStatus.CONFIRMED, actor=SYSTEM, now=now, reason="Paid")
        notifications.moved(order=order, actor_role=ActorRole.SYSTEM, now=now)
        return ConfirmationResult.CONFIRMED
    _await_answer(order, now)
    return ConfirmationResult.AWAITS_PROVIDER


def _mark_paid(order: Order) -> None:
    if order.payment_status != PaymentStatus.PAID:
        order.payment_status, order.version = PaymentStatus.PAID, order.version + 1
        order.save(update_fields=["payment_status", "version"])


def _revive(order: Order, now: datetime) -> bool:
    """Revive an unpaid and therefore cancelled order if its slot is free; return whether it was."""
    if order.cancel_reason != CancelReason.NOT_PAID or parties.missing_side(order):
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
        # Slot full, closed or past: the row was rolled back, so reset the object, too.
        order.refresh_from_db(fields=["status", "version", "cancel_reason"])
        return False
    return True


def _await_answer(order: Order, now: datetime) -> None:
    """Let the provider accept or decline within two hours, at most until the pickup."""
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
