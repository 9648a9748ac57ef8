"""Moving a pickup to another time: under the condition that makes cancelling free, place and all."""

from datetime import date, datetime, time
from uuid import UUID

from django.db import transaction

from marketplace import clock
from marketplace.errors import Invalid
from orders import locking, notifications, places
from orders.cancelling import changes_are_free
from orders.models import Order, OrderStatus
from orders.recurring import occurrence_followup
from orders.refusals import TooLateToReschedule

MOVABLE = (OrderStatus.PENDING, OrderStatus.CONFIRMED)
LAST_YEAR = 2100


def pickup_instant(*, day: date, wall: time) -> datetime:
    """Return the instant of a pickup given in Swiss wall time; a day beyond all calendars is a 400."""
    if not 2000 <= day.year <= LAST_YEAR:
        sentence = "Please choose a day within the next weeks."
        raise Invalid(sentence, fields={"newPickupDate": [sentence]})
    return clock.at_wall_time(day, wall)


@transaction.atomic
def reschedule(
    *, order_id: UUID, pickup_at: datetime, now: datetime, expected_version: int | None = None
) -> Order:
    """Move the pickup to ``pickup_at`` (aware) and the order's place with it, in one transaction.

    Raises ``TooLateToReschedule`` or ``VersionConflict`` (409), and the slot's own refusals
    (``slot_full``, ``slot_closed``, ``slot_past``); then the order keeps its time and place.
    """
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    if order.status not in MOVABLE or not changes_are_free(order, now=now):
        raise TooLateToReschedule
    before = order.pickup_at
    if pickup_at == before:
        return order
    places.move(order=order, pickup_at=pickup_at, now=now)
    order.pickup_at = pickup_at
    occurrence_followup.order_moved(order=order, now=now)
    order.version += 1
    order.save(update_fields=["pickup_at", "hold_expires_at", "version"])
    notifications.rescheduled(order=order, before=before, now=now)
    return order
