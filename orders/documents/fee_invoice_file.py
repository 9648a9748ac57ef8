"""A fee invoice as PDF: the fee, which is deducted already, its VAT, and a QR-bill of CHF 0.00."""

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from marketplace import clock, figures, wall_time
from marketplace.money import ZERO
from marketplace.site_owner import site_owner
from orders.documents import qr_bill
from orders.documents.drawing import Part, document, francs, gap, heading, listing, paragraph, written
from orders.models import FeeInvoice
from orders.prices import pricing
from providers.models import Provider

WIDTHS = (379, 120)


def as_pdf(invoice: FeeInvoice) -> bytes:
    """Return an invoice as a PDF of one A4 page with the payment part at its end.

    The payment part is left out while the platform's bank account or address is not configured.
    """
    is_credit = invoice.amount < ZERO
    title = _("Credit note") if is_credit else _("Invoice")
    parts = [_heading(invoice, title), gap(), _sums(invoice), gap(14), *_notes(invoice)]
    bill = (
        None
        if is_credit
        else qr_bill.of(invoice, debtor=_names(invoice)[0], address=address_of(invoice.provider))
    )
    name = f"{title} {invoice}"
    payment = bill.part() if bill else None
    return document(parts, title=name, owner=name, at=invoice.issued_at, payment=payment)


def _names(invoice: FeeInvoice) -> list[str]:
    provider = invoice.provider
    return [name for name in dict.fromkeys([provider.business_name, provider.user.get_full_name()]) if name]


def _heading(invoice: FeeInvoice, title: str) -> Part:
    vat = _("VAT number {number}").format(number=invoice.vat_number) if invoice.vat_number else ""
    owner = site_owner()
    from_whom = [owner.name, *owner.address, vat] if owner else [settings.PRODUCT_NAME, vat]
    day = written(clock.local_date(invoice.issued_at))
    return heading(
        title=title,
        below=f"{invoice}, {day}",
        left=[*_names(invoice), *address_of(invoice.provider)],
        right=[*filter(None, from_whom), figures.at(invoice.issued_at).support_email],
    )


def _sums(invoice: FeeInvoice) -> Part:
    month = wall_time.month(invoice.month)
    if invoice.amount < ZERO:
        what = _("Platform fees returned, {month}").format(month=month)
        how = _("Credited with your payouts already")
    else:
        said = ngettext(
            "Platform fee, {month}, {count} order", "Platform fee, {month}, {count} orders", invoice.orders
        )
        what, how = said.format(month=month, count=invoice.orders), _("Deducted from your payouts already")
    return listing(
        [[what, francs(invoice.amount)], [how, francs(-invoice.amount)]],
        head=[_("Service"), "CHF"],
        total=[_("To pay"), francs(ZERO)],
        widths=WIDTHS,
        amounts_from=1,
    )


def _notes(invoice: FeeInvoice) -> list[Part]:
    if invoice.vat_percent is None:
        vat = _("No VAT: we are not registered for VAT.")
    else:
        within = pricing.vat_within(invoice.amount, percent=invoice.vat_percent)
        vat = _("The fee includes {percent} % VAT: CHF {amount}.").format(
            percent=f"{invoice.vat_percent:.1f}", amount=francs(within)
        )
    nothing = _(
        "Nothing is to be paid: your payouts are less our fee already. The statement lists each order."
    )
    return [paragraph(text) for text in (nothing, vat)]


def address_of(provider: Provider) -> list[str]:
    """Return the lines of a provider's own address; none if they gave none."""
    home = provider.user.addresses.filter(is_default=True).first()
    return [home.street, f"{home.postal_code} {home.city}"] if home else []
