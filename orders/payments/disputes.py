"""Disputes: what a bank takes back because its customer contests a payment, and what it gives back.

The books follow the money that the bank moved, not the status of the dispute: withdrawn money counts as lost
until the dispute is won.
"""

import logging
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import F

from marketplace.money import ZERO
from orders import ledger
from orders.lifecycle import locking
from orders.models import Dispute, Order, OrderStatus, Payment
from orders.payments.dispute_gateway import StripeDispute, pages_of_disputes
from orders.payments.refunds import request_refund

log = logging.getLogger(__name__)

REASON = "dispute_won:"
CLOSED = (Dispute.Status.WON, Dispute.Status.LOST, Dispute.Status.WARNING_CLOSED, Dispute.Status.PREVENTED)


def apply_disputes(*, intent_id: str, now: datetime) -> int:
    """Fetch the disputes of an intent from Stripe and apply them; return how many differed."""
    found = [one for page in pages_of_disputes(intent_id=intent_id) for one in page]
    return sum(apply_dispute(found=one, now=now) for one in found)


@transaction.atomic
def apply_dispute(*, found: StripeDispute, now: datetime) -> bool:
    """Apply Stripe's state of a dispute; may run twice, late and in any order.

    Returns ``False`` if nothing changed, or the payment is not ours.
    """
    payment = Payment.objects.filter(intent_id=found.intent_id, status=Payment.Status.SUCCEEDED).first()
    if payment is None:
        return False
    order = locking.locked_order(order_id=payment.order_id)
    dispute = Dispute.objects.filter(stripe_dispute_id=found.id).first()
    is_new = dispute is None
    if dispute is None:
        dispute = Dispute(stripe_dispute_id=found.id, order=order, payment=payment, opened_at=found.opened_at)
        log.warning("Order %s is disputed at the customer's bank: %s", order.pk, found.reason)
    elif _is_old(found, dispute) or _says(found) == _says(dispute):
        return False
    withdrawn = found.withheld - dispute.withheld
    for name, value in _says(found).items():
        setattr(dispute, name, value)
    dispute.changed_at = now
    if is_new:
        dispute.save(force_insert=True)
    else:
        dispute.save(update_fields=[*_says(found), "changed_at"])
    if withdrawn:
        _move(order, dispute, withdrawn, now)
    return True


def _is_old(found: StripeDispute, dispute: Dispute) -> bool:
    """Tell whether Stripe's response is older than our row: fewer moves, or not decided yet."""
    undecided = dispute.status in CLOSED and found.status not in CLOSED
    return found.moves < dispute.moves or (found.moves == dispute.moves and undecided)


def _says(about: StripeDispute | Dispute) -> dict[str, object]:
    names = ("status", "reason", "amount", "withheld", "moves", "respond_by")
    return {name: getattr(about, name) for name in names}


def _move(order: Order, dispute: Dispute, withdrawn: Decimal, now: datetime) -> None:
    """Add what a bank withdrew (below zero: gave back) to the order, and post it."""
    Order.objects.filter(pk=order.pk).update(
        disputed_amount=order.disputed_amount + withdrawn, version=F("version") + 1
    )
    order.refresh_from_db(fields=["refunded_amount", "disputed_amount", "payment_status", "version"])
    ledger.dispute_moved(order=order, dispute=dispute, withdrawn=withdrawn, now=now)
    if withdrawn < ZERO and order.status == OrderStatus.CANCELLED:
        _return_what_is_due(order, dispute, now)


def _return_what_is_due(order: Order, dispute: Dispute, now: datetime) -> None:
    """Refund what the cancellation could not while the bank held the money: all but the late fee."""
    due = order.kept_amount - ledger.late_fee_of(order)
    request_refund(order=order, amount=due, reason=f"{REASON}{dispute.pk.hex[:20]}", now=now)
