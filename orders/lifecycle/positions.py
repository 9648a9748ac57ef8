"""A provider on the way shares their position with the customer of one order, and with nobody else.

Possible while the order is at pickup or delivery. A provider has one shared position: with another order it
leaves the one before. Only the last is stored; the transition to the next status deletes it
(:mod:`orders.lifecycle.transitions`), and :func:`forget` what is an hour old. No operator, log or notice ever
contains it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts import privacy_preferences
from accounts.models import User
from marketplace.errors import DomainError, Forbidden, Invalid, NotFound, explain
from marketplace.events import live as live_events
from orders import locking
from orders.models import ON_THE_WAY, Order, OrderStatus, SharedPosition
from orders.models.position import EAST, NORTH, SOUTH, WEST
from providers.distance import Point, codes_spread_around, great_circle_km, locate
from providers.models import Provider

TOPIC = "position"
# An older position is shown as past, and on no map.
CURRENT_FOR = timedelta(minutes=5)
# How much earlier than ours a device's clock may be.
AHEAD = timedelta(minutes=1)
# Nobody on the way is farther from their customer.
FARTHEST_KM = 100
KEPT_FOR = timedelta(hours=1)
# Faster updates are ignored: the customer would not see a difference.
LEAST_APART = timedelta(seconds=5)

DETOUR = 1.4
KM_PER_HOUR = 25
STEP_MINUTES = 5
LONGEST_MINUTES = 90
MOST_LANDMARKS = 16
# With a larger radius no arrival time is estimated, in metres.
VAGUE_M = 1_000


class NotOnTheWay(DomainError):
    """A position can be shared only during pickup and delivery (409)."""

    code = "not_on_the_way"

    def __init__(self) -> None:
        super().__init__(_("Your position can be shared while you are on the way to a pickup or a delivery."))


class OrderNeeded(Invalid):
    """The provider is on the way to several customers: ``orderId`` says which of them sees it (400)."""

    code = "order_needed"

    def __init__(self) -> None:
        sentence = _("You are on the way to several customers. Please choose who sees your position.")
        super().__init__(sentence, fields={"orderId": [sentence]})


class LocationSwitchedOff(Forbidden):
    """The account has switched location tracking off in its privacy settings (403)."""

    code = "location_switched_off"

    def __init__(self) -> None:
        super().__init__(
            _(
                "You have switched location tracking off. Switch it on in your privacy settings to share "
                "where you are."
            )
        )


class OutsideSwitzerland(Invalid):
    """The position lies more than some 20 kilometres outside Switzerland (400)."""

    code = "outside_switzerland"

    def __init__(self) -> None:
        sentence = _("This position is not in Switzerland.")
        super().__init__(sentence, fields={"latitude": [sentence], "longitude": [sentence]})


class ImplausiblePosition(Invalid):
    """The position is of the future, too old, or too far from the customer for somebody on the way (400)."""

    def __init__(self, sentence: str, *, code: str, fields: list[str]) -> None:
        super().__init__(sentence, code=code, fields={field: [sentence] for field in fields})


explain(
    position_in_future="The device says that it was there at a time that has not come yet (400).",
    position_too_old="The device was there more than five minutes ago (400).",
    position_too_far="The position is more than 100 km from the customer (400).",
)


@dataclass(frozen=True)
class Seen:
    """What an order's customer sees of a shared position; ``postal_code`` is the destination's.

    ``landmarks`` are other postal codes around it, for a map that has no streets.
    """

    position: SharedPosition
    postal_code: str
    point: Point | None
    minutes_away: int | None
    landmarks: dict[str, Point]

    @property
    def current_until(self) -> datetime:
        """Until when it counts as the present position (UTC)."""
        return self.position.at + CURRENT_FOR

    @property
    def kept_until(self) -> datetime:
        """Until when it is shown (UTC)."""
        return self.position.at + KEPT_FOR


def shared_order(*, provider: Provider, order_id: UUID | None) -> UUID:
    """Return the order that a provider shares for: the named one, or else the only one on the way.

    404 for somebody else's; 409 ``not_on_the_way``; 400 ``order_needed`` with several on the way.
    """
    theirs = Order.objects.filter(provider=provider)
    if order_id is not None:
        if not theirs.filter(pk=order_id).exists():
            raise NotFound(_("There is no such order."))
        return order_id
    on_the_way = theirs.filter(status__in=ON_THE_WAY).values_list("pk", flat=True)[:2]
    if not on_the_way:
        raise NotOnTheWay
    if len(on_the_way) > 1:
        raise OrderNeeded
    return on_the_way[0]


@transaction.atomic
def share(
    *, order_id: UUID, at: Point, accuracy_m: int, now: datetime, found_at: datetime | None = None
) -> None:
    """Store the position of an order's provider, replacing the last, and notify the customer's open pages.

    The caller has made sure that the request is the provider's. What they shared with another customer ends.
    ``accuracy_m`` is in metres; ``found_at`` (aware) is when the device was there, if it says so. Ignored
    within five seconds of the last one. 409 ``not_on_the_way``; 400 ``outside_switzerland`` or
    :class:`ImplausiblePosition`; 403 ``location_switched_off`` if their privacy settings forbid it.
    """
    found_at = _checked_time(found_at or now, now)
    if not (SOUTH <= at.latitude <= NORTH and WEST <= at.longitude <= EAST):
        raise OutsideSwitzerland
    # The transition to the next status takes the same lock: nothing can be stored after it.
    order = locking.locked_order(order_id=order_id)
    if order.status not in ON_THE_WAY:
        raise NotOnTheWay
    # Read under the lock: switching it off takes the same lock to delete positions, so none is left.
    if not privacy_preferences.allows(user_id=order.provider.user_id, topic="location_tracking"):
        raise LocationSwitchedOff
    _refuse_far(order, at)
    _end(SharedPosition.objects.filter(order__provider=order.provider_id).exclude(order=order), now)
    last = SharedPosition.objects.filter(order=order).first()
    if last is not None and (found_at <= last.at or now < last.at + LEAST_APART):
        return
    # Five decimal places are about a metre.
    new = {"latitude": round(at.latitude, 5), "longitude": round(at.longitude, 5)}
    SharedPosition.objects.update_or_create(
        order=order, defaults=new | {"accuracy_m": accuracy_m, "at": found_at}
    )
    _tell(order.pk, order.customer_id, now)


def _checked_time(found_at: datetime, now: datetime) -> datetime:
    if found_at > now + AHEAD:
        raise ImplausiblePosition(
            _("The time of this position has not come yet. Is the clock of your device right?"),
            code="position_in_future",
            fields=["at"],
        )
    if found_at < now - CURRENT_FOR:
        raise ImplausiblePosition(
            _("This position is too old to be shared."), code="position_too_old", fields=["at"]
        )
    return min(found_at, now)


def _refuse_far(order: Order, at: Point) -> None:
    goal = locate(_destination(order))
    if goal is not None and great_circle_km(at, goal) > FARTHEST_KM:
        raise ImplausiblePosition(
            _("This position is too far from your customer to be shared."),
            code="position_too_far",
            fields=["latitude", "longitude"],
        )


def _destination(order: Order) -> str:
    is_pickup = order.status == OrderStatus.PICKUP
    return (order.pickup_postal_code if is_pickup else order.delivery_postal_code) or ""


@transaction.atomic
def stop(*, provider: Provider, order_id: UUID | None, now: datetime) -> None:
    """Delete the shared position of a provider, if there is one; with an order, only if it is for that."""
    shared = SharedPosition.objects.filter(order__provider=provider)
    _end(shared if order_id is None else shared.filter(order=order_id), now)


def preferences_changed(*, user_id: UUID, topic: str, is_allowed: bool, now: datetime) -> None:
    """Delete the shared positions of an account that has switched location tracking off."""
    if topic != "location_tracking" or is_allowed:
        return
    on_the_way = Order.objects.filter(provider__user_id=user_id, status__in=ON_THE_WAY)
    for order_id in on_the_way.values_list("pk", flat=True):
        locking.locked_order(order_id=order_id)
        _end(SharedPosition.objects.filter(order=order_id), now)


def seen_by(*, viewer: User, order: Order, now: datetime) -> Seen | None:
    """Return what an order's customer sees of its provider's position; ``None`` if none is shared.

    ``None`` for everybody else, operators included, also those who are signed in as the customer.
    """
    is_customer = order.customer_id == viewer.pk and not hasattr(viewer, "impersonation")
    if not is_customer or order.status not in ON_THE_WAY:
        return None
    # None is an error of Django's, not a value.
    position: SharedPosition | None = getattr(order, "shared_position", None)
    if position is None or position.at <= now - KEPT_FOR:
        return None
    postal_code = _destination(order)
    point = locate(postal_code)
    if point is None:
        return Seen(position, postal_code, None, None, {})
    km = great_circle_km(Point(position.latitude, position.longitude), point)
    is_telling = position.accuracy_m <= VAGUE_M and now <= position.at + CURRENT_FOR
    minutes = estimate(km) if is_telling else None
    return Seen(position, postal_code, point, minutes, _landmarks(postal_code, km))


def _landmarks(postal_code: str, km: float) -> dict[str, Point]:
    """Return postal codes around another, spaced the wider the larger the map is."""
    apart_km = max(1.5, round(km / 4))
    return codes_spread_around(postal_code, apart_km=apart_km, most=MOST_LANDMARKS)


def estimate(km: float) -> int | None:
    """Estimate in how many minutes somebody arrives who is ``km`` away in a straight line.

    Assumes roads 1.4 times as long as the straight line and 25 km/h, traffic lights and parking included.
    Both are our assumptions for Swiss towns, not measurements: studies of road networks find detours of 1.2
    to 1.6. So the result is rounded to steps of five minutes, at least five, and ``None`` beyond 90.
    """
    minutes = km * DETOUR / KM_PER_HOUR * 60
    steps = max(1, round(minutes / STEP_MINUTES))
    return steps * STEP_MINUTES if steps * STEP_MINUTES <= LONGEST_MINUTES else None


@transaction.atomic
def forget(*, now: datetime) -> int:
    """Delete positions that are an hour old or whose order moved on; return how many."""
    return _end(
        SharedPosition.objects.filter(Q(at__lte=now - KEPT_FOR) | ~Q(order__status__in=ON_THE_WAY)), now
    )


def _end(shared: QuerySet[SharedPosition], now: datetime) -> int:
    """Delete shared positions and notify the customers' open pages; return how many."""
    customers = dict(shared.values_list("order_id", "order__customer_id"))
    # Filtered again in the DELETE: a new position may have been shared meanwhile.
    gone = shared.filter(pk__in=customers).delete()[0] if customers else 0
    for order_id, customer_id in customers.items():
        _tell(order_id, customer_id, now)
    return gone


def _tell(order_id: UUID, customer_id: UUID, now: datetime) -> None:
    """Have the customer's open pages reload the position; the event has only the order's id."""
    live_events.publish(account_ids=[customer_id], topic=TOPIC, data={"orderId": str(order_id)}, now=now)
