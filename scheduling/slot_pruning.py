"""Deletes past slots that were never booked: most of the rows that a year of slots makes.

A slot with a reservation, also a cancelled one, is kept.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db.models import Min, Q

from marketplace import clock
from marketplace.jobs.due import isolate_errors
from providers.models import Provider
from scheduling.models import SlotCoverage, TimeSlot

PROVIDERS = 100
# Rows per DELETE, so that locks are short.
SLOTS = 2_000
_LOOKED_AT = "slot_coverage__pruned_before"


def prune_due(*, now: datetime) -> int:
    """Delete the slots that began more than ``KEEP_PAST_SLOTS_DAYS`` Swiss days ago; return how many.

    Each run covers only the time since the last one. Safe twice, late, and in parallel; a batch of providers
    that fails is left for the next run and delays no others.
    """
    kept_from = clock.local_date(now) - timedelta(days=settings.KEEP_PAST_SLOTS_DAYS)
    before = clock.day_bounds(kept_from)[0]
    unseen = Q(**{f"{_LOOKED_AT}__isnull": True}) | Q(**{f"{_LOOKED_AT}__lt": before})
    due = list(Provider.objects.filter(unseen).order_by("pk").values_list("pk", flat=True))
    return sum(_try(due[first : first + PROVIDERS], before) for first in range(0, len(due), PROVIDERS))


def _try(provider_ids: list[UUID], before: datetime) -> int:
    pruned = 0
    with isolate_errors("Past slots could not be deleted of %s providers", len(provider_ids)):
        pruned += _prune(provider_ids, before)
    return pruned


def _prune(provider_ids: list[UUID], before: datetime) -> int:
    """Delete some providers' slots in batches, and store how far they are pruned."""
    rows = TimeSlot.objects.filter(
        provider_id__in=provider_ids, starts_at__lt=before, booked=0, reservations__isnull=True
    )
    seen = SlotCoverage.objects.filter(provider_id__in=provider_ids, pruned_before__isnull=False)
    if seen.count() == len(provider_ids):
        rows = rows.filter(starts_at__gte=seen.aggregate(since=Min("pruned_before"))["since"])
    deleted = 0
    while ids := list(rows.order_by().values_list("pk", flat=True)[:SLOTS]):
        deleted += TimeSlot.objects.filter(pk__in=ids).delete()[0]
    SlotCoverage.objects.bulk_create(
        [SlotCoverage(provider_id=pk, pruned_before=before) for pk in provider_ids],
        update_conflicts=True,
        unique_fields=["provider"],
        update_fields=["pruned_before"],
    )
    return deleted
