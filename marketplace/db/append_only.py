"""Append-only tables: rows are added and never changed or removed.

The model refuses in Python, for early errors; a trigger refuses in the database, for everything else.
SQLite drops triggers when a later migration rebuilds the table, so such a migration must call
:func:`guard` again (a test looks for the triggers).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from django.apps.registry import Apps
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

_SUFFIX = "_is_append_only"
_REFUSE_CHANGE = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation'; END $$
"""


class AppendOnlyQuerySet(models.QuerySet[Any]):
    """Rows that can be read and added."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise TypeError(f"{self.model.__name__} rows are never changed.")

    def delete(self) -> NoReturn:
        raise TypeError(f"{self.model.__name__} rows are never removed.")


class AppendOnly(models.Model):
    """A row that is written once."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; refuse to update it."""
        if not self._state.adding:
            raise TypeError(f"{type(self).__name__} rows are never changed.")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise TypeError(f"{type(self).__name__} rows are never removed.")


def emptied(rows: "models.QuerySet[Any]", values: Mapping[str, object]) -> int:
    """Empty texts in rows, also of append-only tables; return in how many rows.

    There the trigger accepts only the columns that :func:`guard` names, and only emptying them.
    """
    plain: models.QuerySet[Any] = models.QuerySet(rows.model)
    return plain.filter(pk__in=list(rows.values_list("pk", flat=True))).update(**values)


def guard(table: str, *, removable: bool = False, may_be_emptied: tuple[str, ...] = ()) -> RunPython:
    """Return the migration operation that makes the database refuse changes to a table's rows.

    Rows that are ``removable`` may be deleted with their parent, after its retention period. Columns in
    ``may_be_emptied`` are emptied when the account they are about is erased; that there was a text, when and
    by whom stays. Nothing else may change in the same statement, and an emptied column is never filled
    again.
    """

    def add(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        vendor = editor.connection.vendor
        columns: list[str] = []
        if may_be_emptied and vendor == "sqlite":
            with editor.connection.cursor() as cursor:
                found = editor.connection.introspection.get_table_description(cursor, table)
            columns = [one.name for one in found]
        if vendor == "postgresql":
            editor.execute(_REFUSE_CHANGE, params=None)
        for act in ("UPDATE",) if removable else ("UPDATE", "DELETE"):
            unless = _is_emptied(vendor, may_be_emptied, columns) if act == "UPDATE" else ""
            editor.execute(_trigger(vendor, table, act, unless=unless), params=None)

    def drop(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
        for act in ("update", "delete"):
            editor.execute(f"DROP TRIGGER IF EXISTS {table}{_SUFFIX}_{act}{on}")

    return RunPython(add, drop)


def _is_emptied(vendor: str, emptied: tuple[str, ...], columns: list[str]) -> str:
    """Return the condition under which an UPDATE only empties some columns; "" for none."""
    if not emptied:
        return ""
    empty = [f"NEW.{column} = ''" for column in emptied]
    if vendor == "postgresql":
        left = " - ".join(["", *(f"'{column}'" for column in emptied)])
        return " AND ".join([*empty, f"(to_jsonb(NEW){left}) = (to_jsonb(OLD){left})"])
    return " AND ".join([*empty, *(f"NEW.{one} IS OLD.{one}" for one in columns if one not in emptied)])


def _trigger(vendor: str, table: str, act: str, *, unless: str) -> str:
    begins = f"CREATE TRIGGER {table}{_SUFFIX}_{act.lower()} BEFORE {act} ON {table}"
    when = f" WHEN (NOT ({unless}))" if unless else ""
    if vendor == "postgresql":
        return f"{begins} FOR EACH ROW{when} EXECUTE FUNCTION refuse_change()"
    return f"{begins}{when} BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Drop SQLite's triggers for a while; only flushing a whole test database needs that."""
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
