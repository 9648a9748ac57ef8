"""Reads live events as they are committed, although their ids may become visible out of order.

On PostgreSQL a row gets its id when it is inserted and becomes visible when its transaction commits, so id 6
may appear after id 7. The reader remembers such gaps and queries them again for a while. ``settled`` is the
highest id below which nothing can still appear: a page that reconnects with it as ``Last-Event-ID`` misses
nothing (and may get some events twice).
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from time import monotonic
from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, Func, Max, Q, Value

from marketplace.events.models import LiveEvent

# Minimum retention; rows are pruned some time later.
KEEP_LIVE_EVENTS = timedelta(days=1)

# Longer than any transaction: lock waits end after 3 seconds.
GAP_SECONDS = 30.0
MOST_GAPS = 1_000
BATCH = 500
# More than others can insert while one transaction is open.
LOOK_BACK = 500
REPLAY_LIMIT = 500


def _writers_under_way() -> Func | Value:
    """Return an expression for whether another transaction has written and not yet committed.

    An event is written after its change, so its transaction has an id by then.
    """
    if connection.vendor == "sqlite":
        return Value(False, output_field=BooleanField())  # one writer at a time: ids appear in order
    return Func(
        template="(SELECT pg_snapshot_xmin(s) <> pg_snapshot_xmax(s) FROM pg_current_snapshot() AS s)",
        output_field=BooleanField(),
    )


def _newest() -> tuple[list[int], bool]:
    """Return the highest ids, ascending, and whether lower ones may still appear.

    One statement with one snapshot: a transaction that commits between two would be in neither.
    """
    newest = LiveEvent.objects.order_by("-id").annotate(incomplete=_writers_under_way())
    rows = list(newest.values_list("id", "incomplete")[:LOOK_BACK])
    return [number for number, _ in reversed(rows)], any(incomplete for _, incomplete in rows)


class LogReader:
    """A position in the table of live events that advances with each :meth:`read`."""

    def __init__(self) -> None:
        recent, incomplete = _newest()
        self.high = recent[-1] if recent else 0
        self._gaps: dict[int, float] = {}
        if incomplete:
            first = max(self.high - LOOK_BACK, 0)
            self._note_gaps(first, [number for number in recent if number > first])

    @property
    def settled(self) -> int:
        """The id up to which every event has been read."""
        return min(self._gaps, default=self.high + 1) - 1

    def read(self) -> list[LiveEvent]:
        """Return the events that have become visible since the last call, in order."""
        found: list[LiveEvent] = []
        while True:
            batch = list(
                LiveEvent.objects.filter(Q(id__gt=self.high) | Q(id__in=list(self._gaps))).order_by("id")[
                    :BATCH
                ]
            )
            found += batch
            self._advance([event.pk for event in batch])
            if len(batch) < BATCH:
                return found

    def _advance(self, ids: list[int]) -> None:
        for number in ids:
            self._gaps.pop(number, None)
        self._note_gaps(self.high, [number for number in ids if number > self.high])
        self.high = max([self.high, *ids])
        oldest = monotonic() - GAP_SECONDS
        self._gaps = {number: since for number, since in self._gaps.items() if since > oldest}

    def _note_gaps(self, after: int, ids: Iterable[int]) -> None:
        """Remember the ids that are missing between ``after`` and each of some ascending ids."""
        if connection.vendor == "sqlite":
            return  # one writer at a time: ids appear in order
        now = monotonic()
        for number in ids:
            first = max(after + 1, number - MOST_GAPS)
            self._gaps.update(dict.fromkeys(range(first, number), now))
            after = number


@dataclass(frozen=True)
class Cursor:
    """Where a page is in the log: the last id it has, and when it got it.

    Written as ``1207.1794990600``, in the stream's ``id`` lines and in the session. A returning page sends
    it as ``Last-Event-ID``, a new one as ``after``.
    """

    number: int
    at: datetime

    def __str__(self) -> str:
        return f"{self.number}.{int(self.at.timestamp())}"

    @classmethod
    def newest(cls, *, now: datetime) -> "Cursor":
        """Return where a page is that has read everything until now."""
        return cls(LogReader().settled, now)

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """Parse a cursor; malformed text counts as one that is long outdated."""
        match = re.fullmatch(r"([0-9]{1,18})\.([0-9]{1,11})", text, re.ASCII)
        if match is None:
            return cls(0, datetime.fromtimestamp(0, UTC))
        return cls(int(match[1]), datetime.fromtimestamp(int(match[2]), UTC))


@dataclass(frozen=True)
class Replay:
    """The events that a returning page has missed; ``complete`` is false if some are no longer there."""

    events: list[LiveEvent]
    complete: bool = True


def replay(*, account_id: UUID, after: Cursor, now: datetime) -> Replay:
    """Return an account's events after a cursor, if all of them still exist."""
    last = LiveEvent.objects.aggregate(last=Max("id"))["last"]
    from_elsewhere = last is not None and after.number > last
    if from_elsewhere or now - after.at > KEEP_LIVE_EVENTS:
        return Replay([], complete=False)
    missed = LiveEvent.objects.filter(account_id=account_id, id__gt=after.number).order_by("id")
    events = list(missed[: REPLAY_LIMIT + 1])
    if len(events) > REPLAY_LIMIT:
        return Replay([], complete=False)
    return Replay(events)
