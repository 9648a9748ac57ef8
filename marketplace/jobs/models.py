"""Outbox messages, jobs about rows that are due, and since when sweeps run."""

from django.db import models
from django.db.models import Q

from marketplace.jobs.due import DueWork


class OutboxMessage(DueWork):
    """An act that follows the transaction that wrote it: an email, deleting a card, a push.

    Written with the change, relayed afterwards at least once; its handler must be idempotent.
    """

    topic = models.CharField(max_length=64)
    payload = models.JSONField()
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "marketplace"
        indexes = [
            models.Index(
                fields=["due_at"],
                name="outbox_due",
                condition=Q(done_at__isnull=True, failed_at__isnull=True),
            ),
            models.Index(fields=["failed_at"], name="outbox_failed", condition=Q(failed_at__isnull=False)),
            # For the nightly pruning.
            models.Index(fields=["done_at"], name="outbox_done", condition=Q(done_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"


class Job(DueWork):
    """The state of work on a row that is due by itself: its lease, attempts and last error.

    ``kind`` names the sweep, ``subject`` is the row's id. It is created when the row is claimed and deleted
    when it is done, so there are few.
    """

    kind = models.CharField(max_length=40)
    subject = models.UUIDField()

    class Meta:
        app_label = "marketplace"
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="one_job_per_kind_and_subject")
        ]
        indexes = [
            models.Index(fields=["subject"], name="job_subject"),
            models.Index(fields=["failed_at"], name="job_failed", condition=Q(failed_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class SweepRun(models.Model):
    """When a sweep ran last, and since when it has run without a long gap (:mod:`marketplace.jobs.gaps`)."""

    sweep = models.CharField(max_length=40, primary_key=True)
    last_at = models.DateTimeField()
    # Empty until there was a gap.
    resumed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        app_label = "marketplace"

    def __str__(self) -> str:
        return self.sweep
