"""Statements that PostgreSQL plans once a connection and not once a call.

Planning a wide statement takes it longer than running it. The plan is one for all arguments
(``plan_cache_mode`` in :mod:`marketplace.db.connections`), so only a statement that has one good plan
belongs here: look at its ``EXPLAIN`` with few and with a million rows.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from django.db import connection
from django.db.backends.utils import CursorWrapper


class Prepared(NamedTuple):
    """A statement with ``%(name)s`` for its arguments, and their types in SQL."""

    name: str
    sql: str
    types: Mapping[str, str]

    def _declaration(self) -> str:
        placeholders = {name: f"${number}" for number, name in enumerate(self.types, 1)}
        return f"PREPARE {self.name} ({', '.join(self.types.values())}) AS {self.sql % placeholders}"


# Of a connection that is closed nothing is left, here as in the server.
_known: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()


def execute(cursor: CursorWrapper, statement: Prepared, arguments: Mapping[str, Any]) -> None:
    """Run a statement of PostgreSQL with its arguments; the first time on a connection, prepare it before."""
    names = _known.setdefault(connection.connection, set())
    if statement.name not in names:
        cursor.execute(statement._declaration())
        names.add(statement.name)
    values = [arguments[name] for name in statement.types]
    cursor.execute(f"EXECUTE {statement.name} ({', '.join(['%s'] * len(values))})", values)
