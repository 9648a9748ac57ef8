"""What visitors and customers see of providers."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import F, OuterRef, QuerySet

from marketplace import clock
from marketplace.db.json_rows import JsonList
from marketplace.errors import NotFound
from providers.distance import codes_serving
from providers.horizon import horizon_end
from providers.models import Provider, Review, ServiceArea, average_rating

MOST_LISTED = 200
NEWEST_REVIEWS = 20

# One statement, whatever the number of rows. Providers are ranked first and then looked at in that
# order, until enough of them have a free place: a country full of them costs no more than a village.
# ``until`` is the start of the provider's last free slot within the horizon: without one the provider is
# not listed, and when it begins the list changes. The parts in braces are what the two databases say
# differently, and what is asked.
_LIST = """
SELECT {uuid}, listed.business_name, listed.specialties, listed.profile_image_url, listed.rating_sum,
    listed.review_count, person.first_name, person.last_name, listed.km, (
        SELECT {codes} FROM (
            SELECT postal_code FROM providers_servicearea
            WHERE provider_id = listed.provider_id ORDER BY position, id
        ) area
    ), {epoch}
FROM ({looked_at} WHERE until IS NOT NULL ORDER BY {rank} LIMIT %(most)s) listed
JOIN accounts_user person ON person.id = listed.user_id
ORDER BY {rank}
"""
_LAST_FREE = """
SELECT slot.starts_at AS until FROM scheduling_timeslot slot
WHERE slot.provider_id = ranked.provider_id AND NOT slot.is_closed AND slot.booked < slot.capacity
  AND slot.starts_at > %(now)s AND slot.starts_at < %(horizon)s
ORDER BY slot.starts_at DESC LIMIT 1
"""
_DIALECTS = {
    "postgresql": {
        "uuid": "listed.provider_id::text",
        "codes": "string_agg(postal_code, ',')",
        "looked_at": "SELECT * FROM ({ranked}) ranked CROSS JOIN LATERAL ({last_free}) AS free",
        "epoch": "extract(epoch FROM listed.until)::float8",
        # A sub-select instead of a constant: the planner would weigh each of the hundreds of codes.
        "near": "SELECT key AS code, value::float8 AS km FROM json_each_text((SELECT %(near)s)::json)",
    },
    "sqlite": {
        "uuid": "listed.provider_id",
        "codes": "group_concat(postal_code)",
        "looked_at": "SELECT * FROM (SELECT ranked.*, ({last_free}) AS until FROM ({ranked}) ranked)",
        "epoch": "unixepoch(listed.until)",
        "near": "SELECT key AS code, value AS km FROM json_each(%(near)s)",
    },
}
# The stars are ``RATING_IN_TENTHS`` of :mod:`providers.models`, as the index ``listed_best_first`` has it.
_CARD = """
provider.id AS provider_id, user_id, business_name, specialties, profile_image_url, rating_sum, review_count,
    CASE WHEN review_count = 0 THEN 0 ELSE (rating_sum * 20 + review_count) / (review_count * 2) END AS stars
"""
_EVERYWHERE = """
SELECT {card}, CAST(NULL AS float) AS km FROM providers_provider provider WHERE status = 'approved'
"""
# It has its order already, or PostgreSQL would look at every provider of the place and sort them then.
_NEAR = """
SELECT {card}, reach.km, coalesce(reach.km, 0) AS away, reach.is_here FROM providers_provider provider
JOIN (
    SELECT area.provider_id, min(near.km) AS km,
        max(CASE WHEN near.code = %(here)s THEN 1 ELSE 0 END) AS is_here
    FROM ({near}) near JOIN providers_servicearea area ON area.postal_code = near.code
    GROUP BY area.provider_id
) reach ON reach.provider_id = provider.id
WHERE provider.status = 'approved' ORDER BY {rank}
"""
_BEST_FIRST = "stars DESC, provider_id"
_NEAREST_FIRST = "is_here DESC, away, stars DESC, provider_id"


class Listing(NamedTuple):
    """Provider objects as in the API's JSON, and until when (UTC) they hold if nothing changes."""

    providers: list[dict[str, Any]]
    holds_until: datetime


def listed_everywhere(*, now: datetime) -> Listing:
    """Return who can be booked anywhere, the best rated first, at most 200, without a distance."""
    return _listing(_read(_EVERYWHERE, rank=_BEST_FIRST, now=now), now=now)


def listed_near(*, postal_code: str, now: datetime) -> Listing:
    """Return who serves a postal code, then who is within 25 km of it, each the nearest first.

    Listed are approved providers with a free place that has not begun within the horizon, at most
    200. An unregistered code lies where :func:`providers.distance.locate` puts it.
    """
    near = codes_serving(postal_code)
    return _listing(_nearest(postal_code, near, now), now=now)


# How many rings of codes around a code gave enough providers the last time. Only a guess of where to
# begin: too few are always found out, so it may live in the process and be wrong. The place itself comes
# first: in a dense city it is enough, and elsewhere asking it costs next to nothing.
_reach: dict[str, int] = {}
FIRST_REACH = 1
WIDER = 8


def _rings(near: Mapping[str, float | None]) -> list[int]:
    """Return how many of the codes, the nearest first, lie within each distance that occurs.

    Codes at one distance belong together, or who is listed would depend on the guess.
    """
    distances = list(near.values())
    ends = [number for number in range(1, len(distances)) if distances[number] != distances[number - 1]]
    return [*ends, len(distances)]


def _nearest(postal_code: str, near: Mapping[str, float | None], now: datetime) -> list[tuple[Any, ...]]:
    """Return the rows of the nearest 200, by asking for as few of the codes around as will do.

    Where providers are few, all codes are asked at once.
    """
    codes, rings = list(near), _rings(near)
    reach = min(_reach.get(postal_code, FIRST_REACH), len(rings))
    while True:
        asked = {code: near[code] for code in codes[: rings[reach - 1]]}
        rows = _read(_NEAR, rank=_NEAREST_FIRST, now=now, here=postal_code, near=asked)
        if len(rows) >= MOST_LISTED or reach == len(rings):
            break
        reach = min(reach * WIDER, len(rings))
    if len(rows) >= MOST_LISTED:
        farthest = max(row[8] or 0.0 for row in rows)
        reach = next(
            number for number, end in enumerate(rings, 1) if (near[codes[end - 1]] or 0.0) >= farthest
        )
    _reach[postal_code] = reach
    return rows


def _read(
    ranked: str, *, rank: str, now: datetime, here: str = "", near: Mapping[str, float | None] | None = None
) -> list[tuple[Any, ...]]:
    """Return the rows of the first 200 of some ranking who can be booked."""
    dialect = _DIALECTS[connection.vendor]
    inner = ranked.format(card=_CARD, rank=rank, near=dialect["near"])
    looked_at = dialect["looked_at"].format(ranked=inner, last_free=_LAST_FREE)
    stored = connection.ops.adapt_datetimefield_value
    parameters = {
        "now": stored(now),
        "horizon": stored(horizon_end(now)),
        "here": here,
        "near": json.dumps(near),
        "most": MOST_LISTED,
    }
    with connection.cursor() as cursor:
        cursor.execute(_LIST.format(**dialect | {"looked_at": looked_at, "rank": rank}), parameters)
        return list(cursor.fetchall())


def _listing(rows: list[tuple[Any, ...]], *, now: datetime) -> Listing:
    """Turn rows into the list; it holds until midnight or until a listed provider's last free slot begins."""
    midnight = clock.day_bounds(clock.local_date(now))[1]
    holds_until = min([midnight.timestamp(), *(row[-1] for row in rows)])
    return Listing([_row_json(row) for row in rows], datetime.fromtimestamp(holds_until, tz=UTC))


def _row_json(row: tuple[Any, ...]) -> dict[str, Any]:
    provider_id, business_name, specialties, image, stars, count, first_name, last_name, km, codes, _ = row
    return {
        "id": provider_id if "-" in provider_id else str(UUID(provider_id)),
        "rating": average_rating(stars, count),
        "reviewCount": count,
        "specialties": orjson.loads(specialties),
        "serviceArea": codes.split(",") if codes else [],
        "businessName": business_name,
        "user": {
            "firstName": first_name,
            "lastName": last_name[:1],
            "profileImageUrl": image or None,
        },
        "distanceKm": km,
    }


def visible_reviews() -> QuerySet[Review]:
    """Reviews that are not hidden, the newest first, with their authors."""
    return Review.objects.filter(hidden_at__isnull=True).select_related("author")


def served_codes(provider: str) -> dict[str, JsonList]:
    """Return what adds the codes that a provider serves, in their order, to a query as ``served``.

    ``provider`` names the column of the provider's id.
    """
    areas = ServiceArea.objects.filter(provider=OuterRef(provider)).order_by("position", "id")
    return {"served": JsonList(areas.values(item=F("postal_code")))}


def with_card(providers: QuerySet[Provider]) -> QuerySet[Provider]:
    """Fetch with some providers what their card shows: the person, and the codes they serve (``served``)."""
    return providers.select_related("user").annotate(**served_codes("pk"))


def provider_details(*, provider_id: UUID, now: datetime) -> tuple[Provider, list[Review]]:
    """Return a provider and their newest visible reviews.

    Paused providers can still be looked at, by customers who have ordered from them; who has
    never been approved is :class:`NotFound`. ``now`` is part of every selector's interface.
    """
    public = Provider.objects.filter(status__in=[Provider.Status.APPROVED, Provider.Status.PAUSED])
    provider = with_card(public).filter(pk=provider_id).first()
    if provider is None:
        raise NotFound("There is no such provider.")
    return provider, list(visible_reviews().filter(provider=provider)[:NEWEST_REVIEWS])
