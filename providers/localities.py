"""Finding a Swiss locality by what people type: a postal code, or the beginning of a name.

The table is reference data that only a migration changes, so each process reads it once and searches
a sorted list: no query, however fast somebody types.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple
from unicodedata import combining, normalize

from django.utils.translation import get_language

from providers.distance import NEARBY_KM, Point, great_circle_km
from providers.models import PostalCode

MOST_FOUND = 10
_LONGEST = 80
# Names of cities that visitors type, but the table does not have.
_OTHER_NAMES = {
    "Genève": ("Geneva", "Genf", "Ginevra"),
    "Luzern": ("Lucerne", "Lucerna"),
    "Bern": ("Berne", "Berna"),
    "Basel": ("Basle", "Bâle", "Basilea"),
    "Zürich": ("Zuerich", "Zurigo"),
    "Fribourg": ("Freiburg",),
    "Neuchâtel": ("Neuenburg",),
    "Sion": ("Sitten",),
    "Biel/Bienne": ("Bienne",),
    "Chur": ("Coire",),
    "Solothurn": ("Soleure",),
    "St. Gallen": ("Saint Gall", "Sankt Gallen"),
}
# The table has local names only; these are shown in the reader's language.
_NAMES: dict[str, dict[str, str]] = {
    "en": {"Zürich": "Zurich", "Genève": "Geneva", "Luzern": "Lucerne"},
    "de": {"Genève": "Genf"},
    "fr": {"Zürich": "Zurich", "Luzern": "Lucerne", "Bern": "Berne", "Basel": "Bâle"},
    "it": {"Zürich": "Zurigo", "Genève": "Ginevra", "Luzern": "Lucerna", "Bern": "Berna", "Basel": "Basilea"},
}
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
    # Sorted pairs of a folded search key and the code it finds.
    names: list[tuple[str, str]]


_loaded: list[_Table] = []


def folded(words: str) -> str:
    """Normalize text for comparison: without case, accents and punctuation."""
    bare = "".join(letter for letter in normalize("NFKD", words.casefold()) if not combining(letter))
    return " ".join(re.sub(r"[^a-z0-9]+", " ", bare).split())


def _table() -> _Table:
    """Return the postal code table, read from the database once (an empty one is not cached)."""
    if _loaded:
        return _loaded[0]
    rows = list(PostalCode.objects.order_by("code"))
    by_code = {
        row.code: Locality(row.code, row.place, row.canton, Point(row.latitude, row.longitude))
        for row in rows
    }
    names = sorted((key, place.code) for place in by_code.values() for key in set(_keys(place.name)))
    table = _Table(by_code, names)
    if rows:
        _loaded.append(table)
    return table


def _keys(name: str) -> Iterator[str]:
    """Yield a place's search keys: each of its names, from the beginning of each word."""
    for known in (name, *_OTHER_NAMES.get(name, ())):
        words = folded(known).split()
        yield from (" ".join(words[start:]) for start in range(len(words)))


def places_named(words: str) -> list[Locality]:
    """Return up to ten places that match a text, exact names first, then by name and postal code.

    A whole postal code anywhere in the text wins; digits are the beginning of one.
    """
    table, words = _table(), words[:_LONGEST].strip()
    if code := _CODE.search(words):
        found = table.by_code.get(code.group())
        return [found] if found else []
    if words.isascii() and words.isdigit():
        codes = list(table.by_code)
        at = bisect_left(codes, words)
        beginning = takewhile(lambda code: code.startswith(words), codes[at : at + MOST_FOUND])
        return [table.by_code[code] for code in beginning]
    return _beginning_with(folded(words), table)


def city_of(code: str) -> str:
    """Return a postal code's place name, in the active language; empty for an unregistered code."""
    place = _table().by_code.get(code)
    return _NAMES.get((get_language() or "")[:2], _NAMES["en"]).get(place.name, place.name) if place else ""


def _beginning_with(wanted: str, table: _Table) -> list[Locality]:
    if not wanted:
        return []
    found: dict[str, Locality] = {}
    for key, code in table.names[bisect_left(table.names, (wanted, "")) :]:
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


def places_around(point: Point) -> list[Locality]:
    """Return ten places around a position, the nearest first, none of them farther than 25 km.

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
