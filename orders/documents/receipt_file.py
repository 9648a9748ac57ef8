"""A receipt as PDF: who supplied what, what was paid, and the VAT included. What went back is elsewhere."""

from django.conf import settings
from django.utils.translation import gettext as _

from marketplace import clock, figures
from orders.documents.drawing import Part, document, facts, francs, gap, heading, listing, paragraph, written
from orders.models import Order, Payment, Receipt
from orders.prices import price_lines, pricing

WIDTHS = (379, 120)


def as_pdf(receipt: Receipt) -> bytes:
    """Return a receipt as a PDF, in the present language."""
    order = receipt.order
    title = _("Receipt {number}").format(number=receipt)
    parts = [
        heading(
            title=_("Receipt"), below=str(receipt), left=supplier_lines(receipt), right=customer_lines(order)
        ),
        gap(),
        _facts(receipt),
        gap(),
        _sums(order),
        gap(14),
        *_notes(receipt),
    ]
    return document(parts, title=title, owner=title, at=receipt.issued_at)


def supplier_lines(receipt: Receipt) -> list[str]:
    """Return who supplied: name, place, and VAT number if registered."""
    number = receipt.supplier_vat_number
    vat = _("VAT number {number}").format(number=number) if number else ""
    return [*filter(None, [_("Supplied by"), receipt.supplier_name, receipt.supplier_locality, vat])]


def customer_lines(order: Order) -> list[str]:
    """Return for whom it was supplied, and where."""
    return [_("For"), order.customer.known_name, *order.delivery_address.split(", ")]


def _facts(receipt: Receipt) -> Part:
    order = receipt.order
    settled = order.payments.filter(status=Payment.Status.SUCCEEDED).values_list("settled_at", flat=True)
    return facts(
        [
            (_("Paid on"), written(clock.local_date(settled.get() or receipt.issued_at))),
            (_("Order"), str(order.pk)[-8:]),
            # It is drawn when the order is paid, and moving the pickup makes no other receipt.
            (_("Pickup, as booked"), written(clock.local_date(order.pickup_at))),
        ]
    )


def _sums(order: Order) -> Part:
    return listing(
        [[line.text, francs(line.amount)] for line in price_lines.of_rows(order, order.lines.all())],
        head=[_("Service"), "CHF"],
        total=[_("Total, paid"), francs(order.total_amount)],
        widths=WIDTHS,
        amounts_from=1,
    )


def _notes(receipt: Receipt) -> list[Part]:
    order = receipt.order
    if receipt.vat_percent is None:
        vat = _("No VAT: the supplier is not registered for VAT.")
    else:
        within = pricing.vat_within(order.total_amount, percent=receipt.vat_percent)
        vat = _("The total includes {percent} % VAT: CHF {amount}.").format(
            percent=f"{receipt.vat_percent:.1f}", amount=francs(within)
        )
    role = _(
        "{product} arranged this order as an intermediary; the supplier is named above. The platform fee of "
        "CHF {amount} is part of the supplier's price: {product} invoices it to them."
    ).format(product=settings.PRODUCT_NAME, amount=francs(order.platform_fee))
    return [paragraph(vat), paragraph(role), questions(receipt)]


def questions(receipt: Receipt) -> Part:
    """Return whom to ask."""
    email = figures.at(receipt.issued_at).support_email
    return paragraph(_("Questions: {email}").format(email=email))
