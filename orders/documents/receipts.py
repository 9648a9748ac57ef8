"""Receipts: made once an order is paid, numbered without a gap.

A succeeded payment without ``receipted_at`` is due for a receipt, so none is lost or made twice. What goes
back stands on credit notes (:mod:`orders.documents.credit_notes`). The provider is the supplier; their
details are copied to the receipt, so that later changes do not affect it.
"""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F

from accounts.models import User
from marketplace import audit, clock
from marketplace.errors import DomainError
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from orders import locking
from orders.models import Document, NumberSeries, Order, Payment, Receipt
from providers.models import Application, Provider

TASK = "orders.issue_receipts"
MAIL_TOPIC = "receipt"
KIND = "receipt"


def next_number(*, kind: NumberSeries.Kind, year: int) -> int:
    """Return the next number of a series; concurrent callers wait for the end of the transaction."""
    NumberSeries.objects.get_or_create(kind=kind, year=year)
    series = NumberSeries.objects.filter(kind=kind, year=year)
    series.update(last=F("last") + 1)
    return series.values_list("last", flat=True).get()


class NumberGiven(DomainError):
    """The series has given that number already (409)."""

    code = "number_given"

    def __init__(self, series: NumberSeries) -> None:
        super().__init__(
            f"{series} has given its number {series.last} already: a higher one can be the last."
        )


@transaction.atomic
def skip_numbers(*, actor: User, kind: NumberSeries.Kind, year: int, last: int) -> None:
    """Let a series go on behind ``last``: those up to there were given after the backup that was restored.

    Raises :class:`NumberGiven`. The append-only audit log records it.
    """
    NumberSeries.objects.get_or_create(kind=kind, year=year)
    series = NumberSeries.objects.select_for_update().get(kind=kind, year=year)
    if last <= series.last:
        raise NumberGiven(series)
    sentence = f"Skipped the numbers {series.last + 1} to {last}."
    series.skipped += last - series.last
    series.last = last
    series.save(update_fields=["last", "skipped"])
    audit.record(user_id=actor.pk, about=series, sentence=sentence)


# --- Making ---------------------------------------------------------------------------------------------


def wake() -> None:
    """Start making receipts after the commit; without a broker the next scheduled sweep does it."""
    outbox.wake(TASK)


def issue_due(*, now: datetime) -> int:
    """Make the outstanding receipts, the earliest first; return how many."""
    waiting = Payment.objects.filter(status=Payment.Status.SUCCEEDED, receipted_at=None)

    def make(job: Job, instant: datetime) -> bool:
        return issue(payment_id=job.subject, now=instant) is not None

    return sweep_counting(KIND, waiting.order_by("settled_at"), act=make, policy=due.Policy(), now=now)


@transaction.atomic
def issue(*, payment_id: UUID, now: datetime) -> Receipt | None:
    """Make the receipt of a payment; ``None`` if there is one, or the payment has not succeeded."""
    paid = Payment.objects.filter(pk=payment_id, status=Payment.Status.SUCCEEDED)
    order_id = paid.values_list("order_id", flat=True).first()
    if order_id is None:
        return None
    # Locked, so that the order cannot get another provider meanwhile.
    order = locking.locked_order(order_id=order_id)
    if not paid.filter(receipted_at=None).update(receipted_at=now):
        return None
    year = clock.local_date(now).year
    receipt = Receipt.objects.create(
        order=order,
        year=year,
        number=next_number(kind=NumberSeries.Kind.RECEIPT, year=year),
        issued_at=now,
        **_supplier(order.provider),
    )
    Document.objects.create(receipt=receipt)
    return receipt


def _supplier(provider: Provider) -> dict[str, Any]:
    """Return the supplier's columns of a receipt: business name, town, and VAT if registered."""
    application = Application.objects.filter(provider=provider).first()
    vat_number = application.vat_number if application else ""
    return {
        "supplier_name": provider.business_name or provider.user.get_full_name(),
        "supplier_locality": _locality(provider, application),
        "supplier_vat_number": vat_number,
        "vat_percent": settings.VAT_PERCENT if vat_number else None,
    }


def _locality(provider: Provider, application: Application | None) -> str:
    """Return postal code and town; not the street, a private home that the law does not require."""
    home = application if application and application.city else None
    place = home or provider.user.addresses.filter(is_default=True).first()
    return f"{place.postal_code} {place.city}".strip() if place else ""


# --- Reading and mailing ----------------------------------------------------------------------------------


def valid_receipt(order: Order) -> Receipt | None:
    """Return the receipt of an order that has not been replaced, if there is one."""
    return Receipt.objects.filter(order=order, replaced_at=None).first()


def mail_later(*, order: Order, now: datetime) -> None:
    """Enqueue mailing what an order that is over has been billed and credited, if it was paid.

    The caller's transaction has locked the order.
    """
    if order.was_paid:
        outbox.enqueue(topic=MAIL_TOPIC, payload={"orderId": str(order.pk)}, now=now)
