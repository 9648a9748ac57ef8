"""Tables that only grow: rows are added and never changed or removed.

The model refuses in Python, where a mistake is made; a trigger refuses in the database, where
anything else might try. SQLite drops triggers when a later migration rebuilds the table, so such a
migration must guard it again (a test looks for the triggers).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from django.apps.registry import Apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

_SUFFIX = "_is_append_only"
_FOR_EACH_ROW = "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
_REFUSE_CHANGE = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$
"""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Rows that can be read and added."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError(f"{self.model.__name__} rows are never changed.")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise TypeError(f"{self.model.__name__} rows are never removed.")


class AppendOnly(models.Model):
    """A row that is written once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row if it is new; refuse to change it."""
        if not self._state.adding:
            raise TypeError(f"{type(self).__name__} rows are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError(f"{type(self).__name__} rows are never removed.")


def guard(table: str) -> RunPython:
    """Return the migration that makes the database refuse changes of a table's rows."""

    def add(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in _statements(editor.connection.vendor, table):
            editor.execute(statement, params=None)

    def drop(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        for name in _triggers(editor.connection.vendor, table):
            on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
            editor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")

    return RunPython(add, drop)


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Take SQLite's guards away for a while; only emptying a whole test database needs that."""
    query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s"
    with connection.cursor() as cursor:
        cursor.execute(query, [f"%{_SUFFIX}%"])
        guards = cursor.fetchall()
        for name, _ in guards:
            cursor.execute(f"DROP TRIGGER {name}")
        try:
            yield
        finally:
            for _, statement in guards:
                cursor.execute(statement)


def _triggers(vendor: str, table: str) -> list[str]:
    if vendor == "postgresql":
        return [f"{table}{_SUFFIX}"]
    return [f"{table}{_SUFFIX}_{act}" for act in ("update", "delete")]


def _statements(vendor: str, table: str) -> list[str]:
    names = _triggers(vendor, table)
    if vendor == "postgresql":
        return [
            _REFUSE_CHANGE,
            f"CREATE TRIGGER {names[0]} BEFORE UPDATE OR DELETE ON {table} {_FOR_EACH_ROW}",
        ]
    return [
        f"CREATE TRIGGER {name} BEFORE {act} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for name, act in zip(names, ("UPDATE", "DELETE"), strict=True)
    ]
