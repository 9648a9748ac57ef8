"""Mailing an order's receipts and credit notes: together once the order is over, and each of them once.

A document is due to be mailed until ``mailed_at``. What comes later, of a claim or a lost dispute, is mailed
when its credit note is made.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q

from accounts import emails
from accounts.notice_texts import Said
from marketplace.money import ZERO
from orders import notice_texts as texts
from orders.documents import credit_notes, making, receipts
from orders.models import FINAL, Document, Order, Payment


def mail(payload: dict[str, Any], now: datetime) -> None:
    """Mail what an order that is over has not been mailed of; ``payload`` holds ``orderId``."""
    order = Order.objects.get(pk=payload["orderId"])
    # A payment that came late may have revived it.
    if order.status not in FINAL:
        return
    for payment in order.payments.filter(status=Payment.Status.SUCCEEDED):
        receipts.issue(payment_id=payment.pk, now=now)
    credit_notes.issue_of(order=order, now=now)
    documents = _to_mail(order.pk)
    if not documents:
        return
    emails.send_documents(
        user_id=order.customer_id,
        said=_said(documents),
        link=f"/tracking/{order.pk}",
        key=f"receipt:{documents[-1].pk}",
        files=[(making.name_of(one), making.content_of(one, now=now)) for one in documents],
    )
    Document.objects.filter(pk__in=[one.pk for one in documents]).update(mailed_at=now)


def _to_mail(order_id: UUID) -> list[Document]:
    """Return what was neither mailed nor erased: the receipts, then the credit notes, each by number."""
    erased = Q(made_at__isnull=False, file="")
    due = Document.objects.filter(mailed_at=None).exclude(erased)
    of_receipts = due.filter(receipt__order=order_id).select_related("receipt")
    of_notes = due.filter(credit_note__order=order_id).select_related("credit_note__receipt")
    return [
        *of_receipts.order_by("receipt__year", "receipt__number"),
        *of_notes.order_by("credit_note__position"),
    ]


def _said(documents: list[Document]) -> Said:
    receipt = next((one.receipt for one in reversed(documents) if one.receipt), None)
    note = documents[-1].credit_note
    if note is None:
        assert receipt is not None  # noqa: S101 - there is a document
        return texts.RECEIPT.of(number=str(receipt), name=receipt.supplier_name)
    is_returned = any(one.credit_note.amount > ZERO for one in documents if one.credit_note)
    if receipt is None:
        text = texts.CREDIT_NOTE if is_returned else texts.CREDIT_NOTE_OF_VAT
        return text.of(number=str(note), name=note.receipt.supplier_name)
    text = texts.RECEIPT_AND_CREDIT_NOTE if is_returned else texts.RECEIPT_AND_CREDIT_NOTE_OF_VAT
    return text.of(number=str(receipt), name=receipt.supplier_name)
