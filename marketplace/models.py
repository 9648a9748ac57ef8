"""Rows of the plumbing: answers kept for repeats, messages to hand on, events to stream."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from marketplace.http.packing import unpack
from marketplace.jobs.due import DueWork


class IdempotencyRecord(models.Model):
    """The first answer to a write that carried an ``Idempotency-Key``, kept 30 days.

    After two days, when hardly anybody repeats a call, ``answer`` is moved to ``packed``, a quarter of
    its size.

    ``fingerprint`` is the SHA-256 of method, path and body: the same key with another fingerprint
    is a mistake of the client (422).
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="idempotency_records",
        db_index=False,
    )
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    packed = models.BinaryField(null=True, blank=True)
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "key"], name="one_answer_per_account_and_key")
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.status})"

    @property
    def first_answer(self) -> Any:
        """What was answered, wherever it is kept."""
        return self.answer if self.packed is None else unpack(bytes(self.packed))


class OutboxMessage(DueWork):
    """Something to do after the transaction that wrote it: an e-mail, a card to forget, a push.

    Written with the change, relayed afterwards at least once; its handler must bear a repeat.
    """

    topic = models.CharField(max_length=64)
    payload = models.JSONField()
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                name="outbox_due",
                condition=Q(done_at__isnull=True, parked_at__isnull=True),
            ),
            models.Index(fields=["parked_at"], name="outbox_parked", condition=Q(parked_at__isnull=False)),
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
        constraints = [
            models.UniqueConstraint(fields=["kind", "subject"], name="one_job_per_kind_and_subject")
        ]
        indexes = [
            models.Index(fields=["subject"], name="job_subject"),
            models.Index(fields=["parked_at"], name="job_parked", condition=Q(parked_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class LiveEvent(models.Model):
    """One event for one account's open pages; ``id`` is the stream's ``Last-Event-ID``."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="live_events", db_index=False
    )
    topic = models.CharField(max_length=32)
    data = models.JSONField()
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["account", "id"], name="live_event_replay")]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"
