"""Reports of reviews: any account can report one, operators keep the review or hide it."""

from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace.errors import DomainError, Invalid, NotFound, explain
from providers import notifications
from providers.models import Review, ReviewReport

explain(no_open_report="There is no open report of this review (409).")


class AlreadyReported(DomainError):
    """The account has reported this review before, and no operator has decided yet (409)."""

    code = "already_reported"


@transaction.atomic
def report_review(*, reporter: User, review_id: UUID, reason: str, words: str, now: datetime) -> ReviewReport:
    """Report a visible review; one open report per account and review.

    A review that is hidden or unknown is :class:`NotFound`; ``other`` without words :class:`Invalid` (400).
    """
    if reason == ReviewReport.Reason.OTHER and not words:
        sentence = _("Please say what is wrong.")
        raise Invalid(sentence, fields={"words": [sentence]})
    # Locked: hiding it ends the reports that it finds, and none may be added behind its back.
    review = Review.objects.visible().select_for_update(no_key=True).filter(pk=review_id).first()
    if review is None:
        raise NotFound(_("There is no such review."))
    try:
        with transaction.atomic():
            return ReviewReport.objects.create(
                review=review, reporter=reporter, reason=reason, words=words, created_at=now
            )
    except IntegrityError as error:
        waiting = ReviewReport.objects.filter(review=review, reporter=reporter, decided_at__isnull=True)
        if not waiting.exists():
            raise
        raise AlreadyReported(_("You have reported this review already. We are looking into it.")) from error


@transaction.atomic
def keep_review(*, review_id: UUID, note: str, now: datetime) -> int:
    """Keep a reported review and notify all its reporters; return how many they are.

    409 ``no_open_report`` if somebody has decided meanwhile.
    """
    notified = _decide(review_id=review_id, outcome=ReviewReport.Outcome.KEPT, note=note, now=now)
    if not notified:
        raise DomainError(_("Somebody has decided about this already."), code="no_open_report")
    return notified


def review_hidden(*, review: Review, now: datetime) -> None:
    """End a review's open reports in the transaction that hides it, and notify the reporters."""
    _decide(review_id=review.pk, outcome=ReviewReport.Outcome.HIDDEN, note="", now=now)


def _decide(*, review_id: UUID, outcome: str, note: str, now: datetime) -> int:
    waiting = ReviewReport.objects.select_for_update(of=("self",)).select_related("review")
    reports = list(waiting.filter(review_id=review_id, decided_at__isnull=True))
    for report in reports:
        report.outcome, report.decided_at, report.note = outcome, now, note
        report.save(update_fields=["outcome", "decided_at", "note"])
        notifications.report_decided(report=report, now=now)
    return len(reports)
