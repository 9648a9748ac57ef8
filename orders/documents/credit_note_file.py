"""A credit note as PDF: what went back of which receipt, and the VAT that is no longer owed."""

from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.money import ZERO
from orders.documents.drawing import Part, document, facts, francs, gap, heading, listing, paragraph, written
from orders.documents.receipt_file import WIDTHS, customer_lines, questions, supplier_lines
from orders.models import CreditNote, OrderStatus


def as_pdf(note: CreditNote) -> bytes:
    """Return a credit note as a PDF, in the present language."""
    receipt, order = note.receipt, note.order
    title = _("Credit note {number}").format(number=note)
    parts = [
        heading(
            title=_("Credit note"), below=str(note), left=supplier_lines(receipt), right=customer_lines(order)
        ),
        gap(),
        facts(
            [
                (_("Date"), written(clock.local_date(note.issued_at))),
                (_("Order"), str(order.pk)[-8:]),
                (_("Receipt"), str(receipt)),
            ]
        ),
        gap(),
        listing(
            [[_what(note), francs(note.amount)]],
            head=[_("Credit"), "CHF"],
            total=[_("Total credited"), francs(note.amount)],
            widths=WIDTHS,
            amounts_from=1,
        ),
        gap(14),
        *_notes(note),
        questions(receipt),
    ]
    return document(parts, title=title, owner=title, at=note.issued_at)


def _what(note: CreditNote) -> str:
    day = written(clock.local_date(note.receipt.issued_at))
    if note.amount == ZERO:
        return _("Late cancellation of receipt {receipt} of {day}: nothing more goes back").format(
            receipt=note.receipt, day=day
        )
    texts = {
        CreditNote.Reason.REFUND: _("Refund of receipt {receipt} of {day}"),
        CreditNote.Reason.BANK: _("Withdrawn by your bank, of receipt {receipt} of {day}"),
        CreditNote.Reason.REPLACED: _("Receipt {receipt} of {day}, which another receipt replaces"),
    }
    return texts[CreditNote.Reason(note.reason)].format(receipt=note.receipt, day=day)


def _notes(note: CreditNote) -> list[Part]:
    said = []
    if note.reason == CreditNote.Reason.REPLACED:
        said.append(
            _("Another provider supplies this order. Nothing was paid back: the new receipt names them.")
        )
    elif note.order.status == OrderStatus.CANCELLED and note.order.kept_amount > ZERO:
        said.append(
            _("CHF {amount} is kept of a late cancellation: a compensation, which contains no VAT.").format(
                amount=francs(note.order.kept_amount)
            )
        )
    if note.vat is None:
        said.append(_("No VAT: the supplier is not registered for VAT."))
    elif note.vat > ZERO:
        said.append(_("The VAT credited with it is CHF {amount}.").format(amount=francs(note.vat)))
    return [paragraph(text) for text in said]
