"""Generates the slots of the bookable days as days come near, for the providers that lack some.

Each provider's coverage is stored (:class:`scheduling.models.SlotCoverage`), so that a run generates
only the new day, and a run with nothing to do is a single query.
"""

from datetime import date, datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Q

from marketplace.jobs import due, sweeping
from marketplace.jobs.models import Job
from providers.horizon import horizon_days
from providers.models import Provider
from scheduling.generating import Generated, make_slots

# Small enough that generating four whole weeks for a batch takes well under a second.
BATCH = 100
KIND = "time slots"
POLICY = due.Policy(first_pause=timedelta(minutes=10))
_REACHES = "slot_coverage__generated_until"


def providers_due(*, now: datetime) -> list[UUID]:
    """Return the approved providers whose slots end before the last bookable day.

    Ordered by where their slots end, so that the providers of a batch lack similar days. One query.
    """
    end_on = horizon_days(now)[1]
    lacking = Q(**{f"{_REACHES}__isnull": True}) | Q(**{f"{_REACHES}__lt": end_on})
    ends_early = Provider.objects.filter(lacking, status=Provider.Status.APPROVED)
    return list(ends_early.order_by(F(_REACHES).asc(nulls_first=True), "pk").values_list("pk", flat=True))


@transaction.atomic
def generate_for(*, provider_ids: list[UUID], now: datetime) -> Generated:
    """Generate the missing slots of the next 28 days. Safe twice, late, or in parallel.

    Providers whose row is locked by another transaction are skipped, and due again at the next run.
    At most three queries.
    """
    start_on, end_on = horizon_days(now)
    reached = {pk: until for pk, until in _locked(provider_ids) if until is None or until < end_on}
    if not reached:
        return Generated(created=0, existing=0)
    # The last day that all of them have: the earliest of their coverages.
    before = min(until or date.min for until in reached.values())
    return make_slots(
        provider_ids=list(reached),
        start_on=max(start_on, before + timedelta(days=1)),
        end_on=end_on,
        generated_until=end_on,
    )


def _locked(provider_ids: list[UUID]) -> list[tuple[UUID, date | None]]:
    """Lock those of some approved providers that are not locked yet; return them and their coverage."""
    rows = Provider.objects.select_for_update(
        of=("self",), no_key=True, skip_locked=connection.features.has_select_for_update_skip_locked
    ).filter(pk__in=provider_ids, status=Provider.Status.APPROVED)
    return list(rows.order_by("pk").values_list("pk", _REACHES))


def generate_due(*, now: datetime) -> int:
    """Generate the missing slots, batch by batch; return how many.

    A failed batch is retried provider by provider; a provider that fails is retried later, marked as failed
    for an operator after the last attempt, and delays no other.
    """
    made = 0

    def together(ids: list[UUID]) -> set[UUID]:
        nonlocal made
        made += generate_for(provider_ids=ids, now=now).created
        return set(ids)

    def one_by_one(ids: list[UUID]) -> None:
        def one(job: Job, _instant: datetime) -> None:
            together([job.subject])

        sweeping.sweep(KIND, Provider.objects.filter(pk__in=ids), act=one, policy=POLICY, now=now)

    lacking = providers_due(now=now)
    batches = (lacking[first : first + BATCH] for first in range(0, len(lacking), BATCH))
    sweeping.sweep_together(KIND, batches, together=together, one_by_one=one_by_one, now=now)
    return made
