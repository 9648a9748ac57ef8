"""Tables as CSV files for spreadsheets: UTF-8, and no cell becomes a formula."""

import csv
from collections.abc import Iterable
from io import StringIO

from django.http import HttpResponse

# Spreadsheets evaluate cells that begin so; negative numbers are excepted.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV with a byte order mark, by which Excel recognizes UTF-8."""
    target = StringIO()
    csv.writer(target).writerows([_cell(value) for value in row] for row in rows)
    return f"\N{ZERO WIDTH NO-BREAK SPACE}{target.getvalue()}"


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    if isinstance(value, str) and text.startswith(_FORMULA):
        return f"'{text}"
    return text


def download(content: str | bytes, *, name: str, kind: str) -> HttpResponse:
    """Return a file that the browser saves under ``name`` and no cache stores."""
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )
