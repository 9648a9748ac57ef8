"""Customers who have proved nothing: their email address is not confirmed, and they have paid no order.

Such accounts cost nothing, so somebody with many of them could hold every place of a provider without paying,
again and again. All together they hold at most half of a provider's day unpaid; whoever is refused confirms
their address and books.
"""

from datetime import datetime
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Sum

from accounts.models import User
from marketplace import clock
from orders.errors import EmailNotConfirmed
from orders.lifecycle.holds import NOT_PAID
from orders.models import Order, OrderStatus
from orders.models.choices import RECEIVED
from providers.models import Provider
from scheduling.models import TimeSlot

# As many as one customer may leave unpaid at checkout: a small day is not closed to them.
ALWAYS_FREE = 3
_EVER_PAID = Order.objects.filter(customer=OuterRef("customer"), payment_status__in=RECEIVED)


def refuse_beyond_half(
    *, customer: User, provider: Provider, pickup_at: datetime, now: datetime, moved: UUID | None = None
) -> None:
    """Raise ``email_not_confirmed`` (409) if :func:`holds_half_with_others`."""
    if holds_half_with_others(
        customer=customer, provider_id=provider.pk, pickup_at=pickup_at, now=now, moved=moved
    ):
        raise EmailNotConfirmed(provider.user.short_name)


def holds_half_with_others(
    *, customer: User, provider_id: UUID, pickup_at: datetime, now: datetime, moved: UUID | None = None
) -> bool:
    """Return whether this customer has proved nothing and one more place would be beyond half of that day.

    ``moved`` is the customer's own order that is moved there. No query for a confirmed address; else the
    bookings with a provider by those who have proved nothing follow one another, each until its transaction
    ends, so that counting is exact.
    """
    if customer.email_verified_at is not None or _has_paid(customer.pk):
        return False
    _lock(provider_id)
    day = clock.local_date(pickup_at)
    begins_at, ends_at = clock.day_bounds(day)
    unpaid = Order.objects.filter(
        NOT_PAID,
        ~Exists(_EVER_PAID),
        provider_id=provider_id,
        pickup_at__gte=begins_at,
        pickup_at__lt=ends_at,
        status=OrderStatus.PENDING,
        hold_expires_at__gt=now,
        customer__email_verified_at=None,
    )
    if moved is not None:
        unpaid = unpaid.exclude(pk=moved)
    slots = TimeSlot.objects.filter(provider_id=provider_id, date=day, is_closed=False)
    places = slots.aggregate(places=Sum("capacity"))["places"] or 0
    return unpaid.count() >= max(ALWAYS_FREE, places // 2)


def _has_paid(customer_id: UUID) -> bool:
    return Order.objects.filter(customer_id=customer_id, payment_status__in=RECEIVED).exists()


def _lock(provider_id: UUID) -> None:
    """On SQLite the transaction itself keeps every other writer out."""
    if connection.features.has_select_for_update:
        with connection.cursor() as cursor:
            # The first number keeps these apart from other advisory locks.
            cursor.execute("SELECT pg_advisory_xact_lock(2, hashtext(%s))", [str(provider_id)])
