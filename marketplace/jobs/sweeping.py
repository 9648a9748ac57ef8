"""Sweeps over rows that say by themselves when they are due: holds, answers, charges, reminders.

Such a row has no columns of :class:`~marketplace.jobs.due.DueWork`. Its lease, attempts and errors are in a
:class:`Job` beside it, which is created when the row is claimed and deleted when it is done. So writing
the row costs nothing more, and the jobs that remain are those that need an operator.

Where hundreds of rows are one transaction (:func:`sweep_together`), a single job marks the whole batch.
"""

import logging
import uuid
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.db import connection
from django.db.models import Q, QuerySet

from marketplace.jobs import due
from marketplace.jobs.models import Job

log = logging.getLogger(__name__)

MARK_LEASE = timedelta(minutes=5)
STALE_AFTER = timedelta(days=1)
MOST_AT_ONCE = 2_000

# One statement claims a batch: new rows, and those whose pause is over. A parallel claim gets none of them.
_TAKE = """
INSERT INTO marketplace_job (kind, subject, due_at, leased_until, attempts, last_error)
VALUES {rows}
ON CONFLICT (kind, subject) DO UPDATE SET
    due_at = excluded.due_at, leased_until = excluded.leased_until, attempts = marketplace_job.attempts + 1
WHERE marketplace_job.failed_at IS NULL AND marketplace_job.leased_until IS NULL
    AND marketplace_job.due_at <= %s
RETURNING id, subject, attempts, last_error
"""


def sweep(
    kind: str,
    subjects: QuerySet[Any],
    *,
    act: Callable[[Job, datetime], object],
    policy: due.Policy,
    now: datetime,
    limit: int = MOST_AT_ONCE,
    when_failed: Callable[[Job, datetime], object] | None = None,
) -> due.RunResult:
    """Carry out ``act`` for the rows of ``subjects``, at most ``limit``, each on its own.

    ``act`` gets the :class:`Job`, whose ``subject`` is the row's id. It must check again, under the row's
    lock, whether there is still something to do: the sweep may be late, or not the only one.
    """
    done: list[Job] = []
    seen: set[UUID] = set()
    run: due.Run[Job] = due.Run(
        act=act,
        finish=lambda job, _: done.append(job),
        policy=policy,
        now=now,
        when_failed=when_failed,
    )
    while run.did.total < limit and not run.is_over:
        fresh = subjects.exclude(pk__in=list(seen)) if seen else subjects
        jobs = _claim(kind, fresh, now=run.clock.now(), policy=policy)
        if not jobs:
            break
        run.carry_out(jobs)
        _remove(done)
        done.clear()
        seen.update(job.subject for job in jobs)
    return run.did


def sweep_counting(
    kind: str,
    subjects: QuerySet[Any],
    *,
    act: Callable[[Job, datetime], int],
    policy: due.Policy,
    now: datetime,
    limit: int = MOST_AT_ONCE,
    when_failed: Callable[[Job, datetime], object] | None = None,
) -> int:
    """Do :func:`sweep` and return the sum of what ``act`` returned: ``True`` counts as one."""
    counted = 0

    def act_and_count(job: Job, instant: datetime) -> None:
        nonlocal counted
        counted += act(job, instant)

    sweep(kind, subjects, act=act_and_count, policy=policy, now=now, limit=limit, when_failed=when_failed)
    return counted


def _claim(kind: str, subjects: QuerySet[Any], *, now: datetime, policy: due.Policy) -> list[Job]:
    """Claim a batch of due rows; if there is none, one whose lease has expired."""
    mine = Job.objects.filter(kind=kind)
    not_free = mine.filter(Q(failed_at__isnull=False) | Q(leased_until__isnull=False) | Q(due_at__gt=now))
    ids = list(
        subjects.exclude(pk__in=not_free.values("subject")).values_list("pk", flat=True)[: policy.batch]
    )
    if ids:
        return _take(kind, ids, now=now, until=now + policy.lease)
    orphaned = mine.filter(leased_until__isnull=False)
    return due.claim(orphaned, now=now, policy=policy, limit=1)


def _take(kind: str, ids: list[UUID], *, now: datetime, until: datetime) -> list[Job]:
    as_stored = {field.name: field for field in Job._meta.concrete_fields}
    instant = as_stored["due_at"].get_db_prep_value(until, connection)
    rows: list[Any] = []
    # Sorted, so that parallel claims lock in the same order and cannot deadlock.
    for subject in sorted(ids):
        rows += [kind, as_stored["subject"].get_db_prep_value(subject, connection), instant, instant, 1, ""]
    rows.append(as_stored["due_at"].get_db_prep_value(now, connection))
    with connection.cursor() as cursor:
        cursor.execute(_TAKE.format(rows=", ".join(["(%s, %s, %s, %s, %s, %s)"] * len(ids))), rows)
        taken = {
            subject if isinstance(subject, UUID) else UUID(subject): (pk, attempts, last_error)
            for pk, subject, attempts, last_error in cursor.fetchall()
        }
    return [
        Job(
            pk=taken[subject][0],
            kind=kind,
            subject=subject,
            due_at=until,
            leased_until=until,
            attempts=taken[subject][1],
            last_error=taken[subject][2],
        )
        for subject in ids
        if subject in taken
    ]


def _remove(done: list[Job]) -> None:
    """Delete jobs that are done, unless a lease was lost and another worker has the job."""
    if done:
        leases = {job.leased_until for job in done}
        Job.objects.filter(pk__in=[job.pk for job in done], leased_until__in=leases).delete()


def forget(kind: str, subjects: Iterable[UUID]) -> None:
    """Delete the jobs of some rows, so that attempts and failures no longer count."""
    Job.objects.filter(kind=kind, subject__in=list(subjects)).delete()


# --- Batches that are one transaction ------------------------------------------------------------------


def sweep_together(
    kind: str,
    batches: Iterable[list[UUID]],
    *,
    together: Callable[[list[UUID]], set[UUID]],
    one_by_one: Callable[[list[UUID]], object],
    now: datetime,
    run_for: timedelta = due.Policy.run_for,
) -> None:
    """Carry out each batch in one transaction, and what that leaves one by one.

    ``together`` is one transaction, and returns what it has dealt with. When it fails, its rows are carried
    out one by one; so are rows that failed before, and all rows if a worker died during a batch: while a
    batch runs, one job marks it. ``one_by_one`` must call :func:`sweep`.
    """
    clock, had_ended = due.RunClock(now), False
    for ids in batches:
        troubled = Job.objects.filter(
            Q(kind=kind, subject__in=ids) | Q(kind=_batch_of(kind), due_at__lte=clock.now())
        )
        known = dict(troubled.values_list("subject", "kind"))
        had_ended = had_ended or _batch_of(kind) in known.values()
        sound = [] if had_ended else [pk for pk in ids if pk not in known]
        dealt_with = _in_one_go(kind, sound, together, clock.now()) if sound else set()
        if rest := [pk for pk in ids if pk not in dealt_with]:
            one_by_one(rest)
        if clock.passed() > run_for.total_seconds():
            return
    if had_ended:
        Job.objects.filter(kind=_batch_of(kind), due_at__lte=now).delete()


def _in_one_go(
    kind: str, ids: list[UUID], together: Callable[[list[UUID]], set[UUID]], now: datetime
) -> set[UUID]:
    until = now + MARK_LEASE
    mark = Job.objects.create(
        kind=_batch_of(kind), subject=uuid.uuid4(), due_at=until, leased_until=until, attempts=1
    )
    dealt_with: set[UUID] = set()
    try:
        dealt_with = together(ids)
    except SoftTimeLimitExceeded:
        # The time limit was reached: the next run goes one by one, so that the slow row meets it alone.
        Job.objects.filter(pk=mark.pk).update(due_at=now, last_error=due.TOOK_TOO_LONG)
        raise
    except Exception:
        log.exception("%s %s could not be carried out together", len(ids), kind)
    Job.objects.filter(pk=mark.pk).delete()
    return dealt_with


def _batch_of(kind: str) -> str:
    return f"{kind}: batch"


def stale_jobs(*, now: datetime) -> QuerySet[Job]:
    """Return the jobs that no sweep claims any more, because their rows are no longer due."""
    old = Job.objects.filter(failed_at=None, due_at__lt=now - STALE_AFTER)
    return old.exclude(kind__endswith=": batch")
