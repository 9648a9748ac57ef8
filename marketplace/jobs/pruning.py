"""Removes rows of the plumbing that have served their time."""

from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import Model, QuerySet

from marketplace.events.log_reader import KEEP_LIVE_EVENTS
from marketplace.models import IdempotencyRecord, LiveEvent, OutboxMessage

KEEP_ANSWERS = timedelta(days=30)
KEEP_DONE_MESSAGES = timedelta(days=7)
BATCH = 5_000


def _delete_in_batches(rows: QuerySet[Model]) -> int:
    """Delete a few thousand rows at a time, so that nobody waits long for a lock."""
    total = 0
    while True:
        ids = list(rows.values_list("pk", flat=True)[:BATCH])
        if not ids:
            return total
        total += rows.model._default_manager.filter(pk__in=ids).delete()[0]


def prune(*, now: datetime) -> dict[str, int]:
    """Delete what is past its time and return how many rows of each kind."""
    spent: dict[str, QuerySet[Model]] = {
        "answers": IdempotencyRecord.objects.filter(created_at__lt=now - KEEP_ANSWERS),
        "messages": OutboxMessage.objects.filter(done_at__lt=now - KEEP_DONE_MESSAGES),
        "events": LiveEvent.objects.filter(created_at__lt=now - KEEP_LIVE_EVENTS),
        "sessions": Session.objects.filter(expire_date__lt=now),
    }
    return {name: _delete_in_batches(rows) for name, rows in spent.items()}
