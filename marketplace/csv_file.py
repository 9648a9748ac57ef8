"""Tables as CSV files for spreadsheets: UTF-8, and no cell becomes a formula."""

import csv
import re
from collections.abc import Iterable
from decimal import Decimal
from io import StringIO

from django.http import HttpResponse

# Where a spreadsheet may see a cell begin as a formula. In Switzerland, Excel cuts lines at semicolons
# instead of commas. Quotation marks then hold nothing together: a text also ends at the end of a line.
_FORMULA = re.compile(r"""(?:\A|(?<=[;\t\r\n]))(?=[\s"]*[=+\-@])""")


def to_csv(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV with a byte order mark, by which Excel recognizes UTF-8."""
    target = StringIO()
    csv.writer(target).writerows([_cell(value) for value in row] for row in rows)
    return f"\N{ZERO WIDTH NO-BREAK SPACE}{target.getvalue()}"


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    # Numbers may be negative.
    return text if isinstance(value, int | float | Decimal) else _FORMULA.sub("'", text)


def download(content: str | bytes, *, name: str, kind: str) -> HttpResponse:
    """Return a file that the browser saves under ``name`` and no cache stores."""
    return HttpResponse(
        content,
        content_type=kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )
