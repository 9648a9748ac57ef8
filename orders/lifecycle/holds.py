"""Orders that end by a deadline: not paid, not answered by the provider, or handed back and not taken.

Deadlines are columns of the order. A sweep takes them in batches, each order in its own transaction, and
skips locked ones, so it may run twice, late, or concurrently.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from orders import locking
from orders.lifecycle import cancelling
from orders.models import SYSTEM, CancelReason, Order, OrderStatus, Payment, PaymentStatus

POLICY = due.Policy(batch=100, first_pause=timedelta(seconds=30))
NOT_PAID = Q(payment_status__in=[PaymentStatus.UNPAID, PaymentStatus.FAILED])
PAID = Q(payment_status__in=[PaymentStatus.PAID, PaymentStatus.PARTIALLY_REFUNDED])
HANDED_BACK = Q(status=OrderStatus.CONFIRMED, hand_back_due_at__isnull=False)


def lapsed(*, now: datetime) -> QuerySet[Order]:
    """Return the unpaid orders whose hold has expired, the earliest first."""
    return Order.objects.filter(
        NOT_PAID, status=OrderStatus.PENDING, hold_expires_at__isnull=False, hold_expires_at__lte=now
    ).order_by("hold_expires_at", "pk")


def declined() -> QuerySet[Order]:
    """Return the unpaid orders with a declined payment."""
    tried = Payment.objects.filter(order=OuterRef("pk"), status=Payment.Status.FAILED)
    return Order.objects.filter(NOT_PAID, Exists(tried), status=OrderStatus.PENDING)


def unanswered(*, now: datetime) -> QuerySet[Order]:
    """Return the paid orders whose provider has not answered in time, the earliest first."""
    return Order.objects.filter(
        PAID, status=OrderStatus.PENDING, answer_due_at__isnull=False, answer_due_at__lte=now
    ).order_by("answer_due_at", "pk")


def untaken(*, now: datetime) -> QuerySet[Order]:
    """Return the handed back orders that nobody took in time, the earliest first."""
    return Order.objects.filter(HANDED_BACK, hand_back_due_at__lte=now).order_by("hand_back_due_at", "pk")


def expire_unpaid(*, now: datetime) -> int:
    """Cancel what was not paid in time and release the reservations; return how many orders."""
    return _sweep("unpaid hold", lapsed, reason=CancelReason.NOT_PAID, now=now)


def cancel_unanswered(*, now: datetime) -> int:
    """Cancel and refund what no provider answered in time; return how many orders."""
    return _sweep("unanswered order", unanswered, reason=CancelReason.NOT_ANSWERED, now=now)


def cancel_untaken(*, now: datetime) -> int:
    """Cancel and refund what was handed back and nobody took; return how many orders."""
    return _sweep("handed back order", untaken, reason=CancelReason.HANDED_BACK, now=now)


def _sweep(
    kind: str, due_orders: Callable[..., QuerySet[Order]], *, reason: CancelReason, now: datetime
) -> int:
    def cancel(job: Job, _instant: datetime) -> bool:
        return _cancel_if_still(due_orders(now=now).filter(pk=job.subject), reason, now)

    with outbox.coalesce_wakeups():
        return sweep_counting(kind, due_orders(now=now), act=cancel, policy=POLICY, now=now)


@transaction.atomic
def _cancel_if_still(still_due: QuerySet[Order], reason: CancelReason, now: datetime) -> bool:
    """Lock one order and cancel it if it is still due; return whether it was."""
    order = locking.locked_if_still(still_due)
    if order is None:
        return False
    cancelling.cancel_locked(order=order, actor=SYSTEM, now=now, cancel_reason=reason)
    return True
