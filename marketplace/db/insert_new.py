"""Inserting rows that do not exist yet, and returning which these were: one statement, no look before."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, models


def insert_new(rows: Sequence[models.Model]) -> set[Any]:
    """Insert rows of one table, skipping those that violate a unique constraint; return the new keys.

    Parallel inserts meet at the constraint: the second waits for the first, on PostgreSQL until its
    transaction ends. A primary key that only the database can generate is left out of the INSERT; the rows
    must name all other columns. A row that violates a check raises ``IntegrityError``, as always.
    """
    if not rows:
        return set()
    model = type(rows[0])
    key = model._meta.pk
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
    values = [
        field.get_db_prep_save(field.pre_save(row, add=True), connection) for row in rows for field in fields
    ]
    names = ", ".join(connection.ops.quote_name(str(field.column)) for field in fields)
    one = f"({', '.join(['%s'] * len(fields))})"
    inserting = (
        f"INSERT INTO {connection.ops.quote_name(model._meta.db_table)} ({names}) "  # noqa: S608 - our own names
        f"VALUES {', '.join([one] * len(rows))} "
        f"ON CONFLICT DO NOTHING RETURNING {connection.ops.quote_name(str(key.column))}"
    )
    return {row.pk for row in model._default_manager.raw(inserting, values)}
