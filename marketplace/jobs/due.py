"""Work that is due later: the one design of all of it.

A row of work carries when it is due, until when somebody has it, how often it was taken, what went
wrong, and whether it was given up (:class:`DueWork`). :func:`process_due` takes rows in batches, each for
the length of a lease that begins with the claim, and carries them out one by one, outside any
transaction. What one row does holds up no other: one that fails waits, ever longer; one that hangs is
cut off by its task's time limit; one that kills its worker has been counted when it was taken. After
its attempts a row is parked, and an operator sees it. Rows whose worker ended are taken one at a time,
so that those which happened to be in the same batch do not share the fate of the one that ended it.

What stands in the way without being the row's fault (:class:`Busy`, :class:`Outage`) costs no attempt.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from typing import Any, Generic, TypeVar

from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError, connection, models, transaction
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from marketplace import clock
from marketplace.errors import DomainError, is_lock_timeout

log = logging.getLogger(__name__)

WORKER_ENDED = "The worker ended while this was being carried out."
TOOK_TOO_LONG = "This took longer than its task may run."
LONGEST_ERROR = 2000
# After so many outages in a row whatever follows would only wait for the same.
OUTAGES_IN_A_ROW = 2


class DueWork(models.Model):
    """A row of work: due at an instant, taken under a lease, counted when taken, parked in the end.

    While it is taken ``due_at`` is the end of the lease, as ``leased_until`` is; a lease that is over
    and still stands means that the worker ended. All instants are UTC.
    """

    due_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0)
    failed_at = models.DateTimeField(null=True, blank=True)
    last_error = models.TextField(blank=True, db_default="")

    class Meta:
        abstract = True


Row = TypeVar("Row", bound=DueWork)


class NotDone(Exception):
    """It was tried, and has to be tried again; this counts, and the message says why."""


class Later(Exception):
    """Not now, and not through the row's fault: the attempt does not count."""

    pause = timedelta(0)


class Busy(Later):
    """Somebody else holds what the row is about; the next run finds it again."""


class Outage(Later):
    """Whom the row depends on cannot be reached, or we are not configured to; all others wait as well."""

    pause = timedelta(minutes=1)


@contextmanager
def isolate_errors(what: str, *about: object, errors: list[str] | None = None) -> Iterator[None]:
    """Hold up nothing else when the block fails: that is logged, and added to ``errors``.

    A task that reaches its time limit ends all the same.
    """
    try:
        yield
    except SoftTimeLimitExceeded:
        raise
    except Exception as error:
        log.exception(what, *about)
        if errors is not None:
            errors.append(f"{what % about}: {error}")


@dataclass(frozen=True)
class Policy:
    """How rows of a kind are taken and tried again.

    ``within`` is how long one act may wait for the network in all; it is shorter than the lease, so
    that nobody else takes what is still being carried out.
    """

    lease: timedelta = timedelta(minutes=3)
    within: timedelta = timedelta(minutes=1)
    batch: int = 20
    max_attempts: int = 5
    first_pause: timedelta = timedelta(seconds=10)
    pause_factor: int = 4
    longest_pause: timedelta = timedelta(hours=2)
    # Tasks are cut off soon after this; what is left is found by the next one.
    run_for: timedelta = timedelta(seconds=40)

    def pause_after(self, attempts: int) -> timedelta:
        """Return how long a row waits after its n-th failure."""
        factor: int = self.pause_factor ** min(attempts - 1, 12)
        return min(self.first_pause * factor, self.longest_pause)


@dataclass
class RunResult:
    """What one run did; ``later`` counts what had to wait through no fault of its own."""

    done: int = 0
    failed: int = 0
    parked: int = 0
    later: int = 0

    @property
    def total(self) -> int:
        """How many rows were taken."""
        return self.done + self.failed + self.parked + self.later

    def __add__(self, other: "RunResult") -> "RunResult":
        return RunResult(
            self.done + other.done,
            self.failed + other.failed,
            self.parked + other.parked,
            self.later + other.later,
        )


class RunClock:
    """The instant that a run has come to, by a clock that does not jump.

    It goes on in steps of five seconds: what is done together carries one instant.
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
    """Take some due rows for the length of a lease; nobody else gets them meanwhile.

    Taking is the attempt. Rows whose worker ended come last, and one at a time.
    """
    due = rows.filter(failed_at=None, due_at__lte=now)
    # Where one writer waits for the other, a look tells first whether there is anything to wait for.
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
    # On SQLite the transaction itself excludes every other writer.
    return list(due.order_by("due_at", "pk")[:count])


def held(row: Row) -> QuerySet[Row]:
    """Return the row as a query, empty once the lease ran out and somebody else has taken it."""
    rows: QuerySet[Row] = type(row)._default_manager.filter(
        pk=row.pk, attempts=row.attempts, leased_until=row.leased_until, failed_at=None
    )
    return rows


class JobNotFailed(DomainError):
    """Only what was given up can be tried again (409)."""

    code = "job_not_failed"

    def __init__(self) -> None:
        super().__init__(_("Only what was parked can be tried again."))


def retry(row: DueWork, *, now: datetime) -> None:
    """Give a parked row all its attempts again, for an operator. Raises :class:`JobNotFailed`."""
    parked = type(row)._default_manager.filter(pk=row.pk, failed_at__isnull=False)
    if not parked.update(failed_at=None, leased_until=None, attempts=0, due_at=now):
        raise JobNotFailed


class Run(Generic[Row]):
    """One run over rows of a kind: carries out what it is given and writes down what became of it.

    ``finish`` writes down that a row is done, by way of :func:`held`: what was lost to somebody else is
    theirs to finish. ``when_failed`` is called before a row is parked, until it succeeds.
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
        """Carry out rows that were just claimed; what is left when the run is over is given back."""
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
            with clock.waiting_at_most(self.policy.within.total_seconds()):
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

    def _may_still_act(self, row: Row) -> bool:
        """Tell whether the row is still ours, under a lease that lasts; a row that is not is left alone.

        While more than half of the lease is left the row is not asked: nobody takes it before the lease
        is over. That is sound while the clocks of two machines differ by less than half a lease, less
        what an act may wait (25 seconds at the shortest, where time servers keep them within one). It is
        not against a worker that is stopped in between and goes on later, which asking would not see
        either. What is done twice then does no harm: each act locks or compares its row, and Stripe is
        asked under a key of the row's own.
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
        held(row).update(
            attempts=F("attempts") - 1,
            leased_until=None,
            due_at=self.clock.now() + later.pause,
            last_error=(str(later) or row.last_error)[:LONGEST_ERROR],
        )

    def _fail(self, row: Row, error: str) -> None:
        now = self.clock.now()
        parked = row.attempts >= self.policy.max_attempts and self._tell(row, now)
        if parked:
            self.did.parked += 1
        else:
            self.did.failed += 1
        held(row).update(
            last_error=error[:LONGEST_ERROR],
            leased_until=None,
            due_at=now + self.policy.pause_after(row.attempts),
            failed_at=now if parked else None,
        )

    def _tell(self, row: Row, now: datetime) -> bool:
        """Do what comes before a row is parked; if that fails the row waits for it, and is not acted on."""
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

    ``rows`` are all that are not done. Safe twice, late and beside itself.
    """
    run: Run[Any] = Run(act=act, finish=finish, policy=policy, now=now, when_failed=when_failed)
    while run.did.total < limit and not run.is_over:
        # What somebody else holds is left to the next run, instead of being looked at again and again.
        others = rows.exclude(pk__in=run.met_busy) if run.met_busy else rows
        taken = claim(others, now=run.clock.now(), policy=policy, limit=limit - run.did.total)
        if not taken:
            break
        run.carry_out(taken)
    return run.did
