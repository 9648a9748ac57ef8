"""Where Swiss postal codes are, and how far apart (specification point 9).

The table is reference data that only a migration changes, so each process reads it once.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import asin, cos, radians, sin, sqrt
from operator import itemgetter
from typing import NamedTuple

from marketplace.postal_codes import is_of_liechtenstein, is_registered
from providers.models import PostalCode

EARTH_RADIUS_KM = 6371
NEARBY_KM = 25


class Point(NamedTuple):
    """Degrees of latitude and longitude (WGS 84)."""

    latitude: float
    longitude: float


# Fallback by first digit, for a code that shares no more digits with the table: the region's chief town.
REGIONS = {
    "1": Point(46.5197, 6.6323),  # Lausanne
    "2": Point(46.9900, 6.9293),  # Neuchâtel
    "3": Point(46.9480, 7.4474),  # Bern
    "4": Point(47.5596, 7.5886),  # Basel
    "5": Point(47.3925, 8.0442),  # Aarau
    "6": Point(47.0502, 8.3093),  # Lucerne
    "7": Point(46.8508, 9.5320),  # Chur
    "8": Point(47.3769, 8.5417),  # Zurich
    "9": Point(47.4245, 9.3767),  # St. Gallen
}


class _Table(NamedTuple):
    codes: dict[str, Point]
    by_prefix: dict[str, Point]


_loaded: list[_Table] = []


def _table() -> _Table:
    """Return the postal code table, read from the database once (an empty one is not cached)."""
    if _loaded:
        return _loaded[0]
    rows = PostalCode.objects.order_by("code").values_list("code", "latitude", "longitude")
    codes = {code: Point(latitude, longitude) for code, latitude, longitude in rows}
    by_prefix: dict[str, Point] = {}
    for code, point in codes.items():
        by_prefix.setdefault(code[:3], point)
        by_prefix.setdefault(code[:2], point)
    table = _Table(codes, by_prefix)
    if codes:
        _loaded.append(table)
    return table


def is_well_formed(code: str) -> bool:
    """Tell whether a text has the shape of a Swiss postal code: four digits."""
    return len(code) == 4 and code.isascii() and code.isdigit()


def can_be_listed(code: str) -> bool:
    """Tell whether there is a list for a code: a registered one, or one of its neighbourhood (point 9).

    9999 and Liechtenstein's 9490 are none of Switzerland's, though :func:`locate` knows a region for them.
    """
    if is_registered(code):
        return True
    return not is_of_liechtenstein(code) and code[:3] in _table().by_prefix


def locate(code: str) -> Point | None:
    """Return where a postal code is, or ``None`` when that is unknown.

    Tried in order: the code itself, the first code that shares its first three digits, the first
    that shares two, the region of its first digit.
    """
    if not is_well_formed(code):
        return None
    table = _table()
    return (
        table.codes.get(code)
        or table.by_prefix.get(code[:3])
        or table.by_prefix.get(code[:2])
        or REGIONS.get(code[0])
    )


def great_circle_km(start: Point, end: Point) -> float:
    """Return the great-circle distance in kilometres (haversine, R = 6371 km), unrounded."""
    latitude, other_latitude = radians(start.latitude), radians(end.latitude)
    half_height = sin((other_latitude - latitude) / 2)
    half_width = sin(radians(end.longitude - start.longitude) / 2)
    chord = half_height**2 + cos(latitude) * cos(other_latitude) * half_width**2
    return 2 * EARTH_RADIUS_KM * asin(min(1.0, sqrt(chord)))


def distance_km(code: str, served_codes: list[str]) -> float | None:
    """Return kilometres, with one decimal, from a code to the nearest of a provider's codes.

    ``None`` when the code, or every one of the provider's, cannot be located.
    """
    here = locate(code)
    if here is None:
        return None
    there = [point for code in served_codes if (point := locate(code)) is not None]
    if not there:
        return None
    return round(min(great_circle_km(here, point) for point in there), 1)


@lru_cache(maxsize=4096)
def _codes_near(here: Point) -> dict[str, float]:
    rounded = {code: round(great_circle_km(here, point), 1) for code, point in _table().codes.items()}
    near = {code: km for code, km in rounded.items() if km <= NEARBY_KM}
    return dict(sorted(near.items(), key=itemgetter(1)))


def codes_near(code: str) -> dict[str, float]:
    """Return the registered codes within 25 km of a postal code with their kilometres, the nearest first."""
    here = locate(code)
    if here is None or not _table().codes:
        return {}
    return _codes_near(here)


@lru_cache(maxsize=1024)
def codes_spread_around(code: str, *, apart_km: float, most: int) -> dict[str, Point]:
    """Return registered codes around a postal code, the nearest first, at least ``apart_km`` from each other.

    They are as far from the code itself.
    """
    here = locate(code)
    chosen: dict[str, Point] = {code: here} if here else {}
    for other in codes_near(code):
        point = _table().codes[other]
        if len(chosen) <= most and all(great_circle_km(point, one) >= apart_km for one in chosen.values()):
            chosen[other] = point
    return {other: point for other, point in chosen.items() if other != code}


def codes_serving(code: str) -> Mapping[str, float | None]:
    """Return the codes whose providers come to ``code``, with their kilometres.

    Those are the code itself and the registered ones within 25 km, the nearest first. A code that cannot be
    located has only itself, at an unknown distance (``None``).
    """
    return {code: 0.0 if locate(code) else None} | codes_near(code)


def serves(code: str, served_codes: Iterable[str]) -> bool:
    """Return whether a provider with these codes comes to a postal code, and so is in its list."""
    return not codes_serving(code).keys().isdisjoint(served_codes)
