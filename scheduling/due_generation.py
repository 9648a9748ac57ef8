"""Slots of the days ahead, made as the days come near: which providers lack some, and making them.

How far each provider's slots reach is remembered (:class:`scheduling.models.SlotCoverage`), so that
a run makes the one day that is new, and a run that finds nothing to do is a single query.
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

# Small enough that a batch of four whole weeks takes well under a second.
BATCH = 100
KIND = "time slots"
POLICY = due.Policy(first_pause=timedelta(minutes=10))
_REACHES = "slot_coverage__generated_until"


def providers_due(*, now: datetime) -> list[UUID]:
    """Return the approved providers whose slots end before the days that can be booked do.

    Those whose slots end first come first, so that a batch has much in common. One query.
    """
    end_on = horizon_days(now)[1]
    lacking = Q(**{f"{_REACHES}__isnull": True}) | Q(**{f"{_REACHES}__lt": end_on})
    ends_early = Provider.objects.filter(lacking, status=Provider.Status.APPROVED)
    return list(ends_early.order_by(F(_REACHES).asc(nulls_first=True), "pk").values_list("pk", flat=True))


@transaction.atomic
def generate_for(*, provider_ids: list[UUID], now: datetime) -> Generated:
    """Make what some providers' slots lack of the next 28 days. Safe twice, late, or beside itself.

    Whoever's time somebody is arranging at the moment is passed over, and due again at the next run.
    At most three queries.
    """
    start_on, end_on = horizon_days(now)
    reached = {pk: until for pk, until in _locked(provider_ids) if until is None or until < end_on}
    if not reached:
        return Generated(created=0, existing=0)
    # The last day before the one that is lacking: of several providers the earliest.
    before = min(until or date.min for until in reached.values())
    return make_slots(
        provider_ids=list(reached),
        start_on=max(start_on, before + timedelta(days=1)),
        end_on=end_on,
        generated_until=end_on,
    )


def _locked(provider_ids: list[UUID]) -> list[tuple[UUID, date | None]]:
    """Lock who is free of some approved providers; return them and how far their slots reach."""
    rows = Provider.objects.select_for_update(
        of=("self",), no_key=True, skip_locked=connection.features.has_select_for_update_skip_locked
    ).filter(pk__in=provider_ids, status=Provider.Status.APPROVED)
    return list(rows.order_by("pk").values_list("pk", _REACHES))


def generate_due(*, now: datetime) -> int:
    """Make the slots that are lacking, batch by batch; return how many.

    A batch that fails is tried again provider by provider; one that fails is tried again later, is
    given up after its attempts for an operator to look at, and holds up no other.
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
