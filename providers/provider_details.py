"""The data of a provider's page: reviews, the next hours that the booking form offers, the usual wait."""

from datetime import UTC, datetime, timedelta
from statistics import median
from typing import NamedTuple
from uuid import UUID

from django.db.models import CharField, Count, F, OuterRef, Q, QuerySet
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from marketplace.db.json_rows import JsonList, JsonMap, as_utc
from marketplace.errors import NotFound
from providers import cover
from providers.horizon import ANSWER_WITHIN, form_days, form_end, form_hours, horizon_end
from providers.models import ApplicationDocument, Provider, Review
from providers.selectors import public_providers, visible_reviews, with_card

Kind = ApplicationDocument.Kind
# What a provider's page says of "Verified" (specification point 2, the terms), as far as it is recorded.
CHECKS = ("identity", "registration", "insurance", "references")
NEWEST_REVIEWS = 20
NEXT_FREE = 6
# A provider's usual answering time is the median of the newest answers, if there are enough.
_ANSWERS_OF, _ANSWERS, _FEWEST_ANSWERS = timedelta(days=90), 20, 3


class Details(NamedTuple):
    """The data of a provider's page. ``next_free`` are the next times (UTC) that the form offers.

    ``star_counts`` counts the visible reviews by their number of stars, 5 first. ``answer_minutes`` is the
    median of a manually confirming provider's last answers; ``None`` with too few. ``checks`` are those that
    operators have made, in the order of :data:`CHECKS`.
    """

    provider: Provider
    reviews: list[Review]
    star_counts: dict[int, int]
    next_free: list[datetime]
    answer_minutes: int | None
    checks: list[str]


def provider_details(*, provider_id: UUID, now: datetime) -> Details:
    """Return a provider with their newest visible reviews and next free times.

    Paused providers stay public, for customers who have ordered from them; one that was never approved is
    :class:`NotFound`.
    """
    soon = _free(Q(slots__starts_at__lt=form_end(now)), now)
    later = _free(Q(slots__starts_at__gte=form_end(now)), now)
    read_along = {
        "soon": JsonMap(soon.values(name=F("slots__starts_at"), item=F("slots__ends_at"))),
        "later": JsonList(later.values(item=F("slots__starts_at"))[:NEXT_FREE]),
        "rated": _rated(),
        "checked": _checked(),
    }
    provider = with_card(public_providers()).annotate(**read_along).filter(pk=provider_id).first()
    if provider is None:
        raise NotFound(_("There is no such provider."))
    reviews = list(visible_reviews().filter(provider=provider)[:NEWEST_REVIEWS])
    rated = vars(provider)["rated"]
    star_counts = {number: rated.get(str(number), 0) for number in range(5, 0, -1)}
    if provider.status != Provider.Status.APPROVED:
        return Details(provider, reviews, star_counts, [], None, _checks(provider, now))
    soonest = now if provider.accepts_instantly else now + ANSWER_WITHIN
    minutes = None if provider.accepts_instantly else _answer_minutes(provider, now)
    free = _times(provider, soonest=soonest, now=now)
    return Details(provider, reviews, star_counts, free, minutes, _checks(provider, now))


def _checked() -> JsonList:
    """Return an annotation with the kinds of documents that an operator has looked at."""
    checked = Provider.objects.filter(pk=OuterRef("pk"), application__documents__checked_at__isnull=False)
    return JsonList(checked.values(item=F("application__documents__kind")))


def _checks(provider: Provider, now: datetime) -> list[str]:
    """Return the checks that operators have made: by a document, and of the cover that they have recorded."""
    checked = vars(provider)["checked"]
    is_insured = provider.cover_amount is not None or Kind.INSURANCE_CERTIFICATE in checked
    is_passed = {
        "identity": Kind.ID_DOCUMENT in checked,
        "registration": Kind.BUSINESS_REGISTRATION in checked,
        "insurance": is_insured and cover.is_enough(provider=provider, now=now),
        "references": Kind.REFERENCES in checked,
    }
    return [check for check in CHECKS if is_passed[check]]


def _rated() -> JsonMap:
    """Return an annotation with the number of visible reviews by stars."""
    visible = Review.objects.visible().filter(provider=OuterRef("pk")).order_by()
    # Keys of JSON objects are strings, also in SQLite.
    return JsonMap(visible.values(name=Cast("rating", CharField())).annotate(item=Count("pk")))


def _times(provider: Provider, *, soonest: datetime, now: datetime) -> list[datetime]:
    """Return the next free times (UTC) from ``soonest`` on: the form's hours of today and tomorrow first.

    Without such an hour they are the starts of all slots, as in the list.
    """
    soon = {_utc(start): _utc(end) for start, end in vars(provider)["soon"].items()}
    later = [_utc(start) for start in vars(provider)["later"]]
    hours = [hour for day in form_days(now) for hour in form_hours(day)]
    covered = [hour for hour in hours if any(start <= hour < end for start, end in soon.items())]
    offered = [hour for hour in covered if hour >= soonest]
    return [*(offered or [start for start in soon if start >= soonest]), *later][:NEXT_FREE]


def _utc(text: str) -> datetime:
    return as_utc(text).astimezone(UTC)


def _free(which: Q, now: datetime) -> QuerySet[Provider]:
    """Return the provider of the outer query with each of their free slots, the earliest first."""
    return Provider.objects.filter(
        which,
        pk=OuterRef("pk"),
        slots__is_closed=False,
        slots__booked__lt=F("slots__capacity"),
        slots__starts_at__gt=now,
        slots__starts_at__lt=horizon_end(now),
    ).order_by("slots__starts_at")


def _answer_minutes(provider: Provider, now: datetime) -> int | None:
    """Return a provider's usual minutes between payment and answer; ``None`` if that is not known."""
    answered = Provider.objects.filter(
        pk=provider.pk,
        orders__pickup_at__gt=now - _ANSWERS_OF,
        orders__payments__status="succeeded",
        orders__events__from_status="pending",
        orders__events__actor_role="provider",
    ).order_by("-orders__pickup_at")
    times = answered.values_list("orders__payments__settled_at", "orders__events__at")[:_ANSWERS]
    waited = [(answered_at - paid_at).total_seconds() / 60 for paid_at, answered_at in times if paid_at]
    return max(1, round(median(waited))) if len(waited) >= _FEWEST_ANSWERS else None
