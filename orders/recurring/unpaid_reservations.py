"""How many places an account may hold with recurring orders that nobody has paid yet: six.

Without the limit one account without a card could hold every hour of a provider until twelve hours
before each. What would be the seventh waits: a payment, a skip or the end of a hold lets it through.
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
    """Return how many unpaid places accounts hold with recurring orders, each account locked.

    Whoever places their orders next waits for the caller's transaction, so that counting is exact. The
    accounts are locked in the order of their ids.
    """
    locks.lock_accounts(customer_ids)
    counted = _unpaid(customer_ids).values("customer_id").annotate(places=Count("pk")).order_by()
    return Counter(dict(counted.values_list("customer_id", "places")))


def owner_was_asked(customer_id: UUID) -> bool:
    """Tell whether the owner has been asked to pay for all of it: no card is about to be charged."""
    return not _unpaid([customer_id]).filter(occurrence__asked_at__isnull=True).exists()
