"""What ends by itself: checkouts that nobody paid, and orders that no provider answered.

Due times are rows. A sweep takes them in batches, each order in its own transaction, passes over
those that somebody else is busy with, and is safe twice, late, and beside itself.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from orders import cancelling
from orders.models import CancelReason, Order, OrderStatus, PaymentStatus
from orders.transitions import SYSTEM

BATCH = 200
NOT_PAID = Q(payment_status__in=[PaymentStatus.UNPAID, PaymentStatus.FAILED])
PAID = Q(payment_status__in=[PaymentStatus.PAID, PaymentStatus.PARTIALLY_REFUNDED])
logger = logging.getLogger(__name__)


def lapsed(*, now: datetime) -> QuerySet[Order]:
    """Return the unpaid orders whose hold of 15 minutes is over."""
    return Order.objects.filter(
        NOT_PAID, status=OrderStatus.PENDING, hold_expires_at__isnull=False, hold_expires_at__lte=now
    ).order_by("pk")


def unanswered(*, now: datetime) -> QuerySet[Order]:
    """Return the paid orders whose provider has not answered in time."""
    return Order.objects.filter(
        PAID, status=OrderStatus.PENDING, answer_due_at__isnull=False, answer_due_at__lte=now
    ).order_by("pk")


def expire_unpaid(*, now: datetime) -> int:
    """Cancel what was not paid in time and give its places back; return how many orders."""
    return _sweep(lapsed, reason=CancelReason.NOT_PAID, now=now)


def cancel_unanswered(*, now: datetime) -> int:
    """Cancel what no provider answered in time and return the money; return how many orders."""
    return _sweep(unanswered, reason=CancelReason.NOT_ANSWERED, now=now)


def _sweep(due: Callable[..., QuerySet[Order]], *, reason: CancelReason, now: datetime) -> int:
    done, after = 0, UUID(int=0)
    # Batches go on after the last id seen, so that an order which cannot be cancelled is tried once.
    while ids := list(due(now=now).filter(pk__gt=after).values_list("pk", flat=True)[:BATCH]):
        done += sum(_cancel_if_still(due(now=now), order_id, reason, now) for order_id in ids)
        after = ids[-1]
    return done


def _cancel_if_still(due: QuerySet[Order], order_id: UUID, reason: CancelReason, now: datetime) -> bool:
    """Cancel one order if it is still due once it is locked; tell whether it was."""
    try:
        with transaction.atomic():
            order = (
                due.select_for_update(
                    of=("self",),
                    no_key=True,
                    skip_locked=connection.features.has_select_for_update_skip_locked,
                )
                .select_related("customer", "provider__user")
                .filter(pk=order_id)
                .first()
            )
            if order is None:
                return False
            cancelling.cancel_locked(order=order, actor=SYSTEM, now=now, cancel_reason=reason)
    except Exception:
        # One order that cannot be cancelled must not keep the places of all the others.
        logger.exception("An order that is due could not be cancelled: %s", order_id)
        return False
    return True
