"""Django's backend for SQLite, with a fair queue before the write lock.

SQLite lets one transaction write at a time. Whoever finds it busy sleeps and looks again, up to a tenth
of a second later, and whoever looks at the right moment is next: with many at once the lock lies idle
while all of them sleep, and one can be unlucky until its time is over. So the transactions of a process
wait here for their turn, and only the one whose turn it is asks SQLite, where it meets other processes
and single statements. The wait for both together is at most ``LOCK_WAIT_SECONDS``.
"""

import sqlite3
from collections import deque
from threading import Lock
from time import monotonic

from django.conf import settings
from django.db import OperationalError
from django.db.backends.sqlite3 import base


class Queue:
    """One at a time, first come, first served; safe for threads."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def enter(self, seconds: float) -> bool:
        """Wait for one's turn, at most so long; tell whether it came. If so, :meth:`leave` must follow."""
        with self._guard:
            if not self._is_taken:
                self._is_taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=seconds):
            return True
        with self._guard:
            if turn not in self._waiting:
                return True  # it came at the last moment
            self._waiting.remove(turn)
            return False

    def leave(self) -> None:
        """Let the next one in."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


_writers = Queue()


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions wait for their turn."""

    _has_turn = False

    def _start_transaction_under_autocommit(self) -> None:
        began = monotonic()
        if not _writers.enter(settings.LOCK_WAIT_SECONDS):
            raise OperationalError("database is locked")
        self._has_turn = True
        try:
            self._begin(settings.LOCK_WAIT_SECONDS - (monotonic() - began))
        except BaseException:
            self._end_turn()
            raise

    def _begin(self, seconds: float) -> None:
        """Begin, waiting so long for other processes; every other statement waits as long as always."""
        self._wait_at_most(seconds)
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # missing in the stubs
        finally:
            self._wait_at_most(settings.LOCK_WAIT_SECONDS)

    def _wait_at_most(self, seconds: float) -> None:
        connection: sqlite3.Connection = self.connection
        connection.execute(f"PRAGMA busy_timeout = {max(1, round(seconds * 1000))}")

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # missing in the stubs
        self._end_turn()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]  # missing in the stubs
        self._end_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]  # missing in the stubs
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        if self._has_turn:
            self._has_turn = False
            _writers.leave()
