"""What visitors and customers read about providers."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet

from accounts.models import User
from marketplace import clock
from marketplace.db import prepared
from marketplace.db.json_rows import JsonList
from marketplace.db.prepared import Prepared
from marketplace.text import initial
from providers.distance import codes_serving
from providers.horizon import ANSWER_WITHIN, form_days, form_hours, horizon_end
from providers.models import (
    Application,
    ApplicationDocument,
    Favourite,
    Provider,
    Review,
    ReviewReport,
    ServiceArea,
    average_rating,
    excerpt_of,
)

MOST_LISTED = 200

# One statement, whatever the number of rows. Providers are ranked first and then checked for free capacity in
# that order, until enough of them have some: a country full of them costs no more than a village.
# ``until`` is the first hour that the booking form offers: of its hours of today and tomorrow the first one
# that a free slot covers, else the start of the first slot within the horizon. Without it the provider is not
# listed. Whenever a free slot begins, the list may change. Providers with manual confirmation are listed even
# if all their free slots begin too soon to be confirmed, but then without a next free time. The parts in
# braces are those in which the two databases, or the two lists, differ.
_LIST = """
WITH listed AS ({looked_at} WHERE until IS NOT NULL ORDER BY {rank} LIMIT {most})
SELECT {uuid}, listed.business_name, listed.specialties, listed.profile_image_url, listed.rating_sum,
    listed.review_count, person.first_name, person.last_name, listed.km, {codes},
    substr(described.bio, 1, 160),
    listed.accepts_instantly, {epoch}(
        CASE WHEN listed.accepts_instantly OR listed.until >= %(answerable)s THEN listed.until
        ELSE ({first_answerable}) END
    ){end}, {epoch}({first_slot}){end}
FROM listed JOIN accounts_user person ON person.id = listed.user_id
JOIN providers_provider described ON described.id = listed.provider_id {served}
ORDER BY {rank}
"""
_FREE = """
SELECT slot.starts_at FROM scheduling_timeslot slot
WHERE slot.provider_id = {whose}.provider_id AND NOT slot.is_closed AND slot.booked < slot.capacity
  AND slot.starts_at {after} AND slot.starts_at < %(horizon)s
ORDER BY slot.starts_at LIMIT 1
"""
# Of slots in the order of their starts, the first one that covers such an hour covers the first such hour.
_IN_FORM = """
SELECT {hour} FROM scheduling_timeslot slot
WHERE slot.provider_id = {whose}.provider_id AND NOT slot.is_closed AND slot.booked < slot.capacity
  AND slot.starts_at > %(now)s AND slot.starts_at <= %(last_tomorrow)s AND {hour} < slot.ends_at
  AND {hour} <= CASE WHEN slot.starts_at < %(tomorrow)s THEN %(last_today)s ELSE %(last_tomorrow)s END
ORDER BY slot.starts_at LIMIT 1
"""
# The slot's first full hour, or the day's first hour in the form if that is later.
_HOUR = (
    "{latest}({full_hour}, CASE WHEN slot.starts_at < %(tomorrow)s"
    " THEN %({hours}_today)s ELSE %({hours}_tomorrow)s END)"
)
_DIALECTS = {
    "postgresql": {
        "uuid": "listed.provider_id::text",
        "codes": "served.codes",
        # One sort for all providers; a subquery each would take a third of the statement's time.
        "served": """LEFT JOIN (
            SELECT provider_id, string_agg(postal_code, ',' ORDER BY position, id) AS codes
            FROM providers_servicearea WHERE provider_id IN (SELECT provider_id FROM listed)
            GROUP BY provider_id
        ) served ON served.provider_id = listed.provider_id""",
        # OFFSET keeps PostgreSQL from looking up each hour twice: to filter and to select.
        "looked_at": "SELECT * FROM ({ranked}) ranked CROSS JOIN LATERAL ({first_ahead} OFFSET 0) AS free",
        "epoch": "extract(epoch FROM ",
        "end": ")::float8",
        "latest": "greatest",
        "full_hour": "date_trunc('hour', slot.starts_at + interval '59 minutes 59 seconds')",
        # Arrays, for which the planner estimates few codes; for rows it would estimate so many that it would
        # scan all providers.
        "near": "SELECT * FROM unnest(%(codes)s::text[], %(distances)s::float8[]) AS near (code, km)",
    },
    "sqlite": {
        "uuid": "listed.provider_id",
        # Old versions have no ORDER BY in aggregates, so the subquery sorts.
        "codes": """(
            SELECT group_concat(postal_code) FROM (
                SELECT postal_code FROM providers_servicearea
                WHERE provider_id = listed.provider_id ORDER BY position, id
            ) area
        )""",
        "served": "",
        "looked_at": "SELECT * FROM (SELECT ranked.*, ({first_ahead}) AS until FROM ({ranked}) ranked)",
        "epoch": "unixepoch(",
        "end": ")",
        "latest": "max",
        "full_hour": "datetime((unixepoch(slot.starts_at) + 3599) / 3600 * 3600, 'unixepoch')",
        "near": "SELECT key AS code, value AS km FROM json_each(%(near)s)",
    },
}
# ``stars`` must match ``RATING_IN_TENTHS`` of :mod:`providers.models` and the index ``listed_best_first``.
_CARD = """
provider.id AS provider_id, user_id, business_name, specialties, profile_image_url, rating_sum, review_count,
    accepts_instantly,
    CASE WHEN review_count = 0 THEN 0 ELSE (rating_sum * 20 + review_count) / (review_count * 2) END AS stars
"""
_EVERYWHERE = """
SELECT {card}, CAST(NULL AS float) AS km FROM providers_provider provider WHERE status = 'approved'
"""
# Sorted here already; otherwise PostgreSQL would look up free slots of every provider nearby before sorting.
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
_HOURS = [f"{name}_{day}" for name in ("first", "answerable", "last") for day in ("today", "tomorrow")]
_INSTANTS = dict.fromkeys(["now", "horizon", "answerable", "tomorrow", *_HOURS], "timestamptz")
_PLACE = {"here": "text", "codes": "text[]", "distances": "float8[]"}
_BEST_FIRST = "stars DESC, provider_id"
_NEAREST_FIRST = "is_here DESC, away, stars DESC, provider_id"


class Listing(NamedTuple):
    """Provider objects as in the API's JSON, and until when (UTC) they are valid if nothing changes."""

    providers: list[dict[str, Any]]
    holds_until: datetime


def listed_everywhere(*, now: datetime) -> Listing:
    """Return the bookable providers anywhere, the best rated first, at most 200, without a distance."""
    return _listing(_read(_EVERYWHERE, rank=_BEST_FIRST, now=now), now=now)


def listed_near(*, postal_code: str, now: datetime) -> Listing:
    """Return who serves a postal code, then who is within 25 km of it, each the nearest first.

    Listed are approved providers with a free slot that has not begun within the horizon, at most
    200. An unregistered code lies where :func:`providers.distance.locate` puts it.
    """
    near = codes_serving(postal_code)
    return _listing(_nearest(postal_code, near, now), now=now)


# How many rings of codes around a code held enough providers the last time. Only a hint where to start: too
# few are detected and widened, so it may be wrong and per process. It starts with the code alone, which is
# enough in a dense city and costs next to nothing elsewhere.
_reach: dict[str, int] = {}
FIRST_REACH = 1
WIDER = 8


def _rings(near: Mapping[str, float | None]) -> list[int]:
    """Return how many of the codes, the nearest first, lie within each distinct distance.

    Codes at equal distance stay together, or the result would depend on the hint.
    """
    distances = list(near.values())
    ends = [number for number in range(1, len(distances)) if distances[number] != distances[number - 1]]
    return [*ends, len(distances)]


def _nearest(postal_code: str, near: Mapping[str, float | None], now: datetime) -> list[tuple[Any, ...]]:
    """Return the rows of the nearest 200, querying as few of the surrounding codes as possible.

    Where providers are few, all codes are queried.
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
    """Return the rows of the first 200 bookable providers of a ranking."""
    stored = connection.ops.adapt_datetimefield_value
    instants = {name: stored(at) for name, at in _instants(now).items()}
    arguments = instants | {"here": here} | _as_arguments(near or {})
    statement = _statement(ranked, rank, MOST_LISTED, connection.vendor)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            prepared.execute(cursor, statement, arguments)
        else:
            cursor.execute(statement.sql, arguments)
        return list(cursor.fetchall())


@cache
def _statement(ranked: str, rank: str, most: int, vendor: str) -> Prepared:
    """Return the statement for the first ``most`` of a ranking, in the dialect of a database."""
    dialect = _DIALECTS[vendor]
    first_ahead = _first_free(dialect, whose="ranked", after="> %(now)s", hours="first")
    first_answerable = _first_free(dialect, whose="listed", after=">= %(answerable)s", hours="answerable")
    inner = ranked.format(card=_CARD, rank=rank, near=dialect["near"])
    looked_at = dialect["looked_at"].format(ranked=inner, first_ahead=first_ahead)
    parts = dialect | {
        "looked_at": looked_at,
        "rank": rank,
        "first_answerable": first_answerable,
        "first_slot": _FREE.format(whose="listed", after="> %(now)s"),
    }
    where, types = ("near", _INSTANTS | _PLACE) if ranked is _NEAR else ("everywhere", _INSTANTS)
    return Prepared(f"listed_{where}_{most}", _LIST.format(**parts, most=most), types)


def _first_free(dialect: Mapping[str, str], *, whose: str, after: str, hours: str) -> str:
    """Return the query for the first free hour of a provider; any slot is looked up only without one."""
    hour = _HOUR.format(**dialect, hours=hours)
    in_form = _IN_FORM.format(whose=whose, hour=hour)
    return f"SELECT coalesce(({in_form}), ({_FREE.format(whose=whose, after=after)})) AS until"


def _instants(now: datetime) -> dict[str, datetime]:
    """Return the instants (UTC) that the statements name; ``answerable``: what leaves time for an answer."""
    answerable = now + ANSWER_WITHIN
    tomorrow = clock.day_bounds(clock.local_date(now))[1]
    instants = {"now": now, "horizon": horizon_end(now), "answerable": answerable, "tomorrow": tomorrow}
    for name, day in zip(("today", "tomorrow"), form_days(now), strict=True):
        hours = form_hours(day)
        instants |= {f"first_{name}": hours[0], f"last_{name}": hours[-1]}
        # Today there may be none: tomorrow is beyond the last one.
        instants[f"answerable_{name}"] = next((hour for hour in hours if hour >= answerable), tomorrow)
    return instants


def _as_arguments(near: Mapping[str, float | None]) -> dict[str, str]:
    """Return codes and distances as arguments of the current database, each as one text."""
    if connection.vendor == "sqlite":
        return {"near": json.dumps(near)}
    # A PostgreSQL array literal: adapting a list, the driver would process hundreds of items one by one.
    kilometres = ("NULL" if km is None else repr(km) for km in near.values())
    return {"codes": f"{{{','.join(near)}}}", "distances": f"{{{','.join(kilometres)}}}"}


def _listing(rows: list[tuple[Any, ...]], *, now: datetime) -> Listing:
    """Turn rows into the list; valid until midnight, or until a next free slot begins or becomes too soon."""
    midnight = clock.day_bounds(clock.local_date(now))[1]
    begins = [row[-1] for row in rows]
    too_soon = [row[-2] - ANSWER_WITHIN.total_seconds() for row in rows if row[-2] and not row[-3]]
    holds_until = min([midnight.timestamp(), *begins, *too_soon])
    return Listing([_row_json(row) for row in rows], datetime.fromtimestamp(holds_until, tz=UTC))


def _row_json(row: tuple[Any, ...]) -> dict[str, Any]:
    provider_id, business_name, specialties, image, stars, count, first_name, last_name, km, codes = row[:10]
    bio, accepts_instantly, next_free, _ = row[10:]
    return {
        "id": provider_id if "-" in provider_id else str(UUID(provider_id)),
        "rating": average_rating(stars, count),
        "reviewCount": count,
        "specialties": orjson.loads(specialties),
        "serviceArea": codes.split(",") if codes else [],
        "businessName": business_name,
        "user": {
            "firstName": first_name,
            "lastName": initial(last_name),
            "profileImageUrl": image or None,
        },
        "distanceKm": km,
        "bioExcerpt": excerpt_of(bio),
        "acceptsInstantly": bool(accepts_instantly),
        "nextFreeAt": _instant(next_free) if next_free else None,
    }


# Many providers are next free at the same hour.
@lru_cache(maxsize=512)
def _instant(epoch: float) -> str:
    return datetime.fromtimestamp(epoch, tz=UTC).isoformat().replace("+00:00", "Z")


def visible_reviews() -> QuerySet[Review]:
    """Reviews that everybody sees, the newest first, with their authors."""
    return Review.objects.visible().select_related("author")


def served_codes(provider: str) -> dict[str, JsonList]:
    """Return the annotation ``service_area_codes``: the codes that a provider serves, in order.

    ``provider`` names the column of the provider's id.
    """
    areas = ServiceArea.objects.filter(provider=OuterRef(provider)).order_by("position", "id")
    return {"service_area_codes": JsonList(areas.values(item=F("postal_code")))}


def public_providers() -> QuerySet[Provider]:
    """Return the providers that anybody may look at: approved and paused ones whose account is open."""
    shown = [Provider.Status.APPROVED, Provider.Status.PAUSED]
    return Provider.objects.filter(status__in=shown, user__is_active=True)


def favourites_of(*, user: User) -> list[UUID]:
    """Return an account's favourite providers that are still public, the newest first."""
    favourites = Favourite.objects.filter(user=user, provider__in=public_providers())
    return list(favourites.values_list("provider_id", flat=True))


def with_card(providers: QuerySet[Provider]) -> QuerySet[Provider]:
    """Load with providers what their card shows: the person and ``service_area_codes``."""
    return providers.select_related("user").annotate(**served_codes("pk"))


def application_of(*, user: User) -> Application | None:
    """Return an account's application; ``None`` if there is none.

    A provider without one (opened by an operator) gets an empty, unsaved application.
    """
    found = Application.objects.select_related("provider").filter(provider__user=user).first()
    if found is None and (provider := Provider.objects.filter(user=user).first()):
        return Application(provider=provider)
    return found


def applications_waiting() -> QuerySet[Application]:
    """Return the applications that wait for a review; nobody waits whose account is closed or erased."""
    return Application.objects.filter(
        provider__status=Provider.Status.SUBMITTED, provider__user__is_active=True
    )


def reports_to_decide() -> QuerySet[ReviewReport]:
    """Return the reports of reviews that await a decision."""
    return ReviewReport.objects.filter(decided_at__isnull=True)


def certificates_to_read_soon(now: datetime) -> QuerySet[ApplicationDocument]:
    """Return those whose provider's cover ends within three days, or because of which they are paused."""
    soon = clock.local_date(now) + timedelta(days=3)
    return certificates_to_read().filter(
        Q(application__provider__cover_ends_on__lte=soon) | Q(application__provider__cover_lapsed=True)
    )


def certificates_to_read() -> QuerySet[ApplicationDocument]:
    """Return the insurance certificates of working providers that no operator has read.

    Without closed accounts: there is nobody to whom it makes a difference.
    """
    return ApplicationDocument.objects.filter(
        kind=ApplicationDocument.Kind.INSURANCE_CERTIFICATE,
        checked_at=None,
        refused_at=None,
        application__provider__user__is_active=True,
        application__provider__status__in=[Provider.Status.APPROVED, Provider.Status.PAUSED],
    )
