"""Gaps in which a sweep did not run, and so most likely the site did not either.

What holds it against somebody that they did nothing must not count such a gap: after an outage, or after the
restore of a backup, they begin with what they could not do. A site that is away while its workers run on
leaves no gap; ``docs/operate.md`` asks operators to stop `sweeps` then.
"""

from datetime import datetime, timedelta

from marketplace.jobs.models import SweepRun

# A restart for a new release takes less.
LONGEST_PAUSE = timedelta(minutes=30)


def resumed_at(sweep: str, *, now: datetime) -> datetime | None:
    """Note that a sweep runs ``now``; return when its last gap ended, ``None`` if it never had one.

    Safe twice or in parallel. The first run of all has no gap before it: nothing is known.
    """
    run, is_first = SweepRun.objects.get_or_create(sweep=sweep, defaults={"last_at": now})
    if is_first:
        return None
    if now - run.last_at > LONGEST_PAUSE:
        run.resumed_at = now
    SweepRun.objects.filter(pk=sweep).update(last_at=now, resumed_at=run.resumed_at)
    return run.resumed_at
