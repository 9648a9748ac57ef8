"""The tables of Swiss postal codes (``providers/data/SOURCE.md``), made from the directory's localities.

``python -m tools.postal_codes postal-codes.tsv`` writes them; the argument is the file of the npm package.
"""

import base64
import csv
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from tools.console import ROOT, say

DATA = ROOT / "providers" / "data"
TABLE = DATA / "postal_codes.csv"
MAIN = DATA / "main_localities.csv"
# One bit for each code from 1000 on: what reads an address need not load the table.
BITS = ROOT / "marketplace" / "postal_codes.bits"
WEB_BITS = ROOT / "frontend" / "src" / "lib" / "postal-codes.gen.ts"
FIRST, LAST = 1000, 9999
_HEAD = """// Made by tools/postal_codes.py from providers/data: one bit for each code from 1000 on.
export const REGISTERED_CODES =
"""


class Row(NamedTuple):
    """A locality of the directory."""

    code: str
    locality: str
    canton: str
    latitude: str
    longitude: str


def read(source: Path) -> list[Row]:
    """Return the localities of the package's file."""
    return [Row(*line.split("\t")) for line in source.read_text(encoding="utf-8").splitlines()]


def main_of(rows: list[Row], chosen: str | None) -> Row:
    """Return the locality that names a code: the chosen one, else one in whose name the others stand.

    ``Zürich`` names 8044, ``Salvan`` that of ``Les Granges (Salvan)``. Where there is none, it is the
    one nearest to the middle of them all.
    """
    if chosen is not None:
        return next(row for row in rows if row.locality == chosen)
    middle = fmean(float(row.latitude) for row in rows), fmean(float(row.longitude) for row in rows)

    def rank(row: Row) -> tuple[int, float]:
        named = sum(row.locality in other.locality for other in rows)
        away = (float(row.latitude) - middle[0]) ** 2 + (float(row.longitude) - middle[1]) ** 2
        return -named, away

    return min(rows, key=rank)


def table(rows: Iterable[Row], chosen: dict[str, str]) -> list[list[str]]:
    """Return a row for each code: its main locality, canton, position, and its further localities."""
    by_code: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        by_code[row.code].append(row)
    made = []
    for code, found in sorted(by_code.items()):
        main = main_of(found, chosen.get(code))
        others = sorted({row.locality for row in found} - {main.locality})
        made.append([*main, "|".join(others)])
    return made


def bits(codes: Iterable[str]) -> str:
    """Return the registered codes as base64 of one bit each, from the lowest of the first byte on."""
    flags = bytearray((LAST - FIRST) // 8 + 1)
    for code in codes:
        number = int(code) - FIRST
        flags[number // 8] |= 1 << number % 8
    return base64.b64encode(flags).decode()


def write(source: Path) -> None:
    """Write both tables."""
    with MAIN.open(encoding="utf-8", newline="") as file:
        chosen = {row["code"]: row["locality"] for row in csv.DictReader(file)}
    made = table(read(source), chosen)
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["code", "locality", "canton", "latitude", "longitude", "others"])
        writer.writerows(made)
    registered = bits(row[0] for row in made)
    BITS.write_text(f"{registered}\n")
    WEB_BITS.write_text(f'{_HEAD}  "{registered}";\n')
    localities = sum(1 + len([*filter(None, row[5].split("|"))]) for row in made)
    say(f"{len(made)} postal codes, {localities} localities")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
