"""Settling payments: the only module that changes a payment's status to Stripe's.

The return page, webhooks and reconciliation all call :func:`apply_intent` with the intent as Stripe has it
*now*: webhooks are hints, so the intent is fetched again. A succeeded payment never changes back; everything
that follows from it happens in the transaction of that one step.
"""

import logging
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from rest_framework import status

from marketplace.errors import DomainError
from marketplace.events import live
from orders import ledger, locking
from orders.documents import receipts
from orders.lifecycle import confirming
from orders.lifecycle.refund_rows import request_refund
from orders.models import Order, Payment, PaymentStatus
from orders.payments import gateway, saved_cards

log = logging.getLogger(__name__)

LATE_PAYMENT = "late_payment"

_STATUS = {
    "requires_payment_method": Payment.Status.CREATED,
    "requires_confirmation": Payment.Status.CREATED,
    "requires_action": Payment.Status.REQUIRES_ACTION,
    "requires_capture": Payment.Status.PROCESSING,
    "processing": Payment.Status.PROCESSING,
    "succeeded": Payment.Status.SUCCEEDED,
    "canceled": Payment.Status.CANCELED,
}
FINAL = [Payment.Status.SUCCEEDED, Payment.Status.CANCELED]
# The same statuses as in the partial index ``payments_open``.
OPEN = [
    Payment.Status.CREATED,
    Payment.Status.PROCESSING,
    Payment.Status.REQUIRES_ACTION,
    Payment.Status.FAILED,
]


class Mismatch(DomainError):
    """The payment at Stripe is not the one of the order; nothing is changed, an operator must look (502)."""

    status = status.HTTP_502_BAD_GATEWAY
    code = "payment_mismatch"

    def __init__(self, difference: str) -> None:
        super().__init__(_("This payment needs to be looked at by us. Please contact support."))
        self.difference = difference

    def __str__(self) -> str:
        return self.difference


def settle(*, intent_id: str, now: datetime) -> Payment | None:
    """Fetch an intent and apply it; ``None`` if it is not one of ours (yet). Calls Stripe.

    Raises :class:`gateway.StripeFailure` if that fails, and :class:`Mismatch`.
    """
    return apply_intent(intent=gateway.retrieve_intent(intent_id), now=now)


def settle_order(*, order: Order, now: datetime) -> None:
    """Settle the payment of an order, if one is open. Calls Stripe."""
    payment = order.payments.exclude(status__in=FINAL).exclude(intent_id=None).first()
    if payment is not None:
        settle_or_end(intent_id=payment.intent_id or "", now=now)


def settle_or_end(*, intent_id: str, now: datetime) -> None:
    """Do :func:`settle`, or end the payment if Stripe does not know its intent any more. Calls Stripe."""
    try:
        settle(intent_id=intent_id, now=now)
    except gateway.NoSuchIntent:
        end_forgotten(intent_id=intent_id, now=now)


@transaction.atomic
def end_forgotten(*, intent_id: str, now: datetime) -> None:
    """Cancel the payment of an intent that Stripe does not know any more, so that it can be opened anew.

    A payment that is final stays as it is.
    """
    payments = Payment.objects.filter(intent_id=intent_id)
    order = locking.lockable(Order.objects.filter(pk__in=payments.values("order"))).first()
    payment = payments.exclude(status__in=FINAL).first()
    if order is None or payment is None:
        return
    log.warning("Stripe has no intent %s any more", intent_id)
    payment.status, payment.settled_at = Payment.Status.CANCELED, now
    payment.save(update_fields=["status", "settled_at"])
    _reflect(order, payment, now)


@transaction.atomic
def apply_intent(*, intent: gateway.Intent, now: datetime) -> Payment | None:
    """Apply Stripe's state of an intent; may run twice, late and in any order."""
    found = _locked(intent)
    if found is None:
        return None
    order, payment = found
    check(intent, payment)
    if not _advance(payment, intent, now):
        return payment
    if payment.status == Payment.Status.SUCCEEDED:
        _confirm_order(order, payment, now)
    else:
        _reflect(order, payment, now)
    return payment


def _locked(intent: gateway.Intent) -> tuple[Order, Payment] | None:
    """Lock the order of an intent and read its payment; ``None`` if it is not one of ours (yet)."""
    payments = Payment.objects.filter(intent_id=intent.id)
    # The order is locked first, as everywhere, to avoid deadlocks.
    its_order = locking.lockable(Order.objects.filter(pk__in=payments.values("order")))
    order = its_order.first()
    if order is None and _find_lost(intent):
        order = its_order.first()
    return (order, payments.get()) if order else None


def _find_lost(intent: gateway.Intent) -> bool:
    """Find the payment by the intent's metadata after a lost response; return whether there is one."""
    try:
        order_id, attempt = UUID(intent.order_id), int(intent.attempt)
    except ValueError:
        return False
    lost = Payment.objects.filter(order_id=order_id, attempt=attempt, intent_id=None)
    return bool(lost.update(intent_id=intent.id)) or Payment.objects.filter(intent_id=intent.id).exists()


def _differences(intent: gateway.Intent, payment: Payment) -> list[str]:
    """Return the names of what differs between the intent and our request."""
    received = intent.status != "succeeded" or intent.amount_received == payment.amount
    right = {
        "order": intent.order_id == str(payment.order_id),
        "amount": intent.amount == payment.amount,
        "received": received,
        "currency": intent.currency == gateway.CURRENCY,
        "mode": intent.livemode == gateway.is_live(),
    }
    return [name for name, is_right in right.items() if not is_right]


def check(intent: gateway.Intent, payment: Payment) -> None:
    """Raise :class:`Mismatch` unless order, amount, currency and mode are those that we requested."""
    if wrong := _differences(intent, payment):
        log.error("Intent %s does not match payment %s: %s", intent.id, payment.pk, wrong)
        raise Mismatch(f"{intent.id} does not match payment {payment.pk}.")


def _outcome_of(intent: gateway.Intent) -> tuple[str, str]:
    """Return the payment status and the failure message that an intent stands for."""
    status = _STATUS[intent.status]
    if status == Payment.Status.CREATED and intent.error_message:
        status = Payment.Status.FAILED
    return status, intent.error_message[:300]


def agrees(intent: gateway.Intent, payment: Payment) -> bool:
    """Tell whether the payment matches the intent, so that there is nothing to settle. No query."""
    if _differences(intent, payment):
        return False
    status, message = _outcome_of(intent)
    return payment.status == status and (status in FINAL or payment.failure_message == message)


def _advance(payment: Payment, intent: gateway.Intent, now: datetime) -> bool:
    """Update the payment to the intent's status; ``False`` if nothing changes."""
    status, message = _outcome_of(intent)
    if payment.status == Payment.Status.CANCELED and status == Payment.Status.SUCCEEDED:
        log.error("Intent %s succeeded although payment %s had ended", intent.id, payment.pk)
        raise Mismatch(f"{intent.id} succeeded although payment {payment.pk} had ended.")
    if (payment.status, payment.failure_message) == (status, message):
        return False
    payment.failure_message = message
    payment.status = status
    payment.settled_at = now if status in FINAL else None
    return bool(
        Payment.objects.filter(pk=payment.pk)
        .exclude(status__in=FINAL)
        .update(status=status, failure_message=payment.failure_message, settled_at=payment.settled_at)
    )


def _confirm_order(order: Order, payment: Payment, now: datetime) -> None:
    ledger.payment_captured(order=order, payment=payment, now=now)
    receipts.wake()
    saved_cards.payment_succeeded(payment=payment, now=now)
    result = confirming.confirm_paid_order(order=order, now=now)
    if result is confirming.ConfirmationResult.REFUND:
        request_refund(order=order, amount=payment.amount, reason=LATE_PAYMENT, now=now)


def _reflect(order: Order, payment: Payment, now: datetime) -> None:
    """Set or clear ``FAILED`` on an unpaid order as its payment is declined or tried again."""
    failed = payment.status == Payment.Status.FAILED
    before, after = (
        (PaymentStatus.UNPAID, PaymentStatus.FAILED)
        if failed
        else (PaymentStatus.FAILED, PaymentStatus.UNPAID)
    )
    changed = Order.objects.filter(pk=order.pk, payment_status=before).update(
        payment_status=after, version=F("version") + 1
    )
    if changed:
        live.publish(
            account_ids=[order.customer_id],
            topic="order",
            data={"orderId": str(order.pk), "status": order.status},
            now=now,
        )
