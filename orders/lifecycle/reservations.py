"""The reservation of an order in its provider's slot: made, released once, moved.

Call these with the order locked (:mod:`orders.locking`) and inside the transaction of the change;
:mod:`scheduling.slots` maintains the counter of the slot.
"""

from datetime import datetime

from orders.models import Order, Reservation
from scheduling import slots
from scheduling.models import TimeSlot

_RELEASE = """
UPDATE orders_reservation SET released_at = %(now)s
WHERE order_id = %(order)s AND released_at IS NULL RETURNING *
"""


def hold(*, order: Order, slot: TimeSlot, now: datetime) -> None:
    """Record the reservation that was just counted in ``slot``."""
    Reservation.objects.create(order=order, slot=slot, created_at=now)


def hold_many(held: list[tuple[Order, TimeSlot]], *, now: datetime) -> None:
    """Record the reservations that were just counted in the slots."""
    Reservation.objects.bulk_create(
        Reservation(order=order, slot=slot, created_at=now) for order, slot in held
    )


def claim_again(*, order: Order, now: datetime) -> None:
    """Reserve the order's slot anew; raises as :func:`scheduling.slots.reserve` does (409)."""
    hold(
        order=order,
        slot=slots.reserve(provider_id=order.provider_id, pickup_at=order.pickup_at, now=now),
        now=now,
    )


def release(*, order: Order, now: datetime) -> None:
    """Release the order's reservation, and set ``order.frees_place``. Idempotent."""
    # Only the caller that ends the reservation may lower the slot's counter.
    parameters = {
        "order": slots.prepared(Reservation, "order", order.pk),
        "now": slots.prepared(Reservation, "released_at", now),
    }
    for ended in Reservation.objects.raw(_RELEASE, parameters):
        order.frees_place = slots.release(slot_id=ended.slot_id, now=now)


def move(*, order: Order, pickup_at: datetime, now: datetime) -> TimeSlot:
    """Move the order's reservation to the slot at ``pickup_at``; return that slot."""
    active = Reservation.objects.get(order=order, released_at__isnull=True)
    slot = slots.move(
        from_slot_id=active.slot_id, provider_id=order.provider_id, pickup_at=pickup_at, now=now
    )
    if slot.pk != active.slot_id:
        active.slot = slot
        active.save(update_fields=["slot"])
    return slot
