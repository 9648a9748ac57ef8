"""The open pickups of a customer by their hour: nobody books an hour twice without noticing.

A pickup is open if an order has it, or a recurring booking plans it: its order is placed days ahead only.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from marketplace import clock, wall_time
from marketplace.errors import DomainError
from orders.models import IN_PROGRESS, PICKUP_LASTS, Occurrence, OccurrenceStatus, Order, OrderStatus

OPEN = [OrderStatus.PENDING, *IN_PROGRESS]


@dataclass(frozen=True)
class OpenPickup:
    """A pickup whose hour is not over: of the order, or planned by the recurring booking."""

    pickup_at: datetime
    provider_name: str
    order_id: UUID | None = None
    recurring_booking_id: UUID | None = None

    def overlaps(self, pickup_at: datetime) -> bool:
        """Tell whether a pickup at that instant would overlap this one."""
        return abs(self.pickup_at - pickup_at) < PICKUP_LASTS

    def as_json(self) -> dict[str, str | None]:
        """Return it as the API shows it."""
        return {
            "orderId": str(self.order_id) if self.order_id else None,
            "recurringBookingId": str(self.recurring_booking_id) if self.recurring_booking_id else None,
            "providerName": self.provider_name,
            "pickupTime": self.pickup_at.isoformat().replace("+00:00", "Z"),
        }


class PickupExists(DomainError):
    """The customer has an open pickup within that hour (409); ``existingPickup`` names it.

    Only where the call asks for it by ``refuseSecondPickup``.
    """

    code = "pickup_exists"

    def __init__(self, pickup: OpenPickup) -> None:
        super().__init__(
            _("You already have a pickup then: with {name}, {time}.").format(
                name=pickup.provider_name, time=wall_time.window(pickup.pickup_at)
            ),
            extra={"existingPickup": pickup.as_json()},
        )


def open_pickups(customer_id: UUID, *, now: datetime, moved: UUID | None = None) -> list[OpenPickup]:
    """Return a customer's open pickups with anybody, in two statements; an expired checkout has none.

    ``moved`` is an order or occurrence that is left out.
    """
    # An occurrence that is placed between the two statements is found twice, and not missed.
    planned = planned_pickups(customer_id, now=now, moved=moved)
    orders = Order.objects.filter(is_open(now), _besides(moved), customer_id=customer_id)
    return [*planned, *map(pickup_of, orders.select_related("provider__user"))]


def planned_pickups(customer_id: UUID, *, now: datetime, moved: UUID | None = None) -> list[OpenPickup]:
    """Return the pickups that a customer's recurring bookings plan, moved ones at their new hour.

    ``moved`` is an occurrence that is left out.
    """
    # A day earlier than now: the days are those of the bookings' zones.
    since = clock.local_date(now) - timedelta(days=1)
    rows = (
        Occurrence.objects.annotate(pickup_on=Coalesce("moved_to", "on"))
        .filter(
            _besides(moved),
            booking__customer_id=customer_id,
            status=OccurrenceStatus.PLANNED,
            pickup_on__gte=since,
        )
        .select_related("booking__provider__user")
    )
    found = [
        OpenPickup(row.pickup_at, row.booking.provider.user.short_name, recurring_booking_id=row.booking_id)
        for row in rows
    ]
    return [pickup for pickup in found if pickup.pickup_at > now - PICKUP_LASTS]


def _besides(moved: UUID | None) -> Q:
    """Return the condition for all rows but that one."""
    return Q() if moved is None else ~Q(pk=moved)


def pickup_of(order: Order) -> OpenPickup:
    """Return the pickup of an open order, which is loaded with its provider."""
    return OpenPickup(order.pickup_at, order.provider.user.short_name, order_id=order.pk)


def is_open(now: datetime) -> Q:
    """Return the condition for orders under way, or about to be paid, whose pickup hour is not over."""
    held = Q(hold_expires_at=None) | Q(hold_expires_at__gt=now) | ~Q(status=OrderStatus.PENDING)
    return Q(status__in=OPEN, pickup_at__gt=now - PICKUP_LASTS) & held


def overlapping(pickups: Iterable[OpenPickup], pickup_at: datetime) -> OpenPickup | None:
    """Return the first of the pickups, by their hour, that a new one at that instant would overlap."""
    near = [pickup for pickup in pickups if pickup.overlaps(pickup_at)]
    return min(near, key=lambda pickup: pickup.pickup_at, default=None)


def refuse_second_pickup(
    *, customer_id: UUID, pickup_at: datetime, now: datetime, moved: UUID | None = None
) -> None:
    """Raise ``pickup_exists`` (409) if the customer has an open pickup within that hour, with anybody.

    ``moved`` is the order or occurrence that is moved there: it is not in its own way. The caller has locked
    the customer's account, so of two calls at once the second one is refused.
    """
    if pickup := overlapping(open_pickups(customer_id, now=now, moved=moved), pickup_at):
        raise PickupExists(pickup)
