"""CSV files: no cell becomes a formula, at whichever character a spreadsheet cuts the lines."""

import csv
from datetime import date
from decimal import Decimal
from io import StringIO

import pytest

from marketplace.csv_file import to_csv

COMMAND = "=cmd|'/C calc'!A0"


def cells_of(text: str, *, delimiter: str = ",") -> list[str]:
    rows = csv.reader(StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter)
    return [cell for row in rows for cell in row]


@pytest.mark.parametrize(
    "typed",
    [
        COMMAND,
        f" {COMMAND}",
        f"Anna;{COMMAND};",
        f"Anna; {COMMAND};",
        f"Anna\t{COMMAND}",
        f"Anna\n{COMMAND}",
        f"Anna\r\n{COMMAND}",
        f"Anna;\r\n\t{COMMAND}",
        'Anna;"=1+1&"";b',
        "Anna;+1",
        "Anna;-1",
        "Anna;@SUM(A1)",
    ],
)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_no_cell_is_a_formula(typed, delimiter) -> None:
    for rows in ([[typed, "Zürich"]], [["Zürich", typed]]):
        cells = cells_of(to_csv(rows), delimiter=delimiter)

        assert len(cells) > 1 or delimiter != ","
        assert not [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@"))]


def test_a_list_of_words_is_no_formula_either() -> None:
    written = to_csv([[["Anna;=1+1;"]]])

    assert not [cell for cell in cells_of(written, delimiter=";") if cell.startswith("=")]


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Decimal("-25.00"), "-25.00"),
        (-3, "-3"),
        (-0.5, "-0.5"),
        (None, ""),
        (date(2026, 11, 18), "2026-11-18"),
        ("Salon; Wäsche - 3 kg", "Salon; Wäsche - 3 kg"),
        ("Ring twice.\nThen wait = please.", "Ring twice.\nThen wait = please."),
        ("o'hara+laundry@example.org", "o'hara+laundry@example.org"),
        ("+41791234567", "'+41791234567"),
        ("-25.00", "'-25.00"),
    ],
)
def test_everything_else_stays_as_it_is(value, written) -> None:
    assert cells_of(to_csv([[value]])) == [written]
