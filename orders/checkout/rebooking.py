"""Suggestions to book again what a customer has booked before, each with its next free hour.

There is one for each provider and service. The last such order gives weight, addresses and note, and the
weekday and hour (Swiss wall time).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from uuid import UUID

from django.db.models import BooleanField, Case, Q, Value, When

from accounts.models import User
from marketplace import clock, figures
from orders.lifecycle.open_pickups import (
    OpenPickup,
    is_open,
    open_pickups,
    overlapping,
    pickup_of,
    planned_pickups,
)
from orders.models import IN_PROGRESS, PICKUP_LASTS, Order, OrderLine, OrderStatus
from orders.prices.price_lines import is_add_on, of_order
from orders.prices.pricing import ADD_ONS, Price, price
from orders.prices.turnaround import return_by
from orders.selectors import with_lines
from providers.horizon import ANSWER_WITHIN, horizon_days
from providers.models import Provider
from providers.selectors import served_codes
from scheduling.models import pickup_within
from scheduling.slots import free_after

MOST_SUGGESTIONS = 6
# How many of the newest orders are looked at.
NEWEST = 200
_WEEK = timedelta(days=7)


@dataclass(frozen=True)
class RebookSuggestion:
    """The last such order, its price today, and the next free time (UTC); ``None``: none in the horizon.

    ``existing`` is the customer's open pickup, with anybody, at an hour that would have come sooner.
    """

    last: Order
    add_ons: dict[str, int]
    cost: Price
    pickup_at: datetime | None
    existing: OpenPickup | None = None

    @property
    def return_by(self) -> datetime | None:
        """When (UTC) it would be back."""
        if self.pickup_at is None:
            return None
        return return_by(service_type=self.last.service_type, pickup_at=self.pickup_at)


@dataclass(frozen=True)
class _Free:
    starts_at: datetime
    ends_at: datetime

    def pickup_like(self, order: Order) -> datetime | None:
        """Return when a booking of the order's hour would begin here; ``None`` if the hour lies outside."""
        same_hour = clock.at_wall_time(clock.local_date(self.starts_at), clock.local_time(order.pickup_at))
        if not self.starts_at <= same_hour < self.ends_at:
            return None
        return pickup_within(self.starts_at, same_hour)


def suggestions(*, customer: User, now: datetime) -> list[RebookSuggestion]:
    """Return up to six suggestions, that of the newest order first, in three statements.

    Leaves out orders of running recurring bookings, and providers who take no bookings now. None is for an
    hour for which the customer has an open pickup, with anybody.
    """
    # Read first: one that is placed meanwhile is found as an order.
    planned = planned_pickups(customer.pk, now=now)
    newest = _newest(customer, now)
    booked = [pickup_of(order) for order in newest if vars(order)["is_open"]]
    return _as_suggestions(_last_of_each(newest, customer), planned + booked, now)


def suggestion_of(*, order: Order, now: datetime) -> RebookSuggestion:
    """Return the suggestion for one order, which is loaded with its provider; three statements at most.

    It has no free hour if the provider takes no bookings now.
    """
    if order.provider.status != Provider.Status.APPROVED:
        return _suggestion(order, None, None, now)
    return _as_suggestions([order], open_pickups(order.customer_id, now=now), now)[0]


def _suggestion(
    order: Order, pickup_at: datetime | None, existing: OpenPickup | None, now: datetime
) -> RebookSuggestion:
    """Return the suggestion at ``pickup_at``, without express, which holds for the day of booking only."""
    add_ons: dict[str, int] = {
        line.kind: min(line.quantity, ADD_ONS[line.kind]) for line in of_order(order) if is_add_on(line)
    }
    add_ons.pop(OrderLine.Kind.EXPRESS, None)
    cost = price(
        service_type=order.service_type, weight=order.weight, figures=figures.at(now), add_ons=add_ons
    )
    return RebookSuggestion(last=order, add_ons=add_ons, cost=cost, pickup_at=pickup_at, existing=existing)


def _as_suggestions(
    lasts: Sequence[Order], booked: Sequence[OpenPickup], now: datetime
) -> list[RebookSuggestion]:
    """Return the suggestions, none for an hour of the ``booked`` pickups."""
    free = _free_on_their_weekdays(lasts, now)
    found: list[RebookSuggestion] = []
    for order in lasts:
        theirs = free[order.provider_id]
        apart = [
            slot for slot in theirs if overlapping(booked, slot.pickup_like(order) or slot.starts_at) is None
        ]
        pickup_at = _next_like(order, apart, now)
        existing = _existing(order, booked, instead_of=_next_like(order, theirs, now), found=pickup_at)
        found.append(_suggestion(order, pickup_at, existing, now))
    return found


def _existing(
    order: Order, booked: Iterable[OpenPickup], *, instead_of: datetime | None, found: datetime | None
) -> OpenPickup | None:
    """Return the open pickup at the suggestion's hour before the ``found`` one, or at the hour left out."""
    wall, weekday = clock.local_time(order.pickup_at), clock.local_date(order.pickup_at).weekday()
    for one in sorted(booked, key=lambda one: one.pickup_at):
        is_like = (
            clock.local_date(one.pickup_at).weekday() == weekday
            and _minutes_apart(clock.local_time(one.pickup_at), wall) < PICKUP_LASTS.seconds // 60
        )
        comes_sooner = found is None or one.pickup_at < found
        if (is_like and comes_sooner) or (instead_of is not None and one.overlaps(instead_of)):
            return one
    return None


def _newest(customer: User, now: datetime) -> list[Order]:
    """Return a customer's newest orders, taken place or to come, with ``is_open`` and ``is_repeatable``."""
    in_series = Q(occurrence__booking__is_active=True)
    taken = Q(status__in=[*IN_PROGRESS, OrderStatus.COMPLETED])
    orders = (
        Order.objects.filter(taken | is_open(now), customer=customer)
        .select_related("provider__user")
        .annotate(
            is_open=_truth(is_open(now)),
            is_repeatable=_truth(taken & ~in_series),
            **served_codes("provider"),
            **with_lines(),
        )
        .order_by("-created_at", "-id")
    )
    return list(orders[:NEWEST])


def _truth(condition: Q) -> Case:
    return Case(When(condition, then=Value(True)), default=Value(False), output_field=BooleanField())


def _last_of_each(newest: Iterable[Order], customer: User) -> list[Order]:
    found: dict[tuple[UUID, str], Order] = {}
    for order in newest:
        provider = order.provider
        if not vars(order)["is_repeatable"]:
            continue
        if provider.status == Provider.Status.APPROVED and provider.user_id != customer.pk:
            found.setdefault((order.provider_id, order.service_type), order)
    return list(found.values())[:MOST_SUGGESTIONS]


def _free_on_their_weekdays(orders: Sequence[Order], now: datetime) -> defaultdict[UUID, list[_Free]]:
    """Return the free slots of the orders' providers on the orders' weekdays, the earliest first."""
    found: defaultdict[UUID, list[_Free]] = defaultdict(list)
    if not orders:
        return found
    wanted = Q()
    for order in orders:
        wanted |= Q(provider_id=order.provider_id, date__in=_days_like(order, now))
    slots = free_after(now).filter(wanted).order_by("starts_at")
    for provider_id, starts_at, ends_at in slots.values_list("provider_id", "starts_at", "ends_at"):
        found[provider_id].append(_Free(starts_at, ends_at))
    return found


def _days_like(order: Order, now: datetime) -> list[date]:
    """Return the bookable days that are of the order's weekday."""
    first, last = horizon_days(now)
    day = first + timedelta(days=(clock.local_date(order.pickup_at).weekday() - first.weekday()) % 7)
    return [day + number * _WEEK for number in range(((last - day) // _WEEK) + 1)]


def _next_like(order: Order, free: Iterable[_Free], now: datetime) -> datetime | None:
    """Return the next free instant at the order's weekday and hour, else that weekday's nearest free hour.

    Nearest by time of day; of two equally near, the earlier instant. Where the provider confirms manually, it
    leaves them ``ANSWER_WITHIN`` to answer.
    """
    wall, weekday = clock.local_time(order.pickup_at), clock.local_date(order.pickup_at).weekday()
    soonest = now if order.provider.accepts_instantly else now + ANSWER_WITHIN
    starts: list[datetime] = []
    for slot in free:
        if clock.local_date(slot.starts_at).weekday() != weekday:
            continue
        begins = slot.pickup_like(order)
        if begins is not None and begins >= soonest:
            return begins
        if slot.starts_at >= soonest:
            starts.append(slot.starts_at)
    return min(starts, key=lambda at: (_minutes_apart(clock.local_time(at), wall), at), default=None)


def _minutes_apart(one: time, other: time) -> int:
    return abs((one.hour - other.hour) * 60 + one.minute - other.minute)
