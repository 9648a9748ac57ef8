"""Two-way reviews of a completed order: the customer reviews the provider, the provider rates the customer.

Neither sees the other's before both have written, or until seven days after the completion. They are stored
in ``providers``. All writes lock the order, so that of two that come together the second finds the first.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from marketplace.errors import NotFound
from marketplace.jobs import due, outbox
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep_counting
from orders import locking, notifications
from orders.errors import NotCompleted
from orders.lifecycle import transitions
from orders.models import Order, OrderStatus
from providers import customer_ratings, reviews
from providers.models import CustomerRating, Review

BLIND_FOR = timedelta(days=7)
POLICY = due.Policy(batch=100, first_pause=timedelta(seconds=30))


@transaction.atomic
def review_order(*, order_id: UUID, rating: int, comment: str, now: datetime) -> Review:
    """Write the customer's review of an order (1 to 5 stars), and notify the provider.

    The caller has made sure that it is the customer's. Raises ``NotCompleted`` or, for a second one,
    ``already_reviewed`` (409).
    """
    order = _completed(order_id)
    review = reviews.add_review(
        provider_id=order.provider_id,
        order_id=order.pk,
        author_id=order.customer_id,
        rating=rating,
        comment=comment,
        publish_due_at=published_by(order, now=now),
        now=now,
    )
    if not _publish_if_due(order, now=now):
        notifications.review_waits(order=order, until=published_by(order, now=now), now=now)
    review.refresh_from_db(fields=["published_at"])
    return review


@transaction.atomic
def edit_review(*, order_id: UUID, rating: int, comment: str, now: datetime) -> Review:
    """Change the customer's review within an hour; 404 without one, 409 ``review_not_editable`` later.

    The same once more changes nothing.
    """
    order = locking.locked_order(order_id=order_id)
    review = own_review(order)
    if (review.rating, review.comment) == (rating, comment.strip()):
        return review
    review = reviews.edit_review(review_id=review.pk, rating=rating, comment=comment, now=now)
    notifications.live(order=order, now=now)
    return review


@transaction.atomic
def rate_customer(*, order_id: UUID, rating: int, now: datetime) -> CustomerRating:
    """Write the provider's rating of an order's customer (1 to 5 stars), or change it within the hour.

    The caller has made sure that it is the provider's. Raises ``NotCompleted`` or, where it can no longer be
    changed, ``review_not_editable`` (409).
    """
    order = _completed(order_id)
    rated = customer_ratings.rate(
        provider_id=order.provider_id,
        order_id=order.pk,
        customer_id=order.customer_id,
        rating=rating,
        publish_due_at=published_by(order, now=now),
        now=now,
    )
    _publish_if_due(order, now=now)
    rated.refresh_from_db(fields=["published_at"])
    return rated


def own_review(order: Order) -> Review:
    """Return the customer's review of an order, with its author; 404 if there is none."""
    review = Review.objects.select_related("author").filter(order=order).first()
    if review is None:
        raise NotFound(_("There is no such review."))
    return review


def published_by(order: Order, *, now: datetime) -> datetime:
    """Return when reviews of a completed order are published at the latest (UTC)."""
    return (transitions.completed_at(order) or now) + BLIND_FOR


def publish_due(*, now: datetime) -> int:
    """Publish what has waited for the other side for seven days; return how many reviews."""
    customer_ratings.publish_due(now=now)
    waiting = Review.objects.to_publish(now=now)

    def publish(job: Job, _instant: datetime) -> bool:
        return _publish(job.subject, now=now)

    with outbox.coalesce_wakeups():
        return sweep_counting("review to publish", waiting, act=publish, policy=POLICY, now=now)


def _completed(order_id: UUID) -> Order:
    order = locking.locked_order(order_id=order_id)
    if order.status != OrderStatus.COMPLETED:
        raise NotCompleted
    return order


def _publish_if_due(order: Order, *, now: datetime) -> bool:
    """Publish what is written of a locked order, if both have written or the time is over."""
    review = Review.objects.filter(order=order).first()
    rated = CustomerRating.objects.filter(order=order).first()
    if (review is None or rated is None) and now < published_by(order, now=now):
        return False
    customer_ratings.publish(order_id=order.pk, now=now)
    return review is not None and _publish(review.pk, now=now)


@transaction.atomic
def _publish(review_id: UUID, *, now: datetime) -> bool:
    """Publish a review and notify its provider unless it is hidden; ``False`` if it is published already."""
    review = reviews.publish_review(review_id=review_id, now=now)
    if review is None:
        return False
    if review.hidden_at is None:
        order = Order.objects.select_related("customer", "provider__user").get(pk=review.order_id)
        notifications.reviewed(order=order, rating=review.rating, now=now)
    return True
