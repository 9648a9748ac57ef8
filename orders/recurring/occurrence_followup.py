"""How the occurrence of an order follows it: cancelled, revived, moved to another time.

Registered with :mod:`orders.lifecycle.listeners`, which calls it in the transaction of the change, with the
order locked by :mod:`orders.lifecycle.locking`, which reads along whether a recurring booking placed it; one
that none placed costs no statement.
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
    """An order that is not paid cannot move to a time that is so near (409)."""

    code = "payment_required"

    def __init__(self) -> None:
        super().__init__(_("Please pay this order first, or choose a later time."))


def order_cancelled(*, order: Order) -> None:
    """Skip the occurrence of an order that was cancelled, if it has one."""
    if order.series_is_active is None:
        return
    reason = _REASONS.get(order.cancel_reason, OccurrenceReason.ORDER_CANCELLED)
    Occurrence.objects.filter(order=order, status=OccurrenceStatus.PLACED).update(
        status=OccurrenceStatus.SKIPPED, reason=reason, charge_at=None, remind_at=None
    )


def order_revived(*, order: Order) -> None:
    """Place the occurrence of an order again whose payment came late and whose place was still free."""
    if order.series_is_active is None:
        return
    Occurrence.objects.filter(order=order, status=OccurrenceStatus.SKIPPED).update(
        status=OccurrenceStatus.PLACED, reason=""
    )


def order_moved(*, order: Order, now: datetime) -> None:
    """Give an unpaid order of a recurring booking the hold of its new time; 409 if that is too near."""
    if order.series_is_active is None or order.hold_expires_at is None or order.is_paid:
        return
    occurrence = Occurrence.objects.filter(order=order).first()
    if occurrence is None:
        return
    ends_at = deadlines.hold_ends(pickup_at=order.pickup_at, now=now)
    if ends_at <= now:
        raise TooSoonUnpaid
    order.hold_expires_at = ends_at
    if occurrence.asked_at is not None:
        occurrence.remind_at = deadlines.next_reminder(asked_at=occurrence.asked_at, ends_at=ends_at, now=now)
        occurrence.save(update_fields=["remind_at"])
