"""Reviewing: the customer of a completed order, once. Reviews are stored in ``providers``."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from orders import notifications
from orders.errors import NotCompleted
from orders.lifecycle import locking
from orders.models import OrderStatus
from providers.models import Review
from providers.reviews import add_review


@transaction.atomic
def review_order(*, order_id: UUID, rating: int, comment: str, now: datetime) -> Review:
    """Write the customer's review of an order (1 to 5 stars); updates the provider's rating and count.

    The caller has made sure that it is the customer's. Raises ``NotCompleted`` or, for a second one,
    ``already_reviewed`` (409).
    """
    # The lock serializes concurrent reviews; the unique constraint on a review's order backs it.
    order = locking.locked_order(order_id=order_id)
    if order.status != OrderStatus.COMPLETED:
        raise NotCompleted
    review = add_review(
        provider_id=order.provider_id,
        order_id=order.pk,
        author_id=order.customer_id,
        rating=rating,
        comment=comment.strip(),
        now=now,
    )
    notifications.reviewed(order=order, rating=rating, now=now)
    return review
