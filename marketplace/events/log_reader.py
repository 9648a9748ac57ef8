"""Reads live events as they are committed, in spite of numbers that appear out of order.

On PostgreSQL a row gets its number when it is written and becomes visible when its transaction is
committed, so number 6 may appear after number 7. The reader remembers such gaps and asks for them
again for a while. ``settled`` is the number up to which nothing can still appear: a page that
comes back with it as ``Last-Event-ID`` misses nothing (and may be told something twice).
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

# Rows are kept this long (and pruned some time afterwards).
KEEP_LIVE_EVENTS = timedelta(days=1)

# Longer than any transaction lives: locks are waited for 3 seconds at most.
GAP_SECONDS = 30.0
MOST_GAPS = 1_000
BATCH = 500
# As many as others may write while one transaction is under way.
LOOK_BACK = 500
REPLAY_LIMIT = 500


def _writers_under_way() -> Func | Value:
    """Return an expression that tells whether somebody had written and not yet committed.

    An event is written after the change that it tells of, so its writer is known by then.
    """
    if connection.vendor == "sqlite":
        return Value(False, output_field=BooleanField())  # one writer at a time: numbers appear in order
    return Func(
        template="(SELECT pg_snapshot_xmin(s) <> pg_snapshot_xmax(s) FROM pg_current_snapshot() AS s)",
        output_field=BooleanField(),
    )


def _newest() -> tuple[list[int], bool]:
    """Return the highest numbers, rising, and whether lower ones may still appear.

    One statement, so that both are of one moment: a writer that commits in between would be in neither.
    """
    newest = LiveEvent.objects.order_by("-id").annotate(incomplete=_writers_under_way())
    rows = list(newest.values_list("id", "incomplete")[:LOOK_BACK])
    return [number for number, _ in reversed(rows)], any(incomplete for _, incomplete in rows)


class LogReader:
    """A place in the table of live events that moves forward with each :meth:`read`."""

    def __init__(self) -> None:
        recent, incomplete = _newest()
        self.high = recent[-1] if recent else 0
        self._gaps: dict[int, float] = {}
        if incomplete:
            first = max(self.high - LOOK_BACK, 0)
            self._note_gaps(first, [number for number in recent if number > first])

    @property
    def settled(self) -> int:
        """The number up to which every event has been read."""
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
        """Remember the numbers that are missing between ``after`` and each of some rising ids."""
        if connection.vendor == "sqlite":
            return  # one writer at a time: numbers appear in order
        now = monotonic()
        for number in ids:
            first = max(after + 1, number - MOST_GAPS)
            self._gaps.update(dict.fromkeys(range(first, number), now))
            after = number


@dataclass(frozen=True)
class Cursor:
    """What a page names when it comes back: how far it had been told, and when that was.

    Written as ``1207.1794990600`` in the stream's ``id`` lines.
    """

    number: int
    at: datetime

    def __str__(self) -> str:
        return f"{self.number}.{int(self.at.timestamp())}"

    @classmethod
    def read(cls, text: str) -> "Cursor":
        """Return the cursor that a page names; nonsense is one long gone."""
        match = re.fullmatch(r"([0-9]{1,18})\.([0-9]{1,11})", text, re.ASCII)
        if match is None:
            return cls(0, datetime.fromtimestamp(0, UTC))
        return cls(int(match[1]), datetime.fromtimestamp(int(match[2]), UTC))


@dataclass(frozen=True)
class Replay:
    """What a returning page has missed; ``complete`` is false when that cannot be told any more."""

    events: list[LiveEvent]
    complete: bool = True


def replay(*, account_id: UUID, after: Cursor, now: datetime) -> Replay:
    """Return an account's events after a place, as long as all of them are still there."""
    last = LiveEvent.objects.aggregate(last=Max("id"))["last"]
    from_elsewhere = last is not None and after.number > last
    if from_elsewhere or now - after.at > KEEP_LIVE_EVENTS:
        return Replay([], complete=False)
    missed = LiveEvent.objects.filter(account_id=account_id, id__gt=after.number).order_by("id")
    events = list(missed[: REPLAY_LIMIT + 1])
    if len(events) > REPLAY_LIMIT:
        return Replay([], complete=False)
    return Replay(events)
