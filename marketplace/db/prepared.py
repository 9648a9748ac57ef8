"""Statements that PostgreSQL plans once per connection instead of once per call.

Planning a wide statement takes longer than running it. The plan is the same for all arguments
(``plan_cache_mode`` in :mod:`marketplace.db.connections`), so only a statement with one good plan
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


# Weak keys: prepared statements end with their connection, on the server as well.
_known: WeakKeyDictionary[Any, set[str]] = WeakKeyDictionary()


def execute(cursor: CursorWrapper, statement: Prepared, arguments: Mapping[str, Any]) -> None:
    """Run a PostgreSQL statement with its arguments; prepare it on its first use on a connection."""
    names = _known.setdefault(connection.connection, set())
    if statement.name not in names:
        cursor.execute(statement._declaration())
        names.add(statement.name)
    values = [arguments[name] for name in statement.types]
    cursor.execute(f"EXECUTE {statement.name} ({', '.join(['%s'] * len(values))})", values)
