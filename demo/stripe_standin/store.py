"""The state of the stand-in.

One SQLite file, shared by processes and kept across restarts.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from demo.stripe_standin.errors import Json, missing

_SCHEMA = """
CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, created INTEGER NOT NULL,
    customer TEXT, intent TEXT, charge TEXT, tag TEXT, body TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS objects_by_kind ON objects (kind, seq);
CREATE INDEX IF NOT EXISTS objects_by_customer ON objects (customer, kind) WHERE customer IS NOT NULL;
CREATE INDEX IF NOT EXISTS objects_by_intent ON objects (intent, kind) WHERE intent IS NOT NULL;
CREATE INDEX IF NOT EXISTS objects_by_charge ON objects (charge, kind) WHERE charge IS NOT NULL;
CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, started REAL NOT NULL,
    status INTEGER, body TEXT, request_id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, state TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    due REAL NOT NULL, claimed_until REAL NOT NULL DEFAULT 0, last_status INTEGER);
CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (state, due);
"""

# `tag` is the type of an event, the email address of a customer, and the group of a transfer.
_COLUMNS = ("customer", "intent", "charge", "tag")
_TAGS = {"event": "type", "customer": "email", "transfer": "transfer_group"}


@dataclass(frozen=True)
class Page:
    """One page of a list, newest first."""

    data: list[Json]
    has_more: bool


class Store:
    """Objects as JSON documents, with columns that lists filter by.

    Safe for several threads and processes.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._local = threading.local()
        self._open: list[sqlite3.Connection] = []
        self._guard = threading.Lock()
        self.connection.executescript(_SCHEMA)

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of this thread, opened at first use."""
        found: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if found is None:
            found = sqlite3.connect(self._path, timeout=20, isolation_level=None, check_same_thread=False)
            found.row_factory = sqlite3.Row
            found.execute("PRAGMA journal_mode=WAL")
            found.execute("PRAGMA synchronous=NORMAL")
            self._local.connection = found
            with self._guard:
                self._open.append(found)
        return found

    def close(self) -> None:
        """Close every thread's connection."""
        with self._guard:
            for connection in self._open:
                connection.close()
            self._open.clear()
        self._local = threading.local()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Run a transaction that has the write lock from the start, so that no read is stale."""
        connection = self.connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        connection.execute("COMMIT")

    def clear(self) -> None:
        """Delete everything."""
        with self.transaction():
            for table in ("objects", "idempotency", "deliveries"):
                self.connection.execute(f"DELETE FROM {table}")  # noqa: S608 - the names are the three above

    def find(self, object_id: str, kind: str | None = None) -> Json | None:
        """Return the object with its private attributes (leading underscore), or None."""
        row = self.connection.execute("SELECT kind, body FROM objects WHERE id = ?", (object_id,)).fetchone()
        if row is None or (kind and row["kind"] != kind):
            return None
        body: Json = json.loads(row["body"])
        return body

    def get(self, object_id: str, kind: str, *, param: str = "id", status: int = 404) -> Json:
        """Return the object, or Stripe's `resource_missing`."""
        found = self.find(object_id, kind)
        if found is None:
            raise missing(kind, object_id, param=param, status=status)
        return found

    def put(self, obj: Json) -> Json:
        """Insert or replace the object and return it."""
        columns = (obj.get("customer"), obj.get("payment_intent"), obj.get("charge") or obj.get("source"))
        tag = obj.get(_TAGS.get(obj["object"], ""))
        self.connection.execute(
            "INSERT INTO objects (id, kind, created, customer, intent, charge, tag, body) VALUES "
            "(?,?,?,?,?,?,?,?) ON CONFLICT (id) DO UPDATE SET customer = excluded.customer, tag = "
            "excluded.tag, body = excluded.body",
            (obj["id"], obj["object"], obj["created"], *columns, tag, json.dumps(obj)),
        )
        return obj

    def every(self, kind: str, **equal: str) -> list[Json]:
        """Return all objects of a kind with these column values, oldest first."""
        where, values = _where(kind, equal)
        rows = self.connection.execute(f"SELECT body FROM objects WHERE {where} ORDER BY seq", values)  # noqa: S608
        return [json.loads(row["body"]) for row in rows]

    def page(self, kind: str, params: Json, **equal: str | list[str] | None) -> Page:
        """Return one page by Stripe's cursors (`limit`, `starting_after`, `ending_before`, `created`)."""
        where, values = _where(kind, equal)
        for operator, bound in _created_bounds(params.get("created")):
            where += f" AND created {operator} ?"
            values.append(bound)
        is_reversed = bool(params.get("ending_before"))
        cursor = params.get("ending_before") or params.get("starting_after")
        if cursor:
            where += f" AND seq {'>' if is_reversed else '<'} ?"
            values.append(self._seq(str(cursor), kind, "ending_before" if is_reversed else "starting_after"))
        limit = int(params.get("limit") or 10)
        order = "ASC" if is_reversed else "DESC"
        rows = self.connection.execute(
            f"SELECT body FROM objects WHERE {where} ORDER BY seq {order} LIMIT ?",  # noqa: S608 - built from constants
            [*values, limit + 1],
        ).fetchall()
        data = [json.loads(row["body"]) for row in rows[:limit]]
        return Page(data[::-1] if is_reversed else data, len(rows) > limit)

    def _seq(self, object_id: str, kind: str, param: str) -> int:
        row = self.connection.execute(
            "SELECT seq FROM objects WHERE id = ? AND kind = ?", (object_id, kind)
        ).fetchone()
        if row is None:
            raise missing(kind, object_id, param=param, status=400)
        return int(row["seq"])


def _where(kind: str, equal: dict[str, Any]) -> tuple[str, list[Any]]:
    where, values = "kind = ?", [kind]
    for column, value in equal.items():
        if value is None:
            continue
        if column not in _COLUMNS:
            raise KeyError(column)
        wanted = value if isinstance(value, list) else [value]
        where += f" AND {column} IN ({','.join('?' * len(wanted))})"
        values += wanted
    return where, values


_OPERATORS = {"gt": ">", "gte": ">=", "lt": "<", "lte": "<="}


def _created_bounds(created: Any) -> list[tuple[str, int]]:
    if created is None:
        return []
    if isinstance(created, int):
        return [("=", created)]
    return [(_OPERATORS[name], bound) for name, bound in created.items()]
