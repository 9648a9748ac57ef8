"""Extracting the text of a PDF."""

from io import BytesIO

from pypdf import PdfReader


def words_of(content: bytes) -> str:
    """Return the text of a PDF, with single blanks."""
    pages = PdfReader(BytesIO(content)).pages
    return " ".join(" ".join(page.extract_text() for page in pages).split())
