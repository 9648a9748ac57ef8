"""A receipt as PDF: supplier and service, what was paid and refunded, and the VAT included."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from marketplace import clock, figures
from marketplace.money import ZERO
from orders.checkout import pricing
from orders.documents.drawing import (
    BAND,
    BOLD,
    SOFT,
    WIDTH,
    document,
    fitting,
    francs,
    gap,
    heading,
    listing,
    paragraph,
    table,
    written,
)
from orders.models import Order, OrderLine, OrderStatus, Payment, Receipt, Refund

WIDTHS = (379, 120)


@dataclass(frozen=True)
class Line:
    """A line with its amount in CHF, below zero for refunds."""

    text: str
    amount: Decimal


@dataclass(frozen=True)
class Contents:
    """The contents of a receipt, in CHF. ``vat`` is ``None`` if none is included."""

    receipt: Receipt
    paid_on: date
    lines: list[Line]
    returned: list[Line]
    vat: Decimal | None

    @property
    def order(self) -> Order:
        """The order."""
        return self.receipt.order

    @property
    def left(self) -> Decimal:
        """What is left of the payment."""
        return self.order.kept_amount


def name_of(receipt: Receipt) -> str:
    """Return the file name."""
    return f"receipt-{receipt}.pdf"


def contents_of(receipt: Receipt) -> Contents:
    """Return the contents of a receipt by the order's present state. Four queries."""
    order = receipt.order
    payment = order.payments.get(status=Payment.Status.SUCCEEDED)
    lines = sorted(order.lines.all(), key=lambda line: (line.kind == OrderLine.Kind.PLATFORM_FEE, line.pk))
    return Contents(
        receipt=receipt,
        paid_on=clock.local_date(payment.settled_at or receipt.issued_at),
        lines=[Line(_text(order, line), line.amount) for line in lines],
        returned=_returned(order),
        vat=_vat(receipt),
    )


def _text(order: Order, line: OrderLine) -> str:
    if line.kind == OrderLine.Kind.BASE:
        amount = pricing.amount_text(service_type=order.service_type, weight=order.weight)
        return f"{order.get_service_type_display()}, {amount}"
    if line.kind == OrderLine.Kind.PLATFORM_FEE:
        return _("Platform fee, {product}").format(product=settings.PRODUCT_NAME)
    if line.quantity == 1:
        return line.get_kind_display()
    said = ngettext("{what}, {count} piece", "{what}, {count} pieces", line.quantity)
    return said.format(what=line.get_kind_display(), count=line.quantity)


def _returned(order: Order) -> list[Line]:
    """Return the refunds, and what the customer's bank has withdrawn."""
    went = [
        Line(_went_on(refund), -refund.counted_amount)
        for refund in order.refunds.order_by("created_at")
        if refund.counted_amount
    ]
    if order.disputed_amount:
        went.append(Line(_("Withdrawn by your bank"), -order.disputed_amount))
    return went


def _went_on(refund: Refund) -> str:
    """Return the day on which a refund was decided, or paid by bank transfer."""
    if refund.status == Refund.Status.PAID_BY_BANK and refund.settled_at:
        return _("Returned by bank transfer on {day}").format(
            day=written(clock.local_date(refund.settled_at))
        )
    return _("Returned on {day}").format(day=written(clock.local_date(refund.created_at)))


def _vat(receipt: Receipt) -> Decimal | None:
    """Return the VAT included in what is left; a late fee is a compensation without VAT."""
    order = receipt.order
    if receipt.vat_percent is None or order.status == OrderStatus.CANCELLED or order.kept_amount <= ZERO:
        return None
    return pricing.vat_within(order.kept_amount, percent=receipt.vat_percent)


# --- The document -----------------------------------------------------------------------------------------


def as_pdf(receipt: Receipt) -> bytes:
    """Return a receipt as a PDF: A4, without external resources."""
    contents = contents_of(receipt)

    def parts() -> list[Any]:
        return [
            _heading(contents),
            gap(),
            _facts(contents),
            gap(),
            _sums(contents),
            gap(14),
            *_notes(contents),
        ]

    title = _("Receipt {number}").format(number=receipt)
    return document(parts, title=title, owner=title)


def _heading(contents: Contents) -> Any:
    receipt, order = contents.receipt, contents.order
    number = receipt.supplier_vat_number
    vat = _("VAT number {number}").format(number=number) if number else ""
    supplier = [_("Supplied by"), receipt.supplier_name, receipt.supplier_place, vat]
    customer = [_("For"), order.customer.known_name, *order.delivery_address.split(", ")]
    return heading(title=_("Receipt"), below=str(receipt), left=[*filter(None, supplier)], right=customer)


def _facts(contents: Contents) -> Any:
    order = contents.order
    columns = [
        (_("Paid on"), written(contents.paid_on)),
        (_("Order"), str(order.pk)[-8:]),
        (_("Pickup"), written(clock.local_date(order.pickup_at))),
        (_("Status"), str(order.get_status_display())),
    ]
    names = [fitting(name, WIDTH / 4) for name, text in columns]
    rows = [names, [fitting(text, WIDTH / 4, size=9.5) for name, text in columns]]
    return table(
        rows,
        (WIDTH / 4,) * 4,
        ("BACKGROUND", (0, 0), (-1, -1), BAND),
        ("TEXTCOLOR", (0, 0), (-1, 0), SOFT),
        ("FONT", (0, 1), (-1, 1), BOLD, 9.5),
        ("LEFTPADDING", (0, 0), (-1, -1), 10),
        ("TOPPADDING", (0, 0), (-1, 0), 9),
        ("BOTTOMPADDING", (0, 1), (-1, 1), 11),
    )


def _sums(contents: Contents) -> Any:
    rows: list[list[Any]] = [[_("Service"), "CHF"]]
    rows += [[fitting(line.text, WIDTHS[0]), francs(line.amount)] for line in contents.lines]
    if contents.returned:
        rows.append([_("Paid by card"), francs(contents.order.total_amount)])
        rows += [[line.text, francs(line.amount)] for line in contents.returned]
        rows.append([_what_is_left(contents.order), francs(contents.left)])
    else:
        rows.append([_("Total, paid by card"), francs(contents.left)])
    return listing(rows, WIDTHS, 1)


def _what_is_left(order: Order) -> str:
    is_cancelled = order.status == OrderStatus.CANCELLED
    return _("Kept for the late cancellation") if is_cancelled else _("Total")


def _notes(contents: Contents) -> list[Any]:
    receipt, order = contents.receipt, contents.order
    if contents.vat is not None:
        vat = _("The total includes {percent} % VAT: CHF {amount}.").format(
            percent=f"{receipt.vat_percent:.1f}", amount=francs(contents.vat)
        )
    elif receipt.vat_percent is None:
        vat = _("No VAT: the supplier is not registered for VAT.")
    else:
        vat = _("No VAT.")
    role = _(
        "{product} arranged this order as an intermediary; the supplier is named above. The platform fee of "
        "CHF {amount} is part of the supplier's price: {product} invoices it to them."
    ).format(product=settings.PRODUCT_NAME, amount=francs(order.platform_fee))
    said = [vat, role, _("Questions: {email}").format(email=figures.at(receipt.issued_at).support_email)]
    return [paragraph(text) for text in said]
