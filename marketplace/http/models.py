"""Stored responses for repeated requests."""

from typing import Any

from django.conf import settings
from django.db import models

from marketplace.http.packing import unpack


class IdempotencyRecord(models.Model):
    """The first response to a write with an ``Idempotency-Key``, stored for 30 days.

    After two days, when repeats are rare, ``body`` is compressed into ``packed``, a quarter of its size.

    ``fingerprint`` is the SHA-256 of method, path and body: the same key with another fingerprint is a
    client's mistake (422).
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
    body = models.JSONField()
    packed = models.BinaryField(null=True, blank=True)
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "marketplace"
        constraints = [
            models.UniqueConstraint(fields=["account", "key"], name="one_response_per_account_and_key")
        ]

    def __str__(self) -> str:
        return f"{self.key} ({self.status})"

    @property
    def first_response_body(self) -> Any:
        """The response's body, wherever it is stored."""
        return self.body if self.packed is None else unpack(bytes(self.packed))
