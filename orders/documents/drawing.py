"""Drawing PDF documents with Typst: A4, tagged (PDF/UA-1), every script, no external resources; and pictures.

A document is a list of parts, laid out by ``page.typ``. The same parts and instant give the same bytes.
"""

import json
import logging
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from typst import Compiler

log = logging.getLogger(__name__)

Part = Mapping[str, Any]
# Noto for every script, and Arimo, which the standard of QR-bills calls Liberation Sans. Cairo for Arabic:
# Noto draws a letter and its dots as two glyphs, of which readers make two letters when text is copied.
_FONTS = ("manimgx_fonts", "manimgx_fonts_cjk", "fontpkg_arimo", "fontpkg_cairo")
_LAYOUT = Path(__file__).with_name("page.typ")
# One compiler per process, as it holds the fonts; it draws one document at a time.
_drawing = Lock()


@lru_cache(maxsize=1)
def _compiler() -> "Compiler":
    # Imported here, because only documents need it.
    from typst import Compiler  # noqa: PLC0415

    found = [find_spec(name) for name in _FONTS]
    folders = [Path(spec.origin).parent for spec in found if spec and spec.origin]
    return Compiler(font_paths=list(folders), ignore_system_fonts=True)


def document(
    parts: list[Part], *, title: str, owner: str, at: datetime, payment: Part | None = None
) -> bytes:
    """Return a PDF of some parts in the present language, with ``owner`` and page numbers in the footer.

    ``at`` is the document's own instant: nothing in it depends on when it is drawn. ``payment`` is the
    payment part of a QR-bill, at the foot of the only page.
    """
    content = {
        "title": title,
        "author": settings.PRODUCT_NAME,
        "lang": get_language() or "en",
        "owner": owner,
        "page": _("Page {page} of {pages}"),
        "parts": parts,
        "payment": payment,
    }
    inputs = {"document": json.dumps(content)}
    with _drawing:
        # PDF counts in seconds, and Typst refuses anything finer.
        return _drawn(inputs, at.replace(microsecond=0))


def _drawn(inputs: dict[str, str], at: datetime) -> bytes:
    from typst import TypstError  # noqa: PLC0415

    source = _LAYOUT.read_bytes()
    try:
        found = _compiler().compile(source, sys_inputs=inputs, timestamp=at, pdf_standards=["ua-1"])
    except TypstError as error:
        # Of a letter that no font has: the standard forbids its empty box, and a document is needed anyway.
        log.warning("A document is drawn without the accessibility standard: %s", error)
        found = _compiler().compile(source, sys_inputs=inputs, timestamp=at)
    if not isinstance(found, bytes):
        raise TypeError("A PDF is one file.")
    return found


def picture(layout: Path, shown: Mapping[str, Any]) -> bytes | None:
    """Return a PNG of a layout, a pixel a point; ``layout`` reads ``shown`` as JSON, and files beside itself.

    ``None`` while this process draws something else, for which nobody waits, and where it cannot be drawn.
    """
    from typst import TypstError  # noqa: PLC0415

    if not _drawing.acquire(blocking=False):
        return None
    try:
        inputs = {"picture": json.dumps(shown)}
        found = _compiler().compile(layout, root=layout.parent, sys_inputs=inputs, format="png", ppi=72)
    except TypstError:
        log.exception("A picture cannot be drawn.")
        return None
    finally:
        _drawing.release()
    return found if isinstance(found, bytes) else None


def written(day: date) -> str:
    """Return a date in Swiss notation: ``23.11.2026``."""
    return f"{day:%d.%m.%Y}"


def francs(amount: Decimal) -> str:
    """Return an amount in Swiss notation: ``1'234.50``."""
    return f"{amount:,.2f}".replace(",", "'")


# --- Parts ---------------------------------------------------------------------------------------------


def gap(height: float = 22) -> Part:
    """Return vertical space, in points."""
    return {"kind": "gap", "height": height}


def paragraph(text: str) -> Part:
    """Return a paragraph of wrapped text."""
    return {"kind": "paragraph", "text": text}


def subheading(text: str) -> Part:
    """Return the heading of a section, on the same page as what follows."""
    return {"kind": "subheading", "text": text}


def heading(*, title: str, below: str, left: list[str], right: list[str]) -> Part:
    """Return the head of a document: product and title, with lines of text at either side."""
    texts = {"product": settings.PRODUCT_NAME, "title": title, "below": below, "left": left, "right": right}
    return {"kind": "heading", **texts}


def facts(columns: list[tuple[str, str]]) -> Part:
    """Return a band of facts beside each other, each a name and its value."""
    return {"kind": "facts", "columns": columns}


def listing(
    rows: list[list[str]], *, head: list[str], total: list[str], widths: tuple[float, ...], amounts_from: int
) -> Part:
    """Return a table whose head every page repeats, amounts right-aligned from a column on, and a total.

    ``widths`` are the columns' shares of the width.
    """
    shape = {"head": head, "total": total, "widths": widths, "amounts_from": amounts_from}
    return {"kind": "listing", "rows": rows, **shape}
