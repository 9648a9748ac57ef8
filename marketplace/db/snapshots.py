"""Reading several tables as of one moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def snapshot() -> Iterator[None]:
    """Have all statements within read the data of one moment, whatever is written meanwhile.

    Nothing may be written within. Inside a transaction, which began before, it changes nothing.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
    else:
        with _deferred():
            yield


@contextmanager
def _deferred() -> Iterator[None]:
    """Begin a transaction of SQLite that only reads: Django's own take the lock for writing at once."""
    with connection.cursor() as cursor:
        cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            cursor.execute("ROLLBACK")
