"""The payment part of a QR-bill as a notification: amount 0.00, and that nothing is to be paid.

The library makes the payload (SIX, Swiss Implementation Guidelines for the QR-bill). The part is drawn at the
bottom of an A4 page: 105 mm high, the receipt 62 mm wide at the left, in Helvetica.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from orders.models import FeeInvoice
from orders.payouts.letters import within

if TYPE_CHECKING:
    from qrbill import QRBill

MM = 72 / 25.4
HEIGHT = 105 * MM
_LONGEST = 70
_NOT_FOR_PAYMENT = gettext_lazy("DO NOT USE FOR PAYMENT")
# Millimetres: the code is 46 wide, the cross in its middle 7.
_CODE, _CROSS = 46.0, 7.0


@dataclass(frozen=True)
class PaymentPart:
    """The data of a payment part."""

    bill: "QRBill"
    creditor: list[str]
    debtor: list[str]

    def draw(self, canvas: Any) -> None:
        """Draw the part at the foot of the present page."""
        _draw_lines(canvas)
        _draw_code(canvas, self.bill.qr_data())
        reference = self.bill.reference_number
        account = _in_fours(self.bill.account)
        to = [account, *self.creditor]
        blocks = [(_("Account / Payable to"), to), (_("Reference"), [_in_fours(reference)])]
        payable = [(_("Payable by"), self.debtor)]
        # With context: the standard's word differs from that for a receipt of goods in some languages.
        _draw_blocks(canvas, 5, pgettext("QR-bill", "Receipt"), [*blocks, *payable], head=6, size=8)
        _draw_amount(canvas, 5, head=6, size=8)
        canvas.setFont("Helvetica-Bold", 6)
        canvas.drawRightString(57 * MM, 21 * MM, _("Acceptance point"))
        _draw_blocks(canvas, 67, _("Payment part"), [], head=8, size=10)
        _draw_amount(canvas, 67, head=8, size=10)
        more = (_("Additional information"), [str(_NOT_FOR_PAYMENT)])
        _draw_blocks(canvas, 118, "", [*blocks, more, *payable], head=8, size=10)


def of(invoice: FeeInvoice, *, debtor: str, address: list[str]) -> PaymentPart | None:
    """Return the payment part of an invoice; ``None`` while our account or address is not configured.

    ``address`` is the debtor's street and town; without it the bill names no debtor.
    """
    if not (settings.PLATFORM_BANK_IBAN and settings.PLATFORM_BANK_HOLDER and settings.PLATFORM_ADDRESS):
        return None
    # With it come two drawing libraries, 6 MB of each process that most of them never need.
    from qrbill import QRBill  # noqa: PLC0415

    creditor = [settings.PLATFORM_BANK_HOLDER, *settings.PLATFORM_ADDRESS.split(", ")]
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


# --- Drawing ------------------------------------------------------------------------------------------------


def _draw_lines(canvas: Any) -> None:
    canvas.setDash(2, 2)
    canvas.setLineWidth(0.5)
    canvas.line(0, HEIGHT, 210 * MM, HEIGHT)
    canvas.line(62 * MM, 0, 62 * MM, HEIGHT)
    canvas.setDash()


def _draw_blocks(
    canvas: Any, left: float, title: str, blocks: list[tuple[str, list[str]]], *, head: int, size: int
) -> None:
    canvas.setFillGray(0)
    y = HEIGHT - 5 * MM - 11
    if title:
        canvas.setFont("Helvetica-Bold", 11)
        canvas.drawString(left * MM, y, _plain(title))
        y -= 20
    for name, lines in blocks:
        canvas.setFont("Helvetica-Bold", head)
        canvas.drawString(left * MM, y, _plain(name))
        canvas.setFont("Helvetica", size)
        for line in lines:
            y -= size + 1.5
            canvas.drawString(left * MM, y, _plain(line)[: 38 if size < 10 else 46])
        y -= head + 9


def _draw_amount(canvas: Any, left: float, *, head: int, size: int) -> None:
    y = 32 * MM
    for name, text, x in ((_("Currency"), "CHF", left), (_("Amount"), "0.00", left + 15)):
        canvas.setFont("Helvetica-Bold", head)
        canvas.drawString(x * MM, y, name)
        canvas.setFont("Helvetica", size)
        canvas.drawString(x * MM, y - size - 3, text)


def _draw_code(canvas: Any, payload: str) -> None:
    """Draw the QR code with the Swiss cross: medium error correction, no quiet zone."""
    from qrcode import QRCode  # noqa: PLC0415 - needed for this drawing alone
    from qrcode.constants import ERROR_CORRECT_M  # noqa: PLC0415

    code = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(payload.encode())
    matrix = code.get_matrix()
    left, bottom, module = 67 * MM, 42 * MM, _CODE * MM / len(matrix)
    canvas.setFillGray(0)
    for row, cells in enumerate(reversed(matrix)):
        for column, is_dark in enumerate(cells):
            if is_dark:
                canvas.rect(left + column * module, bottom + row * module, module, module, stroke=0, fill=1)
    middle_x, middle_y = left + _CODE * MM / 2, bottom + _CODE * MM / 2
    for side, grey in ((_CROSS, 1), (6.0, 0)):
        canvas.setFillGray(grey)
        half = side * MM / 2
        canvas.rect(middle_x - half, middle_y - half, 2 * half, 2 * half, stroke=0, fill=1)
    canvas.setFillGray(1)
    for width, height in ((1.2, 3.9), (3.9, 1.2)):
        canvas.rect(
            middle_x - width * MM / 2, middle_y - height * MM / 2, width * MM, height * MM, stroke=0, fill=1
        )
    canvas.setFillGray(0)
