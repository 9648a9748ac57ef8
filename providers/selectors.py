"""What visitors and customers see of providers."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import Prefetch, QuerySet

from marketplace import clock
from marketplace.errors import NotFound
from providers.distance import codes_near, locate
from providers.horizon import horizon_end
from providers.models import Provider, Review, ServiceArea, average_rating

MOST_LISTED = 200
NEWEST_REVIEWS = 20

# One statement, whatever the number of rows; the parts in braces are what the two databases say
# differently. ``free.until`` is the start of the provider's last free slot within the horizon:
# without one the provider is not listed, and when it begins the list changes.
_LIST = """
SELECT {uuid}, provider.business_name, provider.specialties, provider.profile_image_url,
    provider.rating_sum, provider.review_count, person.first_name, person.last_name, reach.codes, {epoch}
FROM providers_provider provider JOIN accounts_user person ON person.id = provider.user_id
{join} (SELECT provider_id, {codes} AS codes FROM {areas} {within} GROUP BY provider_id) reach
    ON reach.provider_id = provider.id
{free}
WHERE provider.status = 'approved' AND {until} IS NOT NULL
"""
_LAST_FREE = """
SELECT slot.starts_at AS until FROM scheduling_timeslot slot
WHERE slot.provider_id = provider.id AND NOT slot.is_closed AND slot.booked < slot.capacity
  AND slot.starts_at > %(now)s AND slot.starts_at < %(horizon)s
ORDER BY slot.starts_at DESC LIMIT 1
"""
_DIALECTS = {
    "postgresql": {
        "uuid": "provider.id::text",
        "codes": "string_agg(postal_code, ',' ORDER BY position, id)",
        "areas": "providers_servicearea",
        # Sub-selects instead of constants: the planner would weigh each of the hundreds of codes.
        "within": "WHERE provider_id = ANY(ARRAY(SELECT provider_id FROM providers_servicearea"
        " WHERE postal_code = ANY((SELECT string_to_array(%(codes)s, ','))::text[])))",
        "free": f"CROSS JOIN LATERAL ({_LAST_FREE}) AS free",
        "until": "free.until",
        "epoch": "extract(epoch FROM free.until)::float8",
    },
    "sqlite": {
        "uuid": "provider.id",
        "codes": "group_concat(postal_code)",
        "areas": "(SELECT * FROM providers_servicearea ORDER BY position, id)",
        "within": "WHERE provider_id IN (SELECT provider_id FROM providers_servicearea"
        " WHERE postal_code IN (SELECT value FROM json_each(%(codes)s)))",
        "free": "",
        "until": f"({_LAST_FREE})",
        "epoch": f"(SELECT unixepoch(({_LAST_FREE})))",
    },
}


class Listing(NamedTuple):
    """Provider objects as in the API's JSON, and until when (UTC) they hold if nothing changes."""

    providers: list[dict[str, Any]]
    holds_until: datetime


def listed_everywhere(*, now: datetime) -> Listing:
    """Return every listed provider, the best rated first, without a distance."""
    return _listing(_read(now=now), now=now)


def listed_near(*, postal_code: str, now: datetime) -> Listing:
    """Return who serves a postal code, then who is within 25 km of it, each the nearest first.

    Listed are approved providers with a free place that has not begun within the horizon, at most
    200. An unregistered code lies where :func:`providers.distance.locate` puts it.
    """
    near = {postal_code: 0.0 if locate(postal_code) else None} | codes_near(postal_code)
    rows = _nearest(postal_code, near, now)
    return _listing(rows, now=now, near=near, here=postal_code)


# How many rings of codes around a code gave enough providers the last time. Only a guess of where to
# begin: too few are always found out, so it may live in the process and be wrong.
_reach: dict[str, int] = {}
FIRST_REACH = 8
WIDER = 8


def _rings(near: Mapping[str, float | None]) -> list[int]:
    """Return how many of the codes, the nearest first, lie within each distance that occurs.

    Codes at one distance belong together, or who is listed would depend on the guess.
    """
    distances = list(near.values())
    ends = [number for number in range(1, len(distances)) if distances[number] != distances[number - 1]]
    return [*ends, len(distances)]


def _nearest(postal_code: str, near: Mapping[str, float | None], now: datetime) -> list[tuple[Any, ...]]:
    """Return the rows of at least the nearest 200, by asking for as few of the codes around as will do.

    A country full of providers is never read whole; where they are few, all codes are asked at once.
    """
    codes, rings = list(near), _rings(near)
    reach = min(_reach.get(postal_code, FIRST_REACH), len(rings))
    while True:
        rows = _read(now=now, codes=codes[: rings[reach - 1]])
        if len(rows) >= MOST_LISTED or reach == len(rings):
            break
        reach = min(reach * WIDER, len(rings))
    if len(rows) > MOST_LISTED:
        distances = sorted(_kilometres(row[8], near) or 0.0 for row in rows)
        farthest = distances[MOST_LISTED - 1]
        reach = next(
            number for number, end in enumerate(rings, 1) if (near[codes[end - 1]] or 0.0) >= farthest
        )
    _reach[postal_code] = reach
    return rows


def _kilometres(served: str | None, near: Mapping[str, float | None]) -> float | None:
    """Return the distance to the nearest of a provider's codes; ``None`` if none of them is near."""
    return min((km for code in (served or "").split(",") if (km := near.get(code)) is not None), default=None)


def _read(*, now: datetime, codes: list[str] | None = None) -> list[tuple[Any, ...]]:
    """Return the rows of who can be booked, of all or of who serves one of some codes."""
    dialect = _DIALECTS[connection.vendor]
    source = {"join": "LEFT JOIN", "within": ""} if codes is None else {"join": "JOIN"}
    stored = connection.ops.adapt_datetimefield_value
    parameters = {
        "now": stored(now),
        "horizon": stored(horizon_end(now)),
        "codes": json.dumps(codes) if connection.vendor == "sqlite" else ",".join(codes or []),
    }
    with connection.cursor() as cursor:
        cursor.execute(_LIST.format(**dialect | source), parameters)
        return list(cursor.fetchall())


def _listing(
    rows: list[tuple[Any, ...]],
    *,
    now: datetime,
    near: Mapping[str, float | None] | None = None,
    here: str | None = None,
) -> Listing:
    """Turn rows into the list: who serves ``here`` first, then by distance, then by rating."""
    ranked = []
    for row in rows:
        provider = _row_json(row, near or {})
        kilometres = provider["distanceKm"]
        rank = (here not in provider["serviceArea"], kilometres or 0.0, -provider["rating"], provider["id"])
        ranked.append((rank, provider))
    ranked.sort(key=itemgetter(0))
    midnight = clock.day_bounds(clock.local_date(now))[1]
    holds_until = min([midnight.timestamp(), *(row[-1] for row in rows)])
    return Listing(
        [provider for _, provider in ranked[:MOST_LISTED]], datetime.fromtimestamp(holds_until, tz=UTC)
    )


def _row_json(row: tuple[Any, ...], near: Mapping[str, float | None]) -> dict[str, Any]:
    provider_id, business_name, specialties, image, stars, count, first_name, last_name, codes, _ = row
    served = codes.split(",") if codes else []
    return {
        "id": provider_id if "-" in provider_id else str(UUID(provider_id)),
        "rating": average_rating(stars, count),
        "reviewCount": count,
        "specialties": orjson.loads(specialties),
        "serviceArea": served,
        "businessName": business_name,
        "user": {
            "firstName": first_name,
            "lastName": last_name[:1],
            "profileImageUrl": image or None,
        },
        "distanceKm": _kilometres(codes, near),
    }


def visible_reviews() -> QuerySet[Review]:
    """Reviews that are not hidden, the newest first, with their authors."""
    return Review.objects.filter(hidden_at__isnull=True).select_related("author")


def with_card(providers: QuerySet[Provider]) -> QuerySet[Provider]:
    """Fetch with some providers what their card shows: the person and the service areas."""
    areas = Prefetch("service_areas", ServiceArea.objects.order_by("position", "id"))
    return providers.select_related("user").prefetch_related(areas)


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
