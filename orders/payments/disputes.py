"""Disputes: what a bank takes back because its customer contests a payment, and what it gives back.

The books follow the money that the bank moved, not the status of the dispute: withdrawn money counts as lost
until the dispute is won. While the order runs, the platform bears it, until an operator says otherwise.
"""

import logging
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import F

from marketplace.money import ZERO
from orders import ledger, locking, notifications
from orders.documents import credit_notes
from orders.lifecycle.refund_rows import request_refund
from orders.models import FINAL, Bearer, Dispute, Order, OrderStatus, Payment, Refund
from orders.payments import netting, refunds
from orders.payments.dispute_gateway import StripeDispute, pages_of_disputes

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
        dispute = Dispute(
            stripe_dispute_id=found.id,
            order=order,
            payment=payment,
            opened_at=found.opened_at,
            borne_by=Bearer.PROVIDER if order.status in FINAL else Bearer.PLATFORM,
        )
        log.warning("Order %s is disputed at the customer's bank: %s", order.pk, found.reason)
    elif _is_old(found, dispute) or _says(found) == _says(dispute):
        return False
    withdrawn, before = found.withheld - dispute.withheld, dispute.status
    for name, value in _says(found).items():
        setattr(dispute, name, value)
    dispute.changed_at = now
    if is_new:
        dispute.save(force_insert=True)
    else:
        dispute.save(update_fields=[*_says(found), "changed_at"])
    if withdrawn:
        _move(order, dispute, withdrawn, now)
    if found.status in CLOSED:
        _net(order, dispute, now)
    is_decided = found.status in CLOSED and found.status != before
    # An inquiry withdraws nothing, so there is nothing to be told of.
    if order.status not in FINAL and (withdrawn or (is_decided and dispute.moves)):
        notifications.disputed(order=order, dispute=dispute, is_closed=found.status in CLOSED, now=now)
    return True


def _net(order: Order, dispute: Dispute, now: datetime) -> None:
    """End what waited for the bank: refunds that it made superfluous, or that it stood in the way of."""
    if dispute.status == Dispute.Status.LOST:
        netting.by_lost_disputes(order=order, now=now)
    else:
        for failed in Refund.objects.filter(order=order, status=Refund.Status.FAILED):
            refunds.retry(refund_id=failed.pk, now=now)


def _is_old(found: StripeDispute, dispute: Dispute) -> bool:
    """Tell whether Stripe's response is older than our row: fewer moves, or not decided yet."""
    undecided = dispute.status in CLOSED and found.status not in CLOSED
    return found.moves < dispute.moves or (found.moves == dispute.moves and undecided)


def _says(about: StripeDispute | Dispute) -> dict[str, object]:
    names = ("status", "reason", "amount", "withheld", "moves", "respond_by")
    return {name: getattr(about, name) for name in names}


def _move(order: Order, dispute: Dispute, withdrawn: Decimal, now: datetime) -> None:
    """Add what a bank withdrew (below zero: gave back) to the order, and post it."""
    borne = withdrawn if dispute.borne_by == Bearer.PLATFORM else ZERO
    Order.objects.filter(pk=order.pk).update(
        disputed_amount=order.disputed_amount + withdrawn,
        borne_by_platform=order.borne_by_platform + borne,
        version=F("version") + 1,
    )
    order.refresh_from_db(
        fields=["refunded_amount", "disputed_amount", "borne_by_platform", "payment_status", "version"]
    )
    ledger.dispute_moved(order=order, dispute=dispute, withdrawn=withdrawn, now=now)
    if withdrawn < ZERO and order.status == OrderStatus.CANCELLED:
        _return_what_is_due(order, dispute, now)


def _return_what_is_due(order: Order, dispute: Dispute, now: datetime) -> None:
    """Refund what the cancellation could not while the bank held the money: all but the late fee.

    Where that is nothing, the VAT of the fee is credited, which waited for the bank, too.
    """
    due = order.kept_amount - ledger.late_fee_of(order)
    if due <= ZERO:
        credit_notes.credit_vat(order=order, now=now)
        return
    request_refund(order=order, amount=due, reason=f"{REASON}{dispute.pk.hex[:20]}", now=now)
