"""Why work that is due was not done: what an act raises, and what that costs its row.

:class:`NotDone` is a failed attempt. Every other obstacle is no fault of the row and costs none:
:class:`Busy`, :class:`Outage`, :class:`ServiceAway`. A room names its own obstacle by a subclass,
as the store of files does.
"""

from contextlib import AbstractContextManager, nullcontext
from datetime import timedelta


class NotDone(Exception):
    """The attempt failed and is to be retried; it counts, and the message says why."""


class Later(Exception):
    """Not now, and through no fault of the row: the attempt does not count."""

    # How long until the row is due again; without a pause the next run takes it.
    pause = timedelta(0)


class Busy(Later):
    """Another transaction holds a lock that the row needs; the next run retries it."""


class Outage(Later):
    """A service that the row depends on is unreachable or not configured; other rows wait for it as well."""

    pause = timedelta(minutes=1)


class ServiceAway(Later):
    """A service that only some rows depend on is unreachable; the others go on."""

    pause = Outage.pause

    def assumed(self) -> AbstractContextManager[object]:
        """Return a context in which no row waits for the service again: the rest of the run."""
        return nullcontext()
