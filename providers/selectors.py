"""What visitors and customers see of providers."""

import json
from datetime import UTC, datetime
from typing import Any, NamedTuple
from uuid import UUID

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
# differently. ``last_free_at`` is the start of the provider's last free slot within the horizon:
# without one the provider is not listed, and when it begins the list changes.
_LIST = """
SELECT * FROM (
    SELECT {uuid} AS id, provider.business_name, provider.specialties, provider.profile_image_url,
        provider.rating_sum, provider.review_count, person.first_name, substr(person.last_name, 1, 1),
        ({codes}) AS codes, {km} AS km, {serves} AS serves,
        (SELECT max(slot.starts_at) FROM scheduling_timeslot slot
         WHERE slot.provider_id = provider.id AND NOT slot.is_closed AND slot.booked < slot.capacity
           AND slot.starts_at > %(now)s AND slot.starts_at < %(until)s) AS last_free_at
    FROM {source} JOIN accounts_user person ON person.id = provider.user_id
    WHERE provider.status = 'approved'
) listed
WHERE last_free_at IS NOT NULL
ORDER BY serves DESC, km, rating_sum * 1.0 / CASE review_count WHEN 0 THEN 1 ELSE review_count END DESC, id
LIMIT %(most)s
"""
_EVERYWHERE = "providers_provider provider"
_NEAR = """(
    SELECT area.provider_id, min(near.km) AS km,
        max(CASE area.postal_code WHEN %(code)s THEN 1 ELSE 0 END) AS serves
    FROM {near} JOIN providers_servicearea area ON area.postal_code = near.code
    GROUP BY area.provider_id
) reach JOIN providers_provider provider ON provider.id = reach.provider_id"""
_DIALECTS = {
    "postgresql": {
        "uuid": "provider.id::text",
        "codes": "SELECT string_agg(postal_code, ',' ORDER BY position, id) FROM providers_servicearea"
        " WHERE provider_id = provider.id",
        "near": "unnest(%(codes)s::text[], %(kms)s::float8[]) AS near(code, km)",
    },
    "sqlite": {
        "uuid": "provider.id",
        "codes": "SELECT group_concat(postal_code) FROM (SELECT postal_code FROM providers_servicearea"
        " WHERE provider_id = provider.id ORDER BY position, id)",
        "near": "(SELECT json_extract(value, '$[0]') AS code, json_extract(value, '$[1]') AS km"
        " FROM json_each(%(pairs)s)) near",
    },
}


class Listing(NamedTuple):
    """Provider objects as in the API's JSON, and until when (UTC) they hold if nothing changes."""

    providers: list[dict[str, Any]]
    holds_until: datetime


def listed_everywhere(*, now: datetime) -> Listing:
    """Return every listed provider, the best rated first, without a distance."""
    return _listing(_EVERYWHERE, km="NULL", serves="0", parameters={}, now=now)


def listed_near(*, postal_code: str, now: datetime) -> Listing:
    """Return who serves a postal code, then who is within 25 km of it, each the nearest first.

    Listed are approved providers with a free place that has not begun within the horizon. An
    unregistered code lies where :func:`providers.distance.locate` puts it.
    """
    near: dict[str, float | None] = dict(codes_near(postal_code))
    near[postal_code] = 0.0 if locate(postal_code) else None
    parameters: dict[str, Any] = {"code": postal_code}
    if connection.vendor == "postgresql":
        parameters |= {"codes": list(near), "kms": list(near.values())}
    else:
        parameters |= {"pairs": json.dumps(list(near.items()))}
    return _listing(_NEAR, km="reach.km", serves="reach.serves", parameters=parameters, now=now)


def _listing(source: str, *, km: str, serves: str, parameters: dict[str, Any], now: datetime) -> Listing:
    dialect = _DIALECTS[connection.vendor]
    statement = _LIST.format(source=source.format(**dialect), km=km, serves=serves, **dialect)
    until = horizon_end(now)
    stored = connection.ops.adapt_datetimefield_value
    bounds = {"now": stored(now), "until": stored(until), "most": MOST_LISTED}
    with connection.cursor() as cursor:
        cursor.execute(statement, parameters | bounds)
        rows = cursor.fetchall()
    midnight = clock.day_bounds(clock.local_date(now))[1]
    return Listing([_row_json(row) for row in rows], min([midnight, *(_instant(row[-1]) for row in rows)]))


def _instant(stored: datetime | str) -> datetime:
    """Return an instant as this process means it (SQLite keeps it as a text in UTC)."""
    return datetime.fromisoformat(stored).replace(tzinfo=UTC) if isinstance(stored, str) else stored


def _row_json(row: tuple[Any, ...]) -> dict[str, Any]:
    provider_id, business_name, specialties, image, stars, count, first_name, initial, codes, km = row[:10]
    return {
        "id": provider_id if "-" in provider_id else str(UUID(provider_id)),
        "rating": average_rating(stars, count),
        "reviewCount": count,
        "specialties": json.loads(specialties),
        "serviceArea": codes.split(",") if codes else [],
        "businessName": business_name,
        "user": {
            "firstName": first_name,
            "lastName": initial,
            "profileImageUrl": image or None,
        },
        "distanceKm": km,
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
