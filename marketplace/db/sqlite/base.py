"""Django's backend for SQLite, with a fair queue before the write lock.

SQLite lets one transaction write at a time. One that finds the lock taken sleeps and retries, up to a tenth
of a second later, and whichever retries at the right moment is next: with many, the lock is idle while all
of them sleep, and one can be unlucky until its timeout. So the transactions of a process queue here, and only
the first in the queue asks SQLite, where it competes with other processes and single statements. Both waits
together take at most ``LOCK_WAIT_SECONDS``.
"""

import sqlite3
from collections import deque
from threading import Lock
from time import monotonic
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.backends.sqlite3 import base

from marketplace.db.text_search import FOLDING_FUNCTION, NAME_FOLDING_FUNCTION
from marketplace.folding import folded, folded_name


class Queue:
    """A FIFO mutex for threads."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._is_taken = False
        self._waiting: deque[Lock] = deque()

    def enter(self, seconds: float) -> bool:
        """Wait at most ``seconds`` for the turn; return whether it came. If so, :meth:`leave` must follow."""
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
                return True  # it came between the timeout and taking the guard
            self._waiting.remove(turn)
            return False

    def leave(self) -> None:
        """Let the next in the queue in."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._is_taken = False


_writers = Queue()


def _folded_or_null(text: str | None) -> str | None:
    return None if text is None else folded(text)


def _folded_name_or_null(text: str | None) -> str | None:
    return None if text is None else folded_name(text)


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions queue for their turn."""

    _has_turn = False

    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """Open a connection that can fold text as PostgreSQL does here."""
        connection: sqlite3.Connection = super().get_new_connection(conn_params)
        connection.create_function(FOLDING_FUNCTION, 1, _folded_or_null, deterministic=True)
        connection.create_function(NAME_FOLDING_FUNCTION, 1, _folded_name_or_null, deterministic=True)
        return connection

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
        """Begin, waiting at most ``seconds`` for other processes; other statements keep their timeout."""
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
