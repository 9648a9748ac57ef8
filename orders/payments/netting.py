"""The same money that goes back by two ways is netted once.

A refund that is decided here may never leave, because a bank or somebody in Stripe's dashboard has given its
money to the customer meanwhile. Such a refund is superseded; nobody has to try it again. One that our own
bank has paid cannot be called back: what Stripe sends of it as well is owed back by the customer.
"""

from datetime import datetime
from decimal import Decimal

from django.db.models import Q, QuerySet, Sum

from marketplace.money import ZERO, quantize
from orders import ledger
from orders.lifecycle.refund_rows import change_refunded, supersede
from orders.models import Dispute, Order, Refund


def by_lost_disputes(*, order: Order, now: datetime) -> None:
    """Supersede failed refunds by what banks have taken back for good. The order is locked."""
    rows = Refund.objects.filter(order=order, status=Refund.Status.FAILED)
    failed = list(rows.order_by("created_at", "pk"))
    if not failed:
        return
    lost = Dispute.objects.filter(order=order, status=Dispute.Status.LOST, withheld__gt=ZERO)
    for dispute in lost:
        left = dispute.withheld - netted_by(dispute)
        for refund in [one for one in failed if one.status == Refund.Status.FAILED]:
            if left <= ZERO:
                break
            netted = min(left, refund.amount)
            supersede(order=order, refund=refund, by=dispute.stripe_dispute_id, netted=netted, now=now)
            refund.status = Refund.Status.SUPERSEDED
            left -= netted


def netted_by(dispute: Dispute) -> Decimal:
    """Return how much of what a bank withdrew has taken the place of refunds, in CHF."""
    netted = Refund.objects.filter(superseded_by=dispute.stripe_dispute_id)
    return quantize(netted.aggregate(total=Sum("netted_amount"))["total"] or ZERO)


def make_room(*, order: Order, amount: Decimal, by: str, now: datetime) -> None:
    """Make room for ``amount`` (CHF) that Stripe has sent, as far as it is more than what was left.

    Refunds that have not left are superseded; then what our bank has paid counts as paid twice. ``by`` is the
    id at Stripe of the refund that was sent. The order is locked.
    """
    not_sent = Q(status=Refund.Status.FAILED) | Q(status=Refund.Status.PENDING, stripe_refund_id=None)
    missing = order.refunded_amount + amount - order.total_amount
    waiting = Refund.objects.filter(not_sent, order=order).order_by("status", "created_at", "pk")
    for refund in list(waiting) if missing > ZERO else []:
        if missing <= ZERO:
            return
        netted = min(missing, refund.amount)
        supersede(order=order, refund=refund, by=by, netted=netted, now=now)
        missing -= netted
    for refund in list(paid_by_bank(order)) if missing > ZERO else []:
        netted = min(missing, refund.counted_amount)
        pay_twice(order=order, refund=refund, amount=netted, now=now)
        missing -= netted


def paid_by_bank(order: Order) -> QuerySet[Refund]:
    """Return the refunds of an order that our own bank has paid, the oldest first."""
    return order.refunds.filter(status=Refund.Status.PAID_BY_BANK).order_by("created_at", "pk")


def paid_twice(order: Order) -> Decimal:
    """Return how much of what our bank has paid for an order has left Stripe, too, in CHF."""
    return quantize(paid_by_bank(order).aggregate(total=Sum("netted_amount"))["total"] or ZERO)


def pay_twice(*, order: Order, refund: Refund, amount: Decimal, now: datetime) -> None:
    """Book that ``amount`` (CHF) of what our bank paid has left Stripe, too; below zero, that it has not.

    It counts as returned once: by what Stripe has sent. The customer owes it back. The order is locked.
    """
    if not amount:
        return
    refund.netted_amount += amount
    Refund.objects.filter(pk=refund.pk).update(netted_amount=refund.netted_amount, paid_twice_note="")
    change_refunded(order, refund, -amount)
    ledger.refund_paid_twice(order=order, refund=refund, amount=amount, now=now)


def by_bank_transfers(*, order: Order, refund: Refund, now: datetime) -> None:
    """Set a refund that came back off against what was paid twice: the customer has that already.

    The order is locked.
    """
    twice = list(paid_by_bank(order).filter(netted_amount__gt=ZERO))
    left = min(sum((paid.netted_amount for paid in twice), ZERO), refund.amount)
    if left <= ZERO:
        return
    supersede(order=order, refund=refund, by=f"refund:{twice[0].pk}", netted=left, now=now)
    for paid in twice:
        netted = min(paid.netted_amount, left)
        pay_twice(order=order, refund=paid, amount=-netted, now=now)
        left -= netted
