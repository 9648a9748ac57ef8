"""Providers' ratings of customers: written once an order, changed within an hour, read as an average."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import CharField, Count, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Cast, Concat

from providers.models import CustomerRating
from providers.reviews import EDITABLE_FOR, NoLongerEditable, check_stars

# Fewer would tell a provider what one neighbor has given.
FEWEST_FOR_AVERAGE = 3


@transaction.atomic
def rate(
    *,
    provider_id: UUID,
    order_id: UUID,
    customer_id: UUID,
    rating: int,
    publish_due_at: datetime,
    now: datetime,
) -> CustomerRating:
    """Write or change an order's rating of its customer; the caller has locked the order.

    It can be changed for an hour, and only as long as the provider has not seen the customer's review: later
    it is :class:`NoLongerEditable`.
    """
    check_stars(rating)
    found = CustomerRating.objects.select_for_update(of=("self",)).filter(order_id=order_id).first()
    if found is None:
        return CustomerRating.objects.create(
            order_id=order_id,
            provider_id=provider_id,
            customer_id=customer_id,
            rating=rating,
            created_at=now,
            publish_due_at=publish_due_at,
        )
    if found.rating == rating:
        return found
    if found.published_at or now >= found.created_at + EDITABLE_FOR:
        raise NoLongerEditable
    found.rating = rating
    found.save(update_fields=["rating"])
    return found


def publish(*, order_id: UUID, now: datetime) -> None:
    """Let an order's rating of its customer count, if there is one that does not yet."""
    CustomerRating.objects.filter(order_id=order_id, published_at__isnull=True).update(published_at=now)


def publish_due(*, now: datetime) -> int:
    """Let the ratings count that have waited for the customer's review long enough; return how many."""
    return CustomerRating.objects.to_publish(now=now).update(published_at=now)


def averages(of: Q) -> "QuerySet[CustomerRating, str]":
    """Return for each customer ``sum:count`` of the ratings that count, from three on; for a subquery."""
    counted = CustomerRating.objects.published().filter(of).order_by().values("customer")
    stars, count = (Cast(name, CharField()) for name in ("stars", "number"))
    grouped = counted.annotate(stars=Sum("rating"), number=Count("pk"))
    enough = grouped.filter(number__gte=FEWEST_FOR_AVERAGE)
    return enough.annotate(figure=Concat(stars, Value(":"), count)).values_list(F("figure"), flat=True)
