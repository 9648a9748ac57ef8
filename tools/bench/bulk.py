"""Inserting millions of rows by SQL, with an expression for each column."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.db import connection, models
from django.db.models import NOT_PROVIDED


def uuid_of(kind: str, number: str) -> str:
    """Return SQL for the id of a numbered row."""
    return f"md5('{kind}' || ({number}))::uuid"


def literal(value: Any) -> str:
    """Return a value as SQL."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (dict, list)):
        return "'{}'::jsonb" if isinstance(value, dict) else "'[]'::jsonb"
    return "'" + str(getattr(value, "value", value)).replace("'", "''") + "'"


def _default(field: "models.Field[Any, Any]") -> str | None:
    """Return the default of a column as SQL; ``None`` if the database sets it."""
    if field.null or field.primary_key or field.db_default is not NOT_PROVIDED:
        return None
    if field.default is not NOT_PROVIDED:
        return literal(field.get_default())
    return "''"


def write(model: type[models.Model], source: str, columns: Mapping[str, str]) -> None:
    """Insert one row for each of ``source`` (``FROM …``); ``columns`` are SQL by column."""
    named = dict(columns)
    for field in model._meta.local_concrete_fields:
        column = str(field.column)
        if column not in named and (default := _default(field)) is not None:
            named[column] = default
    names = ", ".join(f'"{name}"' for name in named)
    with connection.cursor() as cursor:
        cursor.execute(
            f'INSERT INTO "{model._meta.db_table}" ({names}) SELECT {", ".join(named.values())} {source}'
        )


@contextmanager
def in_bulk(tables: list[str]) -> Iterator[None]:
    """Disable what makes bulk inserts slow.

    Foreign keys are not checked, as the ids are valid by construction, commits do not wait for the disk, and
    indexes are built at the end.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET synchronous_commit = off")
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SET maintenance_work_mem = '256MB'")
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = ANY(%s) AND indexname NOT IN"
            " (SELECT conname FROM pg_constraint)",
            [tables],
        )
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        yield
        for _, definition in indexes:
            cursor.execute(definition)
        for setting in ("session_replication_role", "synchronous_commit", "statement_timeout"):
            cursor.execute(f"RESET {setting}")
