"""Work that is due later: one design for all of it.

A row of work stores when it is due, until when it is leased, how often it was claimed, the last error, and
whether it has failed for good (:class:`DueWork`). :func:`process_due` claims rows in batches, each for a
lease that begins with the claim, and carries them out one by one, outside any transaction. No row delays
another: one that fails is retried after longer and longer pauses; one that hangs is cut off by its task's
time limit; one that kills its worker was counted when it was claimed. After its attempts a row is marked as
failed for an operator. Rows with an expired lease, whose worker died, are claimed one at a time, so that
others of the same batch do not share the fate of the one that killed it.

Obstacles that are not the row's fault cost no attempt (``obstacles.py``).
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Generic, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, connection, models, transaction
from django.db.models import Case, F, Min, Q, QuerySet, When
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.errors import DomainError, is_lock_timeout
from marketplace.jobs.obstacles import Busy, Later, NotDone, Outage, ServiceAway

log = logging.getLogger(__name__)

WORKER_ENDED = "The worker ended while this was being carried out."
TOOK_TOO_LONG = "This took longer than its task may run."
LONGEST_ERROR = 2000
_EMAIL_ADDRESS = re.compile(r"[^\s<>()\[\]{}'\",;:=@]+@[^\s<>()\[\]{}'\",;:=@]+")
# After so many outages in a row the run ends: the rest would only wait for the same service.
OUTAGES_IN_A_ROW = 2


class DueWork(models.Model):
    """A row of work: due at an instant, leased and counted when claimed, marked as failed in the end.

    While it is leased ``due_at`` equals ``leased_until``, the end of the lease; an expired lease that is
    still set means that the worker died. All instants are UTC.
    """

    due_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    failed_at = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True, db_default="")

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=DueWork)


@contextmanager
def isolate_errors(what: str, *about: object, errors: list[str] | None = None) -> Iterator[None]:
    """Swallow an error of the block, so that it stops nothing else: it is logged, and added to ``errors``.

    The exception of a task's time limit passes through.
    """
    try:
        yield
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.exception(what, *about)
        if errors is not None:
            errors.append(f"{what % about}: {error}")


def _without_addresses(error: str) -> str:
    """Return an error as a row keeps it: mail servers name the mailbox, and the row outlives its account."""
    return _EMAIL_ADDRESS.sub("***", error[: 2 * LONGEST_ERROR])[:LONGEST_ERROR]


@dataclass(frozen=True)
class Policy:
    """How rows of a kind are claimed and retried.

    ``within`` is how long one act may wait for the network in total; it is shorter than the lease, so
    that nobody else claims a row that is still being carried out.
    """

    lease: timedelta = timedelta(minutes=3)
    within: timedelta = timedelta(minutes=1)
    batch: int = 20
    max_attempts: int = 5
    first_pause: timedelta = timedelta(seconds=10)
    pause_factor: int = 4
    longest_pause: timedelta = timedelta(hours=2)
    # A run ends by itself before its task is cut off; the next run does the rest.
    run_for: timedelta = timedelta(seconds=40)

    def pause_after(self, attempts: int) -> timedelta:
        """Return the pause after the n-th failure."""
        factor: int = self.pause_factor ** min(attempts - 1, 12)
        return min(self.first_pause * factor, self.longest_pause)


@dataclass
class RunResult:
    """The result of one run; ``later`` counts rows that had to wait through no fault of their own."""

    done: int = 0
    failed: int = 0
    failed_for_good: int = 0
    later: int = 0

    @property
    def total(self) -> int:
        """How many rows were claimed."""
        return self.done + self.failed + self.failed_for_good + self.later

    def __add__(self, other: "RunResult") -> "RunResult":
        return RunResult(
            self.done + other.done,
            self.failed + other.failed,
            self.failed_for_good + other.failed_for_good,
            self.later + other.later,
        )


class RunClock:
    """The current instant of a run, by a monotonic clock.

    It advances in steps of five seconds, so that acts of one step carry the same instant.
    """

    STEP = 5

    def __init__(self, now: datetime) -> None:
        self._started, self._began = now, monotonic()

    def passed(self) -> float:
        """Return the seconds since the start."""
        return monotonic() - self._began

    def now(self) -> datetime:
        """Return the instant, in UTC."""
        return self._started + timedelta(seconds=self.passed() // self.STEP * self.STEP)


def claim(rows: QuerySet[Row], *, now: datetime, policy: Policy, limit: int | None = None) -> list[Row]:
    """Lease some due rows; nobody else gets them meanwhile.

    The claim counts as the attempt. Rows with an expired lease come last, and one at a time.
    """
    due = rows.filter(failed_at=None, due_at__lte=now)
    # Read first: an empty run then does not wait for the write lock (SQLite).
    if not due.exists():
        return []
    fresh, orphaned = due.filter(leased_until=None), due.filter(leased_until__isnull=False)
    until = now + policy.lease
    with transaction.atomic():
        taken = _first(fresh, min(policy.batch, limit or policy.batch)) or _first(orphaned, 1)
        rows.model._default_manager.filter(pk__in=[row.pk for row in taken]).update(
            due_at=until, leased_until=until, attempts=F("attempts") + 1
        )
    for row in taken:
        row.due_at = row.leased_until = until
        row.attempts += 1
    return taken


def _first(due: QuerySet[Row], count: int) -> list[Row]:
    if connection.features.has_select_for_update_skip_locked:
        due = due.select_for_update(of=("self",), no_key=True, skip_locked=True)
    # Without SKIP LOCKED: SQLite's transaction excludes every other writer.
    return list(due.order_by("due_at", "pk")[:count])


# What an outage keeps waiting: it was put back at no cost, with the reason.
_HELD_UP = Q(leased_until=None, attempts=0) & ~Q(last_error="")


def waiting_since(rows: QuerySet[Any], *, written: str, now: datetime) -> datetime | None:
    """Return since when the oldest due row waits; ``None`` if none does.

    What an outage holds up is due anew each minute: it waits since it was written, in the column ``written``.
    """
    since = Case(When(_HELD_UP, then=F(written)), When(due_at__lte=now, then=F("due_at")))
    reached = rows.filter(failed_at=None, due_at__lte=now + Outage.pause)
    oldest: datetime | None = reached.aggregate(oldest=Min(since))["oldest"]
    return oldest


def held(row: Row) -> QuerySet[Row]:
    """Return the row as a queryset, empty once another worker has claimed it after the lease."""
    rows: QuerySet[Row] = type(row)._default_manager.filter(
        pk=row.pk, attempts=row.attempts, leased_until=row.leased_until, failed_at=None
    )
    return rows


class JobNotFailed(DomainError):
    """Only a job that has failed for good can be retried or set aside (409)."""

    code = "job_not_failed"

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or _("Only what has failed for good can be tried again."))


def check_failed(row: DueWork, message: str | None = None) -> None:
    """Raise :class:`JobNotFailed`, in these words, unless a row has failed for good. No query."""
    if row.failed_at is None:
        raise JobNotFailed(message)


def retry(row: DueWork, *, now: datetime) -> None:
    """Give a failed row all its attempts again, for an operator. Raises :class:`JobNotFailed`."""
    for_good = type(row)._default_manager.filter(pk=row.pk, failed_at__isnull=False)
    if not for_good.update(failed_at=None, leased_until=None, attempts=0, due_at=now):
        raise JobNotFailed


def check_set_aside(row: DueWork) -> None:
    """Raise :class:`JobNotFailed` for a row that :func:`set_aside` would refuse. No query."""
    check_failed(row, _("Only what has failed for good can be set aside."))


def set_aside(row: DueWork, *, done_field: str, now: datetime) -> None:
    """End a failed row, which keeps its error; ``done_field`` is its column. Raises :class:`JobNotFailed`."""
    for_good = type(row)._default_manager.filter(pk=row.pk, failed_at__isnull=False)
    if not for_good.update(failed_at=None, leased_until=None, **{done_field: now}):
        raise JobNotFailed(_("Only what has failed for good can be set aside."))


class Run(Generic[Row]):
    """One run over rows of a kind: carries out rows and stores the results.

    ``finish`` stores that a row is done, by way of :func:`held`: a row whose lease was lost is finished by
    its new holder. ``when_failed`` is called before a row is marked as failed, until it succeeds.
    """

    def __init__(
        self,
        *,
        act: Callable[[Row, datetime], object],
        finish: Callable[[Row, datetime], object],
        policy: Policy,
        now: datetime,
        when_failed: Callable[[Row, datetime], object] | None = None,
    ) -> None:
        self.policy, self.clock, self.did = policy, RunClock(now), RunResult()
        self._act, self._finish, self._when_failed = act, finish, when_failed
        self._outages = 0
        self._away: dict[type[ServiceAway], ServiceAway] = {}
        self._is_over = False
        self.met_busy: set[Any] = set()

    @property
    def is_over(self) -> bool:
        """Whether the rest is left to the next run."""
        return (
            self._is_over
            or self._outages >= OUTAGES_IN_A_ROW
            or self.clock.passed() > self.policy.run_for.total_seconds()
        )

    def carry_out(self, rows: Iterable[Row]) -> None:
        """Carry out rows that were just claimed; once the run is over the rest is released."""
        for row in rows:
            if self.is_over:
                self._put_back(row, Later())
            else:
                self._carry_out(row)

    def _carry_out(self, row: Row) -> None:
        if row.attempts > self.policy.max_attempts:
            self._fail(row, row.last_error or WORKER_ENDED)
            return
        if not self._may_still_act(row):
            return
        try:
            with self._waits_limited():
                self._act(row, self.clock.now())
        except Later as later:
            self.did.later += 1
            self._outages += isinstance(later, Outage)
            self._put_back(row, later)
        except NotDone as reason:
            log.info("%s is tried again: %s", row, reason)
            self._fail(row, str(reason))
        except SoftTimeLimitExceeded:
            self._is_over = True
            self._fail(row, TOOK_TOO_LONG)
        except Exception as error:
            if isinstance(error, OperationalError) and is_lock_timeout(error):
                self.did.later += 1
                self._put_back(row, Busy())
                return
            log.exception("%s failed, attempt %s", row, row.attempts)
            self._fail(row, f"{type(error).__name__}: {error}")
        else:
            self._outages = 0
            self.did.done += 1
            self._finish(row, self.clock.now())

    @contextmanager
    def _waits_limited(self) -> Iterator[None]:
        with ExitStack() as limits:
            limits.enter_context(clock.waiting_at_most(self.policy.within.total_seconds()))
            for away in self._away.values():
                limits.enter_context(away.assumed())
            yield

    def _may_still_act(self, row: Row) -> bool:
        """Return whether we still hold the lease, and extend it; a row that was lost is left alone.

        While more than half of the lease is left the database is not queried: nobody claims the row before
        the lease expires. That is safe while the clocks of two machines differ by less than half a lease,
        less what an act may wait (25 seconds at the shortest, where time servers keep them within one). It
        does not cover a worker that is stopped in between and resumes later, which a query would not detect
        either. A row that is carried out twice then does no harm: each act locks or compares its row, and
        Stripe is called with the row's own idempotency key.
        """
        now = self.clock.now()
        if row.leased_until is not None and row.leased_until - now > self.policy.lease / 2:
            return True
        until = now + self.policy.lease
        if not held(row).update(due_at=until, leased_until=until):
            log.warning("%s was taken by somebody else: the batch took longer than its lease", row)
            return False
        row.due_at = row.leased_until = until
        return True

    def _put_back(self, row: Row, later: Later) -> None:
        if str(later):
            log.warning("%s waits: %s", row, later)
        if not later.pause:
            self.met_busy.add(row.pk)
        if isinstance(later, ServiceAway):
            self._away[type(later)] = later
        held(row).update(
            attempts=F("attempts") - 1,
            leased_until=None,
            due_at=self.clock.now() + later.pause,
            last_error=_without_addresses(str(later) or row.last_error),
        )

    def _fail(self, row: Row, error: str) -> None:
        now = self.clock.now()
        for_good = row.attempts >= self.policy.max_attempts and self._tell(row, now)
        if for_good:
            self.did.failed_for_good += 1
        else:
            self.did.failed += 1
        held(row).update(
            last_error=_without_addresses(error),
            leased_until=None,
            due_at=now + self.policy.pause_after(row.attempts),
            failed_at=now if for_good else None,
        )

    def _tell(self, row: Row, now: datetime) -> bool:
        """Run ``when_failed`` before a row is marked as failed; if that raises, retry it later."""
        log.error("%s is given up after %s attempts", row, row.attempts)
        if self._when_failed is None:
            return True
        try:
            self._when_failed(row, now)
        except Exception:
            log.exception("What follows when %s is given up failed", row)
            return False
        return True


def process_due(
    rows: QuerySet[Row],
    *,
    act: Callable[[Row, datetime], object],
    finish: Callable[[Row, datetime], object],
    policy: Policy,
    now: datetime,
    limit: int = 500,
    when_failed: Callable[[Row, datetime], object] | None = None,
) -> RunResult:
    """Carry out due rows, at most ``limit`` and for as long as the policy says.

    ``rows`` are all that are not done. Safe twice, late, or in parallel.
    """
    run: Run[Any] = Run(act=act, finish=finish, policy=policy, now=now, when_failed=when_failed)
    while run.did.total < limit and not run.is_over:
        # Rows that somebody else holds are left to the next run, instead of being retried at once.
        others = rows.exclude(pk__in=run.met_busy) if run.met_busy else rows
        taken = claim(others, now=run.clock.now(), policy=policy, limit=limit - run.did.total)
        if not taken:
            break
        run.carry_out(taken)
    return run.did
