"""Which providers an operator should call: problems of the last 90 days. Part of the top layer.

Each figure is one statement, grouped by provider and too long for a request: :func:`compute` runs in the
background. Providers within all thresholds are left out.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Avg, Count, DurationField, ExpressionWrapper, F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from marketplace.admin_site.panels import DashboardPanel
from orders.models import (
    BY_CUSTOMER,
    RECEIVED,
    ActorRole,
    CancelReason,
    HandBack,
    Order,
    OrderEvent,
    OrderStatus,
)
from orders.prices.turnaround import EXPRESS_WITHIN_HOURS, RETURN_WITHIN_HOURS
from providers.models import Provider, Review

DAYS = 90
SHOWN = 10
# Shares of fewer orders are not significant.
FEWEST_ORDERS = 5

# Thresholds beyond which somebody should call.
MOST_REFUSED = 0.10
MOST_LATE = 0.10
MOST_HANDED_BACK = 0.05
LEAST_RATING = 4.0
LONGEST_ANSWER = timedelta(hours=1)
# A step within this time after it was due does not count as late.
GRACE = timedelta(hours=1)

COLUMNS = (
    _("Orders"),
    _("Declined or expired"),
    _("Late steps"),
    _("Handed back"),
    _("Rating"),
    _("Answers after"),
)
_REFUSED = [CancelReason.DECLINED, CancelReason.NOT_ANSWERED]


@dataclass(frozen=True)
class Cell:
    """One figure of a provider, and whether it is beyond its threshold."""

    shown: str
    is_bad: bool = False


@dataclass(frozen=True)
class Row:
    """A provider with their figures, in the order of :data:`COLUMNS`."""

    name: str
    link: str
    cells: list[Cell]


@dataclass(frozen=True)
class Health:
    """The ten providers with most figures beyond their thresholds; ``as_of`` is empty until it is known."""

    rows: list[Row]
    as_of: str = ""


def health(panel: DashboardPanel | None) -> Health:
    """Return what :func:`compute` has stored, with the present names of the providers. One query at most."""
    if panel is None:
        return Health([])
    providers = Provider.objects.select_related("user").in_bulk([pk for pk, _cells in panel.found])
    rows = [
        Row(
            str(providers[UUID(pk)]),
            reverse("admin:providers_provider_change", args=[pk]),
            [Cell(*cell) for cell in cells],
        )
        for pk, cells in panel.found
        if UUID(pk) in providers
    ]
    return Health(rows, panel.as_of)


def compute(now: datetime) -> list[tuple[str, list[tuple[str, bool]]]]:
    """Return the ids of the ten providers with most figures beyond their thresholds, and the figures.

    Five statements, over all orders of the last 90 days.
    """
    since = now - timedelta(days=DAYS)
    orders, handed_back = _orders(since), _handed_back(since)
    late, ratings, answers = _late(since), _ratings(since), _answers(since)
    found: dict[UUID, list[Cell]] = {}
    for provider_id in orders.keys() | handed_back.keys():
        (theirs, refused), (given, taken) = (
            orders.get(provider_id, (0, 0)),
            handed_back.get(provider_id, (0, 0)),
        )
        count = theirs + taken
        if count < FEWEST_ORDERS:
            continue
        cells = [
            Cell(str(count)),
            _share(refused, count, MOST_REFUSED),
            _share(late.get(provider_id, 0), count, MOST_LATE),
            _share(given, count, MOST_HANDED_BACK),
            _rating(ratings.get(provider_id)),
            _answer(answers.get(provider_id)),
        ]
        if any(cell.is_bad for cell in cells):
            found[provider_id] = cells
    first = sorted(found, key=lambda pk: (-sum(cell.is_bad for cell in found[pk]), str(pk)))[:SHOWN]
    return [(str(pk), [(cell.shown, cell.is_bad) for cell in found[pk]]) for pk in first]


def _orders(since: datetime) -> dict[UUID, tuple[int, int]]:
    """Return by provider how many orders were paid, and how many of these were declined or not answered.

    What a neighbor took over is that neighbor's: see :func:`_handed_back`.
    """
    paid = Order.objects.order_by().filter(created_at__gte=since, payment_status__in=RECEIVED)
    counted = paid.values("provider_id").annotate(
        count=Count("pk"), refused=Count("pk", filter=Q(cancel_reason__in=_REFUSED))
    )
    rows = counted.values_list("provider_id", "count", "refused")
    return {provider_id: (count, refused) for provider_id, count, refused in rows}


def _late(since: datetime) -> dict[UUID, int]:
    """Return by provider how many pickups and returns came more than an hour after they were due."""
    pickup = Q(to_status=OrderStatus.PICKUP, at__gt=F("order__pickup_at") + GRACE)
    back = Q()
    for service, hours in RETURN_WITHIN_HOURS.items():
        is_due = Q(at__gt=F("order__pickup_at") + timedelta(hours=hours) + GRACE)
        back |= is_due & Q(order__service_type=service, order__is_express=False)
    express = F("order__pickup_at") + timedelta(hours=EXPRESS_WITHIN_HOURS) + GRACE
    back |= Q(order__is_express=True, at__gt=express)
    back &= Q(to_status=OrderStatus.COMPLETED)
    events = OrderEvent.objects.order_by().filter(pickup | back, order__created_at__gte=since)
    return _counted(events.values("order__provider_id").annotate(count=Count("order_id", distinct=True)))


def _handed_back(since: datetime) -> dict[UUID, tuple[int, int]]:
    """Return by provider how many orders they gave up, and how many of theirs somebody else has now.

    Those that they do after all are not given up; nor are those that their customer took from them.
    """
    ended = HandBack.objects.order_by().filter(order__created_at__gte=since)
    is_given_up = ~BY_CUSTOMER & ~Q(outcome=HandBack.Outcome.KEPT)
    counted = ended.values("provider_id").annotate(
        given=Count("order_id", distinct=True, filter=is_given_up),
        taken=Count("order_id", distinct=True, filter=Q(outcome=HandBack.Outcome.TAKEN)),
    )
    rows = counted.values_list("provider_id", "given", "taken")
    return {provider_id: (given, taken) for provider_id, given, taken in rows}


def _ratings(since: datetime) -> dict[UUID, float]:
    seen = Review.objects.visible().order_by().filter(created_at__gte=since)
    return _counted(seen.values("provider_id").annotate(stars=Avg("rating")))


def _answers(since: datetime) -> dict[UUID, timedelta]:
    """Return by provider the average time from payment to answer, for manual confirmation."""
    waited = ExpressionWrapper(F("at") - F("order__payments__settled_at"), output_field=DurationField())
    given = OrderEvent.objects.order_by().filter(
        order__created_at__gte=since,
        from_status=OrderStatus.PENDING,
        actor_role=ActorRole.PROVIDER,
        order__payments__status="succeeded",
    )
    return _counted(given.values("order__provider_id").annotate(after=Avg(waited)))


def _counted(rows: Any) -> dict[UUID, Any]:
    """Return rows of (provider, figure) as a dict."""
    return dict(tuple(row.values()) for row in rows)


def _share(part: int, whole: int, most: float) -> Cell:
    return Cell(f"{part} ({round(100 * part / whole)} %)", part / whole > most) if part else Cell("0")


def _rating(stars: float | None) -> Cell:
    return Cell("-") if stars is None else Cell(f"{stars:.1f}", stars < LEAST_RATING)


def _answer(after: timedelta | None) -> Cell:
    if after is None:
        return Cell("-")
    return Cell(f"{round(after.total_seconds() / 60)} min", after > LONGEST_ANSWER)
