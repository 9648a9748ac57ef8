"""Reviews of providers; rating and count follow in the same transaction.

Only visible reviews count: published, and not hidden. The aggregates change by ``F()`` expressions after a
conditional update of the review, so each review enters and leaves them exactly once, however many requests
and sweeps run in parallel.
"""

from datetime import datetime, timedelta
from typing import TypedDict
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from marketplace.errors import DomainError, Invalid, NotFound, explain
from providers import catalogue, reporting
from providers.models import Provider, Review

EDITABLE_FOR = timedelta(hours=1)

explain(
    review_already_hidden="The review is hidden already (409).",
    review_already_visible="The review is visible already (409).",
)


class AlreadyReviewed(DomainError):
    """The order was reviewed before (409)."""

    code = "already_reviewed"


class NoLongerEditable(DomainError):
    """The hour is over in which a rating can be changed, or the other side has gone on from it (409)."""

    code = "review_not_editable"

    def __init__(self) -> None:
        super().__init__(_("This rating can no longer be changed."))


class AlreadyAnswered(DomainError):
    """The review was answered before (409)."""

    code = "already_answered"


class ReviewChanged(DomainError):
    """The review says something else than what its provider has read (409)."""

    code = "review_changed"

    def __init__(self) -> None:
        super().__init__(
            _("The review has been changed in the meantime. Please read it again before you answer.")
        )


class Words(TypedDict):
    """What a review says."""

    rating: int
    comment: str


def _count(*, provider_id: UUID, rating: int, times: int) -> None:
    """Add a rating to the provider's aggregates (``times`` 1) or take it out (-1)."""
    Provider.objects.filter(pk=provider_id).update(
        rating_sum=F("rating_sum") + rating * times, review_count=F("review_count") + times
    )
    catalogue.touch()


def check_stars(rating: int) -> None:
    """Refuse (:class:`Invalid`) other than 1 to 5 stars."""
    if rating not in range(1, 6):
        sentence = _("Please select a star rating before submitting.")
        raise Invalid(sentence, fields={"rating": [sentence]})


@transaction.atomic
def add_review(
    *,
    provider_id: UUID,
    order_id: UUID,
    author_id: UUID,
    rating: int,
    comment: str,
    publish_due_at: datetime,
    now: datetime,
) -> Review:
    """Write an order's review, not published yet; the caller has checked that its author may.

    ``rating`` is 1 to 5 stars (else :class:`Invalid`); a second one is :class:`AlreadyReviewed`.
    """
    check_stars(rating)
    try:
        with transaction.atomic():
            review = Review.objects.create(
                provider_id=provider_id,
                order_id=order_id,
                author_id=author_id,
                rating=rating,
                comment=comment.strip(),
                created_at=now,
                published_at=None,
                publish_due_at=publish_due_at,
            )
    except IntegrityError as error:
        if not Review.objects.filter(order_id=order_id).exists():
            raise
        raise AlreadyReviewed(_("You have already reviewed this order.")) from error
    return review


@transaction.atomic
def publish_review(*, review_id: UUID, now: datetime) -> Review | None:
    """Show a review to everybody, and count it; ``None`` if it is published already."""
    if not Review.objects.filter(pk=review_id, published_at__isnull=True).update(published_at=now):
        return None
    review = Review.objects.get(pk=review_id)
    if review.hidden_at is None:
        _count(provider_id=review.provider_id, rating=review.rating, times=1)
    return review


def editable_until(review: Review) -> datetime | None:
    """Return until when its author may change a review (UTC); ``None`` once the provider has answered it."""
    return None if review.answered_at else review.created_at + EDITABLE_FOR


@transaction.atomic
def edit_review(*, review_id: UUID, rating: int, comment: str, now: datetime) -> Review:
    """Change a review within the hour, published or not; its rating follows where it counts.

    Later, or once it is answered, it is :class:`NoLongerEditable`.
    """
    check_stars(rating)
    # Locked, so that nobody publishes, hides or answers it between this and the change.
    review = Review.objects.select_for_update(of=("self",)).select_related("author").get(pk=review_id)
    until = editable_until(review)
    if until is None or now >= until:
        raise NoLongerEditable
    former, review.rating, review.comment = review.rating, rating, comment.strip()
    review.save(update_fields=["rating", "comment"])
    if review.published_at and review.hidden_at is None:
        _count(provider_id=review.provider_id, rating=former, times=-1)
        _count(provider_id=review.provider_id, rating=rating, times=1)
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
    if review.published_at:
        _count(provider_id=review.provider_id, rating=review.rating, times=-1)
    reporting.review_hidden(review=review, now=now)


@transaction.atomic
def show_review(*, review_id: UUID) -> None:
    """Show a hidden review again, also in the rating; 409 ``review_already_visible`` if it is visible."""
    changed = Review.objects.filter(pk=review_id, hidden_at__isnull=False).update(hidden_at=None)
    if not changed:
        raise DomainError(_("This review is already visible."), code="review_already_visible")
    review = Review.objects.get(pk=review_id)
    if review.published_at:
        _count(provider_id=review.provider_id, rating=review.rating, times=1)


def answer_review(
    *, review_id: UUID, provider_id: UUID, answer: str, now: datetime, seen: Words | None = None
) -> Review:
    """Write the provider's answer to a visible review of theirs, once.

    Another provider's review is :class:`NotFound`, a second answer :class:`AlreadyAnswered`. ``seen`` is what
    the provider has read; :class:`ReviewChanged` if its author has changed that.
    """
    own = Review.objects.visible().filter(pk=review_id, provider_id=provider_id)
    unanswered = own.filter(answered_at__isnull=True)
    as_seen = unanswered.filter(rating=seen["rating"], comment=seen["comment"]) if seen else unanswered
    # In one statement, so that no edit comes between the comparison and the answer.
    if as_seen.update(answer=answer.strip(), answered_at=now):
        return own.select_related("author").get()
    if unanswered.exists():
        raise ReviewChanged
    if own.exists():
        raise AlreadyAnswered(_("You have already answered this review."))
    raise NotFound(_("There is no such review."))
