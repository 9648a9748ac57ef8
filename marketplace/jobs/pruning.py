"""Deletes rows of the infrastructure after their retention."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Model, QuerySet

from marketplace.events.log_reader import KEEP_LIVE_EVENTS
from marketplace.events.models import LiveEvent
from marketplace.http.models import IdempotencyRecord
from marketplace.http.packing import pack
from marketplace.http.sessions import expired_sessions
from marketplace.jobs import sweeping
from marketplace.jobs.models import OutboxMessage

BATCH = 5_000


def delete_in_batches(rows: QuerySet[Model]) -> int:
    """Delete a few thousand rows at a time, so that locks are short."""
    total = 0
    while True:
        ids = list(rows.values_list("pk", flat=True)[:BATCH])
        if not ids:
            return total
        total += rows.model._default_manager.filter(pk__in=ids).delete()[0]


def prune(*, now: datetime) -> dict[str, int]:
    """Delete rows past their retention; return how many of each kind."""
    spent: dict[str, QuerySet[Model]] = {
        "responses": IdempotencyRecord.objects.filter(
            created_at__lt=now - timedelta(days=settings.KEEP_RESPONSES_DAYS)
        ),
        "messages": OutboxMessage.objects.filter(
            done_at__lt=now - timedelta(days=settings.KEEP_DONE_MESSAGES_DAYS)
        ),
        "events": LiveEvent.objects.filter(created_at__lt=now - KEEP_LIVE_EVENTS),
        "sessions": expired_sessions(),
        "jobs": sweeping.stale_jobs(now=now),
    }
    return {name: delete_in_batches(rows) for name, rows in spent.items()}


def pack_responses(*, now: datetime) -> int:
    """Compress responses older than two days; return how many. Safe in parallel with repeats."""
    unpacked = IdempotencyRecord.objects.filter(
        packed__isnull=True, created_at__lt=now - timedelta(hours=settings.PACK_RESPONSES_AFTER_HOURS)
    )
    total = 0
    while records := list(unpacked.only("body")[:BATCH]):
        for record in records:
            record.packed, record.body = pack(record.body), {}
        IdempotencyRecord.objects.bulk_update(records, ["packed", "body"], batch_size=500)
        total += len(records)
    return total
