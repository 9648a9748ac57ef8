"""The limit of unpaid recurring orders for each account: six.

Without it an account without a card could block every hour of a provider until twelve hours before each
pickup. A seventh is postponed until another one is paid, skipped or expires.
"""

from collections import Counter
from collections.abc import Collection
from datetime import timedelta
from uuid import UUID

from django.db.models import Count, QuerySet

from accounts import locks
from orders.lifecycle.holds import NOT_PAID
from orders.models import Order, OrderStatus

MOST_UNPAID = 6
TRY_AGAIN_AFTER = timedelta(minutes=5)


def _unpaid(customer_ids: Collection[UUID]) -> QuerySet[Order]:
    return Order.objects.filter(
        NOT_PAID,
        customer_id__in=customer_ids,
        status=OrderStatus.PENDING,
        hold_expires_at__isnull=False,
        occurrence__isnull=False,
    )


def held_by(customer_ids: Collection[UUID]) -> Counter[UUID]:
    """Lock accounts and return the number of their unpaid recurring orders.

    The lock, in the order of ids, makes concurrent placing wait for the caller's transaction, so that
    counting is exact.
    """
    locks.lock_accounts(customer_ids)
    counted = _unpaid(customer_ids).values("customer_id").annotate(unpaid=Count("pk")).order_by()
    return Counter(dict(counted.values_list("customer_id", "unpaid")))


def owner_was_asked(customer_id: UUID) -> bool:
    """Tell whether the owner was asked to pay for all unpaid orders, so that no charge is pending."""
    return not _unpaid([customer_id]).filter(occurrence__asked_at__isnull=True).exists()
