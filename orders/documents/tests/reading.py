"""Reading a PDF back: its text, its tags, and the codes on it."""

from collections.abc import Iterator
from io import BytesIO
from typing import Any

import zxingcpp
from pypdf import PdfReader
from pypdfium2 import PdfDocument


def words_of(content: bytes) -> str:
    """Return the text of a PDF, with single blanks."""
    pages = PdfReader(BytesIO(content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def copied_from(content: bytes) -> str:
    """Return what a reader of PDF files copies, with single blanks: scripts from right to left in order."""
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in PdfDocument(content)).split())


def tags_of(content: bytes) -> list[str]:
    """Return the names of a PDF's structure elements, in reading order; none if it is not tagged."""
    root: Any = PdfReader(BytesIO(content)).trailer["/Root"]
    return list(_tags(root["/StructTreeRoot"])) if "/StructTreeRoot" in root else []


def _tags(element: Any) -> Iterator[str]:
    element = element.get_object() if hasattr(element, "get_object") else element
    if isinstance(element, list):
        for one in element:
            yield from _tags(one)
    elif isinstance(element, dict):
        if "/S" in element:
            yield str(element["/S"])
        yield from _tags(element.get("/K", []))


def language_and_title_of(content: bytes) -> tuple[str, str | None]:
    """Return what a screen reader says first."""
    reader = PdfReader(BytesIO(content))
    root: Any = reader.trailer["/Root"]
    return str(root["/Lang"]), reader.metadata.title if reader.metadata else None


def codes_of(content: bytes) -> list[str]:
    """Return the texts of the codes that a scanner finds on the first page, printed at 200 dpi."""
    image = PdfDocument(content)[0].render(scale=200 / 72).to_pil()
    return [found.text for found in zxingcpp.read_barcodes(image)]
