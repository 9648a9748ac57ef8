"""Drawing PDF documents: A4, a common layout, transliterated text, no external resources."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from django.conf import settings
from django.utils.translation import gettext as _

from orders.payouts.letters import within

TEAL, INK, SOFT, LINE, BAND = "#0f766e", "#0f1f24", "#52656b", "#d5dfe1", "#f0f7f6"
FONT, BOLD = "Vera", "Vera-Bold"
# Points; an A4 page is 595 wide.
MARGIN = 48
PAYMENT_PART = 310
WIDTH = 499.0


def document(
    parts: Callable[[], list[Any]],
    *,
    title: str,
    owner: str,
    payment_part: Callable[[Any], None] | None = None,
) -> bytes:
    """Return a PDF of some parts, with ``owner`` and page numbers in the footer.

    ``parts`` is a function, because drawing consumes them and may happen twice. ``payment_part`` draws the
    lowest 105 mm of the page in place of the footer; such a document has one page.
    """
    # Imported here, because reportlab takes long to load and only documents need it.
    from reportlab.lib.pagesizes import A4  # noqa: PLC0415
    from reportlab.platypus import SimpleDocTemplate  # noqa: PLC0415

    fonts()
    owner = known(owner)

    def drawn(pages: int) -> tuple[bytes, int]:
        """Draw the document with a given total of pages; return it with its actual number of pages."""
        target = BytesIO()
        template = SimpleDocTemplate(
            target,
            pagesize=A4,
            leftMargin=MARGIN,
            rightMargin=MARGIN,
            topMargin=MARGIN,
            bottomMargin=MARGIN + 12 if payment_part is None else PAYMENT_PART,
            title=title,
            author=settings.PRODUCT_NAME,
        )

        def foot(canvas: Any, template: Any) -> None:
            if payment_part is not None:
                payment_part(canvas)
                return
            canvas.setFont(FONT, 8)
            canvas.setFillColor(SOFT)
            canvas.drawString(MARGIN + 4, MARGIN - 8, owner)
            text = _("Page {page} of {pages}").format(page=template.page, pages=pages)
            canvas.drawRightString(A4[0] - MARGIN - 4, MARGIN - 8, known(text))

        template.build(parts(), onFirstPage=foot, onLaterPages=foot)
        return target.getvalue(), template.page

    # The number of pages is known only after drawing.
    content, pages = drawn(1)
    return content if pages == 1 else drawn(pages)[0]


def gap(height: float = 22) -> Any:
    """Return vertical space, in points."""
    from reportlab.platypus import Spacer  # noqa: PLC0415

    return Spacer(0, height)


# --- Text ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def fonts() -> Callable[[str], bool]:
    """Register the fonts, once per process; return a predicate for the characters that they have."""
    import reportlab  # noqa: PLC0415
    from reportlab.pdfbase import pdfmetrics  # noqa: PLC0415
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415

    folder = Path(reportlab.__file__).parent / "fonts"
    regular = TTFont(FONT, folder / "Vera.ttf")
    pdfmetrics.registerFont(regular)
    pdfmetrics.registerFont(TTFont(BOLD, folder / "VeraBd.ttf"))
    glyphs = frozenset(regular.face.charToGlyph)
    return lambda letter: ord(letter) in glyphs


def known(text: str) -> str:
    """Return a text with characters of the font only."""
    return within(text, fonts(), unknown="?")


def fitting(text: str, width: float, *, size: float = 8.5, font: str = FONT) -> str:
    """Return a text with characters of the font only, cut to a width in points."""
    from reportlab.pdfbase.pdfmetrics import stringWidth  # noqa: PLC0415

    text, room = known(text), width - 8
    if stringWidth(text, font, size) <= room:
        return text
    while text and stringWidth(f"{text}…", font, size) > room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def written(day: date) -> str:
    """Return a date in Swiss notation: ``23.11.2026``."""
    return f"{day:%d.%m.%Y}"


def francs(amount: Decimal) -> str:
    """Return an amount in Swiss notation: ``1'234.50``."""
    return f"{amount:,.2f}".replace(",", "'")


# --- Parts ---------------------------------------------------------------------------------------------


def table(rows: list[list[Any]], widths: tuple[float, ...], *style: tuple[Any, ...], head: int = 0) -> Any:
    """Return a table; ``head`` is the number of rows that every page repeats."""
    from reportlab.platypus import Table, TableStyle  # noqa: PLC0415

    common: list[Any] = [
        ("FONT", (0, 0), (-1, -1), FONT, 8.5),
        ("TEXTCOLOR", (0, 0), (-1, -1), INK),
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("LEFTPADDING", (0, 0), (-1, -1), 4),
        ("RIGHTPADDING", (0, 0), (-1, -1), 4),
    ]
    return Table(rows, colWidths=widths, repeatRows=head, style=TableStyle([*common, *style]))


def paragraph(text: str) -> Any:
    """Return a paragraph of wrapped text."""
    from reportlab.lib.colors import HexColor  # noqa: PLC0415
    from reportlab.lib.styles import ParagraphStyle  # noqa: PLC0415
    from reportlab.platypus import Paragraph  # noqa: PLC0415

    style = ParagraphStyle(
        "note", fontName=FONT, fontSize=8.5, leading=12.5, textColor=HexColor(INK), spaceAfter=6
    )
    return Paragraph(escape(known(text)), style)


def subheading(text: str) -> Any:
    """Return the heading of a section, on the same page as what follows."""
    from reportlab.lib.colors import HexColor  # noqa: PLC0415
    from reportlab.lib.styles import ParagraphStyle  # noqa: PLC0415
    from reportlab.platypus import Paragraph  # noqa: PLC0415

    style = ParagraphStyle(
        "section",
        fontName=BOLD,
        fontSize=11,
        leading=14,
        textColor=HexColor(TEAL),
        spaceBefore=12,
        spaceAfter=5,
        keepWithNext=True,
    )
    return Paragraph(escape(known(text)), style)


def heading(*, title: str, below: str, left: list[str], right: list[str]) -> Any:
    """Return the head of a document: product and title, with lines of text at either side."""
    half = WIDTH / 2
    columns = ["\n".join(fitting(line, half, size=9.5) for line in lines) for lines in (left, right)]
    return table(
        [[known(settings.PRODUCT_NAME), known(title)], ["", known(below)], columns],
        (half, half),
        ("FONT", (0, 0), (0, 0), BOLD, 20),
        ("FONT", (1, 0), (1, 0), BOLD, 14),
        ("FONT", (1, 1), (1, 1), FONT, 11),
        ("FONT", (0, 2), (-1, 2), FONT, 9.5),
        ("TEXTCOLOR", (0, 0), (0, 0), TEAL),
        ("TEXTCOLOR", (1, 1), (1, 2), SOFT),
        ("ALIGN", (1, 0), (1, -1), "RIGHT"),
        ("VALIGN", (0, 2), (-1, 2), "TOP"),
        ("LEADING", (0, 2), (-1, 2), 13),
        ("TOPPADDING", (0, 2), (-1, 2), 18),
        ("LINEBELOW", (0, 1), (-1, 1), 1.2, TEAL),
        ("BOTTOMPADDING", (0, 1), (-1, 1), 10),
    )


def listing(rows: list[list[Any]], widths: tuple[float, ...], amounts_from: int) -> Any:
    """Return a table with a repeated head, right-aligned amounts from a column on, and a total row."""
    shown = [[known(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    return table(
        shown,
        widths,
        ("FONT", (0, 0), (-1, 0), BOLD, 8),
        ("TEXTCOLOR", (0, 0), (-1, 0), TEAL),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, TEAL),
        ("LINEBELOW", (0, 1), (-1, -2), 0.4, LINE),
        ("LINEABOVE", (0, -1), (-1, -1), 0.8, INK),
        ("FONT", (0, -1), (-1, -1), BOLD, 8.5),
        ("ALIGN", (amounts_from, 0), (-1, -1), "RIGHT"),
        head=1,
    )
