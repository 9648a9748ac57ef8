"""Reports of reviews."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from providers.models.provider import Review


class ReviewReport(models.Model):
    """A report that a review should be removed; operators keep the review or hide it.

    ``outcome`` and ``decided_at`` (UTC) are empty while it waits. ``note`` tells the reporter why the review
    stays.
    """

    class Reason(models.TextChoices):
        OFFENSIVE = "offensive", gettext_lazy("Insulting or hateful")
        UNTRUE = "untrue", gettext_lazy("Not true")
        PRIVATE = "private", gettext_lazy("Names or private details")
        SPAM = "spam", gettext_lazy("Advertising")
        OTHER = "other", gettext_lazy("Something else")

    class Outcome(models.TextChoices):
        KEPT = "kept", gettext_lazy("Review kept")
        HIDDEN = "hidden", gettext_lazy("Review hidden")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    review = models.ForeignKey(Review, on_delete=models.PROTECT, related_name="reports", db_index=False)
    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=12, choices=Reason)
    words = models.TextField(max_length=1000, blank=True)
    created_at = models.DateTimeField()
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    note = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = gettext_lazy("reported review")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["review", "reporter"],
                condition=Q(decided_at__isnull=True),
                name="one_open_report_per_person",
            ),
            models.CheckConstraint(
                name="decided_reports_have_an_outcome",
                condition=Q(decided_at__isnull=True, outcome="")
                | Q(decided_at__isnull=False, outcome__in=["kept", "hidden"]),
            ),
        ]
        indexes = [
            models.Index(fields=["review", "-created_at"], name="reports_of_review"),
            models.Index(fields=["-created_at", "-id"], name="reports_newest_of_all"),
            models.Index(fields=["created_at"], name="reports_waiting", condition=Q(decided_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return _("Report: {reason}").format(reason=self.get_reason_display())
