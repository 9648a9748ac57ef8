"""Events for open pages."""

from django.conf import settings
from django.db import models


class LiveEvent(models.Model):
    """One event for one account's open pages; ``id`` is the stream's ``Last-Event-ID``."""

    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="live_events", db_index=False
    )
    topic = models.CharField(max_length=32)
    data = models.JSONField()
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "marketplace"
        indexes = [models.Index(fields=["account", "id"], name="live_event_replay")]

    def __str__(self) -> str:
        return f"{self.topic} #{self.pk}"
