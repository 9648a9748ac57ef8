"""Messages to hand on, and what is being done about rows that are due."""

from django.db import models
from django.db.models import Q

from marketplace.jobs.due import DueWork


class OutboxMessage(DueWork):
    """Something to do after the transaction that wrote it: an e-mail, a card to forget, a push.

    Written with the change, relayed afterwards at least once; its handler must bear a repeat.
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
            # What is removed each night.
            models.Index(fields=["done_at"], name="outbox_done", condition=Q(done_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"


class Job(DueWork):
    """What is being done about a row that is due by itself, or what went wrong with it.

    ``kind`` names the sweep, ``subject`` is the row's id. It is made when the row is taken and removed
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
