"""Tables that only grow: rows are added and never changed or removed.

The model refuses in Python, where a mistake is made; a trigger refuses in the database, where
anything else might try. SQLite drops triggers when a later migration rebuilds the table, so such a
migration must guard it again (a test looks for the triggers).
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


def emptied(rows: "models.QuerySet[Any]", values: Mapping[str, object]) -> int:
    """Take words out of rows, also of tables that only grow; return of how many rows.

    There the database lets pass only what its guard names (:func:`guard_again`), and nothing but emptying.
    """
    plain: models.QuerySet[Any] = models.QuerySet(rows.model)
    return plain.filter(pk__in=list(rows.values_list("pk", flat=True))).update(**values)


def guard(table: str, *, removable: bool = False) -> RunPython:
    """Return the migration that makes the database refuse changes of a table's rows.

    Rows that are ``removable`` may leave with what they belong to, once that has been kept long enough.
    """
    acts = ("UPDATE",) if removable else ("UPDATE", "DELETE")

    def add(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        for statement in _statements(editor.connection.vendor, table, acts):
            editor.execute(statement, params=None)

    def drop(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        _drop(editor, _triggers(editor.connection.vendor, table, acts), table)

    return RunPython(add, drop)


def guard_but_for_emptying(table: str, *columns: str) -> RunPython:
    """Return the migration after which a guarded table also lets the words in some columns be emptied.

    What a person is told or wrote must go with their account; that it was, when and by whom stays. Nothing
    else may change in the same statement, and what was emptied is never filled again.
    """
    whole = ("UPDATE", "DELETE")

    def add(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        vendor = editor.connection.vendor
        _drop(editor, _triggers(vendor, table, whole), table)
        if vendor == "postgresql":
            left = " - ".join(["", *(f"'{column}'" for column in columns)])
            emptied = " AND ".join(f"NEW.{column} = ''" for column in columns)
            unchanged = f"(to_jsonb(NEW){left}) = (to_jsonb(OLD){left})"
            editor.execute(
                f"CREATE TRIGGER {table}{_SUFFIX}_update BEFORE UPDATE ON {table} FOR EACH ROW "
                f"WHEN (NOT ({emptied} AND {unchanged})) EXECUTE FUNCTION refuse_change()",
                params=None,
            )
            editor.execute(f"CREATE TRIGGER {table}{_SUFFIX} BEFORE DELETE ON {table} {_FOR_EACH_ROW}")
            return
        with editor.connection.cursor() as cursor:
            found = editor.connection.introspection.get_table_description(cursor, table)
        same = [f"NEW.{one.name} IS OLD.{one.name}" for one in found if one.name not in columns]
        only = " AND ".join([*(f"NEW.{column} = ''" for column in columns), *same])
        update, delete = _statements(vendor, table, whole)
        editor.execute(update.replace(" BEGIN ", f" WHEN NOT ({only}) BEGIN ", 1), params=None)
        editor.execute(delete, params=None)

    def back(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        vendor = editor.connection.vendor
        _drop(editor, [*_triggers(vendor, table, whole), f"{table}{_SUFFIX}_update"], table)
        for statement in _statements(vendor, table, whole):
            editor.execute(statement, params=None)

    return RunPython(add, back)


def _drop(editor: BaseDatabaseSchemaEditor, triggers: list[str], table: str) -> None:
    on = f" ON {table}" if editor.connection.vendor == "postgresql" else ""
    for name in triggers:
        editor.execute(f"DROP TRIGGER IF EXISTS {name}{on}")


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


def _triggers(vendor: str, table: str, acts: tuple[str, ...]) -> list[str]:
    if vendor == "postgresql":
        return [f"{table}{_SUFFIX}"]
    return [f"{table}{_SUFFIX}_{act.lower()}" for act in acts]


def _statements(vendor: str, table: str, acts: tuple[str, ...]) -> list[str]:
    names = _triggers(vendor, table, acts)
    if vendor == "postgresql":
        return [
            _REFUSE_CHANGE,
            f"CREATE TRIGGER {names[0]} BEFORE {' OR '.join(acts)} ON {table} {_FOR_EACH_ROW}",
        ]
    return [
        f"CREATE TRIGGER {name} BEFORE {act} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for name, act in zip(names, acts, strict=True)
    ]
