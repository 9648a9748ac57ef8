"""The same money that goes back by two ways is netted once.

A refund that is decided here may never leave, because a bank or somebody in Stripe's dashboard has given its
money to the customer meanwhile. Such a refund is superseded; nobody has to try it again.
"""

from datetime import datetime
from decimal import Decimal

from django.db.models import Q, Sum

from marketplace.money import ZERO, quantize
from orders.models import Dispute, Order, Refund
from orders.payments.refund_rows import supersede


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
    """Supersede refunds that have not left, as far as ``amount`` (CHF) that Stripe has sent needs it.

    ``by`` is the id at Stripe of the refund that was sent. The order is locked.
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
