"""The monthly invoice of the platform's fee to each provider: made once, however often or late the task runs.

The fee is deducted from payouts already, so nothing is left to pay, and the invoice says so; providers need
it for their books and to deduct its VAT. The amount is what the ledger's platform account earned from an
order, at least zero: losses, and what it bears of refunds, are the platform's own.
"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from accounts import emails
from marketplace import clock, wall_time
from marketplace.clock import month_after, month_bounds
from marketplace.errors import NotFound
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from marketplace.money import ZERO
from orders import notice_texts as texts
from orders.documents import making
from orders.documents.receipts import next_number
from orders.ledger import BORNE, Account
from orders.models import Document, FeeInvoice, FeeInvoiceRun, LedgerEntry, NumberSeries
from providers.models import Provider

TASK = "orders.make_fee_invoices"
MAIL_TOPIC = "fee_invoice"
KIND = "fee invoice"
EARNINGS = "/provider/earnings"


@dataclass(frozen=True)
class Retained:
    """The platform's fees from a provider's month in CHF, and from how many orders."""

    amount: Decimal
    orders: int


def make_due(*, now: datetime) -> int:
    """Make the invoices of past months, the oldest first; return how many.

    The first run ever begins with the last month. One query once all are made. A provider whose invoice
    cannot be made holds up no other, in later months either.
    """
    return sum(_make_month(month, now) for month in _open_months(now))


def _open_months(now: datetime) -> list[date]:
    """Return the past months that are not finished, from the first run on."""
    present = clock.local_date(now).replace(day=1)
    runs = dict(FeeInvoiceRun.objects.values_list("month", "finished_at"))
    last = date(present.year - (present.month == 1), (present.month - 2) % 12 + 1, 1)
    month = min(runs, default=last)
    months = []
    while month < present:
        if runs.get(month) is None:
            months.append(month)
        month = month_after(month)
    return months


def _make_month(month: date, now: datetime) -> int:
    run, _ = FeeInvoiceRun.objects.get_or_create(month=month)
    start, end = month_bounds(month)
    fees = LedgerEntry.objects.filter(account=Account.PLATFORM, posted_at__gte=start, posted_at__lt=end)
    concerned = set(fees.order_by().values_list("order__provider", flat=True).distinct())
    concerned -= set(FeeInvoice.objects.filter(month=month).values_list("provider", flat=True))
    looked_at: set[UUID] = set()
    made = 0

    def act(job: Job, instant: datetime) -> bool:
        is_made = make(provider_id=job.subject, month=month, now=instant) is not None
        looked_at.add(job.subject)
        return is_made

    if concerned:
        with outbox.coalesce_wakeups():
            chosen = Provider.objects.filter(pk__in=concerned).order_by("pk")
            made = sweep_counting(KIND, chosen, act=act, policy=due.Policy(), now=now, limit=len(concerned))
    if concerned == looked_at:
        FeeInvoiceRun.objects.filter(pk=run.pk, finished_at=None).update(finished_at=now)
    return made


@transaction.atomic
def make(*, provider_id: UUID, month: date, now: datetime) -> FeeInvoice | None:
    """Make a provider's invoice for a past month; ``None`` if it exists, or its amount is zero."""
    # Serializes concurrent runs.
    Provider.objects.select_for_update(no_key=True).get(pk=provider_id)
    if FeeInvoice.objects.filter(provider=provider_id, month=month).exists():
        return None
    retained = retained_fees(provider_id=provider_id, month=month)
    if not retained.amount:
        return None
    year = clock.local_date(now).year
    vat_number = settings.PLATFORM_VAT_NUMBER
    invoice = FeeInvoice.objects.create(
        provider_id=provider_id,
        month=month,
        year=year,
        number=next_number(kind=NumberSeries.Kind.FEE_INVOICE, year=year),
        issued_at=now,
        orders=retained.orders,
        amount=retained.amount,
        vat_number=vat_number,
        vat_percent=settings.VAT_PERCENT if vat_number else None,
    )
    Document.objects.create(fee_invoice=invoice)
    outbox.enqueue(topic=MAIL_TOPIC, payload={"invoiceId": str(invoice.pk)}, now=now)
    return invoice


def retained_fees(*, provider_id: UUID, month: date) -> Retained:
    """Return the platform's fees from a provider's orders in a month, less fees given back."""
    orders: defaultdict[UUID, Decimal] = defaultdict(lambda: ZERO)
    for entry, change in fees_between(provider_id, *month_bounds(month)):
        orders[entry.order_id] += change
    return Retained(sum(orders.values(), ZERO), sum(change > ZERO for change in orders.values()))


def fees_between(provider_id: UUID, start: datetime, end: datetime) -> list[tuple[LedgerEntry, Decimal]]:
    """Return our entries of a provider's orders from ``start`` until before ``end``, by time.

    Each with what it adds to our fee, in CHF: of an order that is at least zero, and below it our loss.
    Invoices and statements both follow from it. One query.
    """
    fees = LedgerEntry.objects.filter(
        account=Account.PLATFORM, order__provider=provider_id, posted_at__lt=end
    ).exclude(posting__startswith=BORNE)
    touched = fees.filter(posted_at__gte=start).order_by().values("order")
    entries = fees.filter(order__in=touched).select_related("order__customer").order_by("posted_at", "pk")
    balances: defaultdict[UUID, Decimal] = defaultdict(lambda: ZERO)
    changes = []
    for entry in entries:
        before = balances[entry.order_id]
        # Credits are below zero in the ledger.
        after = balances[entry.order_id] = before - entry.amount
        if entry.posted_at >= start:
            changes.append((entry, max(after, ZERO) - max(before, ZERO)))
    return changes


# --- Reading and mailing ----------------------------------------------------------------------------------


def invoice_of(provider: Provider, *, month: date) -> FeeInvoice:
    """Return a provider's invoice for a month, or raise ``NotFound`` (404)."""
    invoice: FeeInvoice | None = FeeInvoice.objects.filter(provider=provider, month=month).first()
    if invoice is None:
        raise NotFound(_("There is no invoice of this month: it is made when the month is over."))
    return invoice


def mail(payload: dict[str, Any], now: datetime) -> None:
    """Mail an invoice to its provider; ``payload`` holds ``invoiceId``."""
    invoice = FeeInvoice.objects.select_related("provider", "document").get(pk=payload["invoiceId"])
    document = invoice.document
    emails.send_documents(
        user_id=invoice.provider.user_id,
        said=texts.FEE_INVOICE.of(number=str(invoice), month=partial(wall_time.month, invoice.month)),
        link=EARNINGS,
        key=f"fee_invoice:{invoice.pk}",
        files=[(making.name_of(document), making.content_of(document, now=now))],
    )
