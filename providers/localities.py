"""Finding a Swiss locality by what people type: a postal code, or the beginning of a name.

The table is reference data that only a migration changes, so each process reads it once and searches
a sorted list: no query, however fast somebody types.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from django.utils.translation import get_language

from marketplace.folding import folded
from providers.distance import NEARBY_KM, Point, great_circle_km
from providers.locality_names import OTHER_NAMES, SHOWN_NAMES
from providers.models import PostalCode

MOST_FOUND = 10
_LONGEST = 80
# What is short for a saint in the directory, and how people write it out.
_WRITTEN_OUT = {"st": ("saint", "sankt", "san"), "ste": ("sainte",), "s": ("san",), "b": ("bei",)}
_POSITION = re.compile(r"(-?[0-9]{1,2}(?:\.[0-9]{1,15})?),(-?[0-9]{1,3}(?:\.[0-9]{1,15})?)")
_CODE = re.compile(r"(?<![0-9])[0-9]{4}(?![0-9])", re.ASCII)


class Locality(NamedTuple):
    """A postal code, its place name, its canton's two letters (may be empty), and its position."""

    code: str
    name: str
    canton: str
    point: Point


class _Table(NamedTuple):
    by_code: dict[str, Locality]
    # Sorted: a folded search key, how far it is from the code's own name, and the code it finds.
    names: list[tuple[str, int, str]]


_loaded: list[_Table] = []


def _table() -> _Table:
    """Return the postal code table, read from the database once (an empty one is not cached)."""
    if _loaded:
        return _loaded[0]
    rows = list(PostalCode.objects.order_by("code"))
    by_code = {
        row.code: Locality(row.code, row.locality, row.canton, Point(row.latitude, row.longitude))
        for row in rows
    }
    names = sorted({(key, rank, row.code) for row in rows for key, rank in _keys(row.localities)})
    table = _Table(by_code, names)
    if rows:
        _loaded.append(table)
    return table


def _keys(localities: list[str]) -> Iterator[tuple[str, int]]:
    """Yield a code's search keys: each name of its localities, from the beginning of each word.

    Beside each stands its rank: the main locality's names, those of further ones, the ends of names.
    """
    for number, locality in enumerate(localities):
        own = min(number, 1)
        for name in (locality, *OTHER_NAMES.get(locality, ())):
            words = folded(name).split()
            for start in range(len(words)):
                yield " ".join(words[start:]), 2 if start else own
            for at, word in enumerate(words):
                for written in _WRITTEN_OUT.get(word, ()):
                    yield " ".join([*words[:at], folded(written), *words[at + 1 :]]), own


def localities_named(words: str) -> list[Locality]:
    """Return up to ten localities that match a text, exact names first, then by name and postal code.

    A code that is found by a further locality's name is shown with its main one.

    A whole postal code anywhere in the text wins; digits are the beginning of one.
    """
    table, words = _table(), words[:_LONGEST].strip()
    if code := _CODE.search(words):
        found = table.by_code.get(code.group())
        return [found] if found else []
    if words.isascii() and words.isdigit():
        codes = list(table.by_code)
        at = bisect_left(codes, words)
        matching = takewhile(lambda code: code.startswith(words), codes[at : at + MOST_FOUND])
        return [table.by_code[code] for code in matching]
    return _starting_with(folded(words), table)


def city_of(code: str) -> str:
    """Return a postal code's place name, in the active language; empty for an unregistered code."""
    locality = _table().by_code.get(code)
    return (
        SHOWN_NAMES.get((get_language() or "")[:2], SHOWN_NAMES["en"]).get(locality.name, locality.name)
        if locality
        else ""
    )


def _starting_with(wanted: str, table: _Table) -> list[Locality]:
    if not wanted:
        return []
    found: dict[str, Locality] = {}
    for key, _, code in table.names[bisect_left(table.names, (wanted, 0, "")) :]:
        if not key.startswith(wanted) or len(found) == MOST_FOUND:
            break
        found.setdefault(code, table.by_code[code])
    return list(found.values())


def point_of(text: str) -> Point | None:
    """Parse a position such as ``47.37,8.54`` (WGS 84 degrees); ``None`` if it is not one."""
    match = _POSITION.fullmatch(text)
    if match is None:
        return None
    latitude, longitude = map(float, match.groups())
    return Point(latitude, longitude) if abs(latitude) <= 90 and abs(longitude) <= 180 else None


def localities_around(point: Point) -> list[Locality]:
    """Return ten localities around a position, the nearest first, none of them farther than 25 km.

    Post offices and large firms have codes of their own at the same point, dozens in a city: only the
    first of each point is returned.
    """
    table = _table()
    # In Switzerland a degree is at least 50 km in either direction, so half of one covers 25 km.
    close = {
        code: great_circle_km(point, there)
        for code, (*_, there) in table.by_code.items()
        if abs(there.latitude - point.latitude) < 0.5 and abs(there.longitude - point.longitude) < 0.5
    }
    nearest = sorted((km, code) for code, km in close.items() if km <= NEARBY_KM)
    apart: dict[Point, Locality] = {}
    for _, code in nearest:
        apart.setdefault(table.by_code[code].point, table.by_code[code])
    return list(apart.values())[:MOST_FOUND]
