"""Updating the occurrence of an order that is cancelled, revived or rescheduled.

A listener of :mod:`orders.lifecycle.listeners`, called in the transaction of the change. Locking the order
has annotated ``series_is_active``, so an order without a recurring booking costs no query.
"""

from datetime import datetime

from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from orders.models import CancelReason, Occurrence, OccurrenceReason, OccurrenceStatus, Order
from orders.recurring import deadlines

_REASONS: dict[str, OccurrenceReason] = {
    CancelReason.NOT_PAID: OccurrenceReason.NOT_PAID,
    CancelReason.BY_CUSTOMER: OccurrenceReason.BY_CUSTOMER,
}


class TooSoonUnpaid(DomainError):
    """An unpaid order cannot be moved to a time that is so near (409)."""

    code = "payment_required"

    def __init__(self) -> None:
        super().__init__(_("Please pay this order first, or choose a later time."))


def order_cancelled(*, order: Order) -> None:
    """Mark the occurrence of a cancelled order as skipped."""
    if order.series_is_active is None:
        return
    reason = _REASONS.get(order.cancel_reason, OccurrenceReason.ORDER_CANCELLED)
    Occurrence.objects.filter(order=order, status=OccurrenceStatus.PLACED).update(
        status=OccurrenceStatus.SKIPPED, reason=reason, charge_at=None, remind_at=None
    )


def order_revived(*, order: Order) -> None:
    """Mark the occurrence of a revived order as placed again."""
    if order.series_is_active is None:
        return
    Occurrence.objects.filter(order=order, status=OccurrenceStatus.SKIPPED).update(
        status=OccurrenceStatus.PLACED, reason=""
    )


def order_moved(*, order: Order, now: datetime) -> None:
    """Set the hold of an unpaid order by its new time, never later than before; 409 if that is too near.

    However often an order is moved, its first hold is the longest: an hour is not held unpaid for weeks.
    """
    if order.series_is_active is None or order.hold_expires_at is None or order.was_paid:
        return
    occurrence = Occurrence.objects.filter(order=order).first()
    if occurrence is None:
        return
    ends_at = min(order.hold_expires_at, deadlines.hold_ends(pickup_at=order.pickup_at, now=now))
    if ends_at <= now:
        raise TooSoonUnpaid
    order.hold_expires_at = ends_at
    if occurrence.asked_at is not None:
        occurrence.remind_at = deadlines.next_reminder(asked_at=occurrence.asked_at, ends_at=ends_at, now=now)
        occurrence.save(update_fields=["remind_at"])
