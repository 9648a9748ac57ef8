"""Bookings on slots that take no new ones: reported to the provider after a change."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from marketplace import clock, wall_time
from providers.models import Provider
from scheduling.models import TimeSlot

# The statuses of orders that an operator's pause does not end.
_GO_ON = ["confirmed", "pickup", "washing", "delivery", "completed"]


@dataclass(frozen=True)
class BookingsOnSlot:
    """A slot, and the ids of the orders with an active reservation in it and one beginning (UTC)."""

    slot_id: UUID
    pickup_at: datetime
    orders: list[UUID]

    @property
    def when(self) -> str:
        """The hour of these pickups in words: ``Mon 23 Nov, 09:00-10:00``."""
        return wall_time.window(self.pickup_at)


def by_pickup(rows: Iterable[tuple[UUID, datetime, UUID]]) -> list[BookingsOnSlot]:
    """Return bookings given as (slot, beginning, order), together where slot and beginning are the same.

    A slot may be longer than the hour of a pickup, so that its orders can begin at different times.
    """
    orders: dict[tuple[UUID, datetime], list[UUID]] = defaultdict(list)
    for slot_id, pickup_at, order_id in rows:
        orders[slot_id, pickup_at].append(order_id)
    return [BookingsOnSlot(*found, ids) for found, ids in orders.items()]


def bookings_on_closed_hours(*, provider: Provider, now: datetime) -> list[BookingsOnSlot]:
    """Return the bookings on slots that are closed, or that a pause keeps closed, by time.

    Only slots that have not begun. One query.
    """
    closed = Q(is_closed=True)
    if provider.status == Provider.Status.PAUSED:
        closed |= _within_pause(provider, now)
    return _booked(closed, provider, now)


def bookings_in_pause(*, provider: Provider, now: datetime) -> list[BookingsOnSlot]:
    """Return the bookings that remain during a provider's pause: those before its end. One query.

    A pause by an operator ends what is not confirmed.
    """
    remaining = _within_pause(provider, now) & Q(is_closed=False)
    if provider.paused_by_operator:
        remaining &= Q(reservations__order__status__in=_GO_ON)
    return _booked(remaining, provider, now)


def _within_pause(provider: Provider, now: datetime) -> Q:
    within = Q(starts_at__gt=now)
    if provider.paused_until is not None:
        within &= Q(starts_at__lt=clock.day_bounds(provider.paused_until)[0])
    return within


def _booked(which: Q, provider: Provider, now: datetime) -> list[BookingsOnSlot]:
    rows = (
        TimeSlot.objects.filter(
            which,
            provider=provider,
            starts_at__gt=now,
            reservations__isnull=False,
            reservations__released_at__isnull=True,
        )
        .order_by("starts_at", "reservations__order__pickup_at", "reservations__pk")
        .values_list("pk", "reservations__order__pickup_at", "reservations__order_id")
    )
    return by_pickup(rows)
