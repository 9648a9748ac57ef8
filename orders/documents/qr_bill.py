"""The payment part of a QR-bill as a notification: amount 0.00, and that nothing is to be paid.

The library makes the payload (SIX, Swiss Implementation Guidelines for the QR-bill). ``page.typ`` draws the
part at the bottom of an A4 page.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from marketplace.site_owner import site_owner
from orders.documents.drawing import Part
from orders.documents.letters import within
from orders.models import FeeInvoice

if TYPE_CHECKING:
    from qrbill import QRBill

_LONGEST = 70
_NOT_FOR_PAYMENT = gettext_lazy("DO NOT USE FOR PAYMENT")
# Millimetres: the code's side, and the rectangles of the cross in its middle.
_CODE = 46
_CROSS = ((7, 7, "white"), (6, 6, "black"), (1.2, 3.9, "white"), (3.9, 1.2, "white"))


@dataclass(frozen=True)
class PaymentPart:
    """The data of a payment part."""

    bill: "QRBill"
    creditor: list[str]
    debtor: list[str]

    def part(self) -> Part:
        """Return what :func:`orders.documents.drawing.document` needs of it."""
        to = (_("Account / Payable to"), [_in_fours(self.bill.account), *self.creditor], False)
        reference = (_("Reference"), [_in_fours(self.bill.reference_number)], False)
        more = (_("Additional information"), [str(_NOT_FOR_PAYMENT)], True)
        payable = (_("Payable by"), self.debtor, False)
        return {
            # With context: the standard's word differs from that for a receipt of goods in some languages.
            "receipt": pgettext("QR-bill", "Receipt"),
            "title": _("Payment part"),
            "acceptance": _("Acceptance point"),
            # Each a name, its lines, and whether it stands in the payment part alone.
            "blocks": [to, reference, more, payable] if self.debtor else [to, reference, more],
            "amount": [(_("Currency"), "CHF"), (_("Amount"), "0.00")],
            "code": _code(self.bill.qr_data()),
            "code_name": _("QR code of the payment part"),
        }


def of(invoice: FeeInvoice, *, debtor: str, address: list[str]) -> PaymentPart | None:
    """Return the payment part of an invoice; ``None`` while our account or address is not configured.

    ``address`` is the debtor's street and town; without it the bill names no debtor.
    """
    owner = site_owner()
    if owner is None or not settings.PLATFORM_BANK_IBAN:
        return None
    # With it come two drawing libraries, 6 MB of each process that most of them never need.
    from qrbill import QRBill  # noqa: PLC0415

    creditor = [owner.name, *owner.address]
    payer = [debtor, *address] if address else []
    bill = QRBill(
        account=settings.PLATFORM_BANK_IBAN,
        creditor=_party(creditor),
        debtor=_party(payer) if payer else None,
        amount="0.00",
        currency="CHF",
        reference_number=_reference(invoice),
        additional_information=str(_NOT_FOR_PAYMENT),
    )
    return PaymentPart(bill, creditor, payer)


def _party(lines: list[str]) -> dict[str, str]:
    """Return a structured address, which banks require since 2025, from name, street and town."""
    name, street, place = (_plain(line)[:_LONGEST] for line in lines)
    code, _blank, town = place.partition(" ")
    return {"name": name, "street": street, "pcode": code, "city": town[:35], "country": "CH"}


def _reference(invoice: FeeInvoice) -> str:
    """Return a creditor reference (ISO 11649): ``RF``, two check digits, the invoice's number."""
    number = f"F{invoice.year}{invoice.number:06}"
    digits = "".join(str(int(letter, 36)) for letter in f"{number}RF00")
    return f"RF{98 - int(digits) % 97:02}{number}"


def _in_fours(text: str) -> str:
    text = text.replace(" ", "")
    return " ".join(text[place : place + 4] for place in range(0, len(text), 4))


def _plain(text: str) -> str:
    return within(text, lambda letter: letter.encode("cp1252", "ignore") != b"", unknown=".")


def _code(payload: str) -> str:
    """Return the QR code with the Swiss cross as SVG: medium error correction, no quiet zone."""
    from qrcode import QRCode  # noqa: PLC0415 - needed for this drawing alone
    from qrcode.constants import ERROR_CORRECT_M  # noqa: PLC0415

    code = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(payload.encode())
    matrix = code.get_matrix()
    module = _CODE / len(matrix)
    dark = "".join(
        f"M{column * module:.4f} {row * module:.4f}h{module:.4f}v{module:.4f}h-{module:.4f}z"
        for row, cells in enumerate(matrix)
        for column, is_dark in enumerate(cells)
        if is_dark
    )
    middle = _CODE / 2
    cross = "".join(
        f'<rect x="{middle - width / 2}" y="{middle - height / 2}" '
        f'width="{width}" height="{height}" fill="{fill}"/>'
        for width, height, fill in _CROSS
    )
    view = f'viewBox="0 0 {_CODE} {_CODE}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {view}><path d="{dark}"/>{cross}</svg>'
