"""Credit notes: what went back of a receipt, numbered without a gap.

A refund is due for one until ``credited_at``, and so is a dispute that was lost. A note's amount is all that
has gone back less what earlier notes say, so that money which goes back another way than was decided, by the
bank instead of a refund, is credited once. What a bank withdraws while it decides is not final, and no note.
"""

from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet, Sum

from marketplace import clock
from marketplace.jobs import due
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from marketplace.money import ZERO
from orders import locking
from orders.documents import receipts
from orders.documents.receipts import next_number, valid_receipt
from orders.models import (
    FINAL,
    CreditNote,
    Dispute,
    Document,
    NumberSeries,
    Order,
    OrderStatus,
    Payment,
    Receipt,
    Refund,
)
from orders.prices import pricing

KIND = "credit note"


def issue_due(*, now: datetime) -> int:
    """Make the credit notes that are due, the earliest first; return how many."""

    def credit_refund(job: Job, instant: datetime) -> bool:
        return issue(cause=Refund.objects.filter(pk=job.subject), now=instant) is not None

    def credit_dispute(job: Job, instant: datetime) -> bool:
        return issue(cause=Dispute.objects.filter(pk=job.subject), now=instant) is not None

    policy, refunds, disputes = due.Policy(), due_refunds(), due_disputes()
    made = sweep_counting(KIND, refunds.order_by("created_at"), act=credit_refund, policy=policy, now=now)
    made += sweep_counting(KIND, disputes.order_by("opened_at"), act=credit_dispute, policy=policy, now=now)
    return made


def due_refunds() -> QuerySet[Refund]:
    """Return the refunds of orders with a receipt that may need a credit note."""
    return Refund.objects.filter(credited_at=None, order__receipts__replaced_at=None).exclude(
        order__receipts=None
    )


def due_disputes() -> QuerySet[Dispute]:
    """Return the lost disputes of orders with a receipt that may need a credit note."""
    lost = Dispute.objects.filter(status=Dispute.Status.LOST, credited_at=None)
    return lost.filter(order__receipts__replaced_at=None).exclude(order__receipts=None)


def issue_of(*, order: Order, now: datetime) -> None:
    """Make the credit notes of one order that are due."""
    for refund_id in due_refunds().filter(order=order).values_list("pk", flat=True):
        issue(cause=Refund.objects.filter(pk=refund_id), now=now)
    for dispute_id in due_disputes().filter(order=order).values_list("pk", flat=True):
        issue(cause=Dispute.objects.filter(pk=dispute_id), now=now)


@transaction.atomic
def issue(*, cause: QuerySet[Refund] | QuerySet[Dispute], now: datetime) -> CreditNote | None:
    """Make the credit note of a refund or lost dispute; ``None`` if there is nothing left to credit."""
    order_id: UUID | None = cause.values_list("order_id", flat=True).first()
    if order_id is None:
        return None
    order = locking.locked_order(order_id=order_id)
    receipt = valid_receipt(order)
    if receipt is None or not cause.filter(credited_at=None).update(credited_at=now):
        return None
    reason = CreditNote.Reason.BANK if cause.model is Dispute else CreditNote.Reason.REFUND
    return _create(receipt, _returned(order) - _credited(receipt), reason, now=now)


def credit_vat(*, order: Order, now: datetime) -> None:
    """Credit the VAT of what is kept of a late cancellation by which nothing goes back.

    The caller's transaction has locked the order. Where something goes back, its credit note does it. While
    a bank withholds something it is not known yet whether anything will: nothing is credited then.
    """
    undecided = order.disputes.filter(withheld__gt=ZERO).exclude(status=Dispute.Status.LOST)
    receipt = valid_receipt(order)
    if receipt is not None and not undecided.exists():
        _create(receipt, ZERO, CreditNote.Reason.REFUND, now=now)


def replace_receipt(*, order: Order, now: datetime) -> None:
    """Credit the rest of an order's receipt after a change of provider, and let a new one be made.

    The caller's transaction has locked the order. What was refunded before is credited on the new receipt.
    """
    receipt = valid_receipt(order)
    if receipt is None:
        return
    rest = order.total_amount - _credited(receipt)
    _create(receipt, rest, CreditNote.Reason.REPLACED, now=now)
    Receipt.objects.filter(pk=receipt.pk).update(replaced_at=now)
    order.payments.filter(status=Payment.Status.SUCCEEDED).update(receipted_at=None)
    order.refunds.update(credited_at=None)
    order.disputes.update(credited_at=None)
    receipts.wake()


def _returned(order: Order) -> Decimal:
    """Return what has gone back of an order's payment for good, in CHF."""
    refunds = sum((refund.counted_amount for refund in order.refunds.all()), ZERO)
    lost = order.disputes.filter(status=Dispute.Status.LOST).aggregate(sum=Sum("withheld"))["sum"]
    returned: Decimal = min(refunds + (lost or ZERO), order.total_amount)
    return returned


def _credited(receipt: Receipt) -> Decimal:
    return receipt.credit_notes.aggregate(sum=Sum("amount"))["sum"] or ZERO


def _create(
    receipt: Receipt, amount: Decimal, reason: CreditNote.Reason, *, now: datetime
) -> CreditNote | None:
    vat = _vat(receipt, amount, reason)
    if amount < ZERO or (amount == ZERO and not vat):
        return None
    year = clock.local_date(now).year
    note = CreditNote.objects.create(
        order=receipt.order,
        receipt=receipt,
        position=receipt.order.credit_notes.count() + 1,
        year=year,
        number=next_number(kind=NumberSeries.Kind.CREDIT_NOTE, year=year),
        issued_at=now,
        reason=reason,
        amount=amount,
        vat=vat,
    )
    Document.objects.create(credit_note=note)
    if receipt.order.status in FINAL:
        receipts.mail_later(order=receipt.order, now=now)
    return note


def _vat(receipt: Receipt, amount: Decimal, reason: CreditNote.Reason) -> Decimal | None:
    """Return the VAT that is no longer owed; what is kept of a late cancellation contains none."""
    if receipt.vat_percent is None:
        return None
    order, percent = receipt.order, receipt.vat_percent
    before = receipt.credit_notes.aggregate(sum=Sum("vat"))["sum"] or ZERO
    is_over = order.status == OrderStatus.CANCELLED or reason == CreditNote.Reason.REPLACED
    left = ZERO if is_over else order.total_amount - _credited(receipt) - amount
    return (
        pricing.vat_within(order.total_amount, percent=percent)
        - pricing.vat_within(left, percent=percent)
        - before
    )


def is_due(order: Order) -> bool:
    """Tell whether a credit note of an order is about to be made."""
    open_ = Q(credited_at=None)
    lost = order.disputes.filter(open_, status=Dispute.Status.LOST)
    return order.refunds.filter(open_).exists() or lost.exists()
