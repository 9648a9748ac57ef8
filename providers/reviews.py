"""Reviews of providers; rating and count follow in the same transaction.

Only visible reviews count. The aggregates change by ``F()`` expressions after a conditional update
of the review, so each review enters and leaves them exactly once, however many requests run in parallel.
"""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from marketplace.errors import DomainError, Invalid, NotFound, explain
from providers import catalogue, reporting
from providers.models import Provider, Review

explain(
    review_already_hidden="The review is hidden already (409).",
    review_already_visible="The review is visible already (409).",
)


class AlreadyReviewed(DomainError):
    """The order was reviewed before (409)."""

    code = "already_reviewed"


class AlreadyAnswered(DomainError):
    """The review was answered before (409)."""

    code = "already_answered"


def _count(*, provider_id: UUID, rating: int, times: int) -> None:
    """Add a rating to the provider's aggregates (``times`` 1) or take it out (-1)."""
    Provider.objects.filter(pk=provider_id).update(
        rating_sum=F("rating_sum") + rating * times, review_count=F("review_count") + times
    )
    catalogue.touch()


@transaction.atomic
def add_review(
    *, provider_id: UUID, order_id: UUID, author_id: UUID, rating: int, comment: str, now: datetime
) -> Review:
    """Write an order's review; the caller has checked that its author may.

    ``rating`` is 1 to 5 stars (else :class:`Invalid`); a second one is :class:`AlreadyReviewed`.
    """
    if rating not in range(1, 6):
        sentence = _("Please select a star rating before submitting.")
        raise Invalid(sentence, fields={"rating": [sentence]})
    try:
        with transaction.atomic():
            review = Review.objects.create(
                provider_id=provider_id,
                order_id=order_id,
                author_id=author_id,
                rating=rating,
                comment=comment.strip(),
                created_at=now,
            )
    except IntegrityError as error:
        if not Review.objects.filter(order_id=order_id).exists():
            raise
        raise AlreadyReviewed(_("You have already reviewed this order.")) from error
    _count(provider_id=provider_id, rating=rating, times=1)
    return review


@transaction.atomic
def hide_review(*, review_id: UUID, now: datetime) -> None:
    """Hide a review, also from the rating; 409 ``review_already_hidden`` if it is hidden.

    Its reporters are notified.
    """
    changed = Review.objects.filter(pk=review_id, hidden_at__isnull=True).update(hidden_at=now)
    if not changed:
        raise DomainError(_("This review is already hidden."), code="review_already_hidden")
    review = Review.objects.get(pk=review_id)
    _count(provider_id=review.provider_id, rating=review.rating, times=-1)
    reporting.review_hidden(review=review, now=now)


@transaction.atomic
def show_review(*, review_id: UUID) -> None:
    """Show a hidden review again, also in the rating; 409 ``review_already_visible`` if it is visible."""
    changed = Review.objects.filter(pk=review_id, hidden_at__isnull=False).update(hidden_at=None)
    if not changed:
        raise DomainError(_("This review is already visible."), code="review_already_visible")
    review = Review.objects.get(pk=review_id)
    _count(provider_id=review.provider_id, rating=review.rating, times=1)


def answer_review(*, review_id: UUID, provider_id: UUID, answer: str, now: datetime) -> Review:
    """Write the provider's answer to a visible review of theirs, once.

    Another provider's review is :class:`NotFound`, a second answer :class:`AlreadyAnswered`.
    """
    own = Review.objects.filter(pk=review_id, provider_id=provider_id, hidden_at__isnull=True)
    if own.filter(answered_at__isnull=True).update(answer=answer.strip(), answered_at=now):
        return own.select_related("author").get()
    if own.exists():
        raise AlreadyAnswered(_("You have already answered this review."))
    raise NotFound(_("There is no such review."))
