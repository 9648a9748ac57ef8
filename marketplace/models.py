"""Rows of the plumbing: answers kept for repeats, messages to hand on, events to stream."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class IdempotencyRecord(models.Model):
    """The first answer to a write that carried an ``Idempotency-Key``, kept 30 days.

    ``fingerprint`` is the SHA-256 of method, path and body: the same key with another fingerprint
    is a mistake of the client (422).
    """

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="idempotency_records"
    )
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField()
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["account", "key"], name="one_answer_per_account_and_key")
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.status})"


class OutboxMessage(models.Model):
    """Something to do after the transaction that wrote it: an e-mail, a refund, a push.

    Written with the change, relayed afterwards at least once; its handler must bear a repeat.
    After ``MAX_ATTEMPTS`` failures it is parked (``parked_at``) for an operator.
    """

    topic = models.CharField(max_length=64)
    payload = models.JSONField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    last_error = models.TextField(blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    parked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                name="outbox_due",
                condition=Q(done_at__isnull=True, parked_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"


class LiveEvent(models.Model):
    """One event for one account's open pages; ``id`` is the stream's ``Last-Event-ID``."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="live_events"
    )
    topic = models.CharField(max_length=32)
    data = models.JSONField()
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["account", "id"], name="live_event_replay")]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"
