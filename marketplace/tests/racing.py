"""Threads with real connections, started at the same instant, for tests of races.

A race needs rows that other connections can see, so its test is marked
``@pytest.mark.django_db(transaction=True)`` and ``@pytest.mark.race``.
"""

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from time import monotonic
from typing import TypeVar

from django.db import OperationalError, connection, connections

from marketplace.errors import is_lock_timeout

T = TypeVar("T")

START_WITHIN_SECONDS = 30


def race(acts: Sequence[Callable[[], T]]) -> list[T | Exception]:
    """Run all acts in parallel, each in a thread of its own, and return their results, in order.

    The result of an act that raised is its exception. Every thread has its own database connection, which is
    closed when its act is done.
    """
    barrier = Barrier(len(acts))
    outcomes: list[T | Exception | None] = [None] * len(acts)

    def run(number: int, act: Callable[[], T]) -> None:
        try:
            barrier.wait(START_WITHIN_SECONDS)
            outcomes[number] = act()
        except Exception as error:  # noqa: BLE001 - an act's exception is its outcome
            outcomes[number] = error
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(number, act)) for number, act in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes  # type: ignore[return-value]  # each thread has filled its place


def insisting(act: Callable[[], T]) -> T:
    """Run an act, and retry after lock timeouts, as the API's 503 asks clients to do."""
    while True:
        try:
            return act()
        except OperationalError as error:
            if not is_lock_timeout(error):
                raise


def until_somebody_waits() -> None:
    """Return once another connection to this database waits for a lock. PostgreSQL only."""
    deadline = monotonic() + START_WITHIN_SECONDS
    # Other workers of the same run wait in their own databases.
    waiting = (
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) "
        "WHERE NOT granted AND datname = current_database()"
    )
    with connection.cursor() as cursor:
        while monotonic() < deadline:
            # A transaction caches the list of connections until it is cleared.
            cursor.execute("SELECT pg_stat_clear_snapshot()")
            cursor.execute(waiting)
            if cursor.fetchone()[0]:
                return
    raise RuntimeError("nobody waits for a lock")


def succeeded(outcomes: Sequence[T | Exception]) -> list[T]:
    """Return the results of acts that did not raise."""
    return [outcome for outcome in outcomes if not isinstance(outcome, Exception)]


def refused(outcomes: Sequence[object], *kinds: type[Exception]) -> list[Exception]:
    """Return the exceptions of some kinds (by default all) that acts raised."""
    return [outcome for outcome in outcomes if isinstance(outcome, kinds or Exception)]
