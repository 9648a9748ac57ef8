"""Deletes past slots that nobody ever booked: most of what a year of slots weighs.

A slot with a reservation, also one that was given back, stays as long as its order does.
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
# So many at a time that nobody waits long for a lock.
SLOTS = 2_000
_LOOKED_AT = "slot_coverage__pruned_before"


def prune_due(*, now: datetime) -> int:
    """Delete the slots that began more than ``KEEP_PAST_SLOTS_DAYS`` Swiss days ago; return how many.

    What was looked at once is not looked at again. Safe twice, late, and beside itself; providers
    whose slots cannot be deleted are left for the next run and hold up no others.
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
    """Delete some providers' slots batch by batch, and note that it was done."""
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
