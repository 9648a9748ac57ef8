"""Tables as CSV files that spreadsheets open as they are meant: UTF-8, and no cell that is a formula."""

import csv
from collections.abc import Iterable
from io import StringIO

from django.http import HttpResponse

# Spreadsheets calculate what begins so; a number below zero is none of it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV with a byte order mark, by which Excel knows the letters."""
    target = StringIO()
    csv.writer(target).writerows([_cell(value) for value in row] for row in rows)
    return f"\N{ZERO WIDTH NO-BREAK SPACE}{target.getvalue()}"


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    if isinstance(value, str) and text.startswith(_FORMULA):
        return f"'{text}"
    return text


def download(content: str | bytes, *, name: str, kind: str) -> HttpResponse:
    """Return a file that the browser saves under ``name`` and nobody keeps in between."""
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )
