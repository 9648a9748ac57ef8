"""Indexes and constraints on tables that are full already, added while others read and write them.

Building an index locks its table against writes for seconds per million rows. On PostgreSQL it is built
``CONCURRENTLY`` instead, outside of a transaction, so such a migration is not ``atomic``. Existing rows are
checked against a constraint in a later migration, also without blocking: the transaction that adds the
constraint holds an exclusive lock. A test holds every later migration to that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddConstraint, AddIndex, RemoveIndex
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import CheckConstraint


@contextmanager
def _without_limits(editor: BaseDatabaseSchemaEditor) -> Iterator[None]:
    """Lift the timeouts: let a statement wait for old transactions, and run as long as it takes."""
    editor.execute("SET statement_timeout = 0")
    editor.execute("SET lock_timeout = 0")
    try:
        yield
    finally:
        editor.execute("RESET statement_timeout")
        editor.execute("RESET lock_timeout")


class BuildIndex(AddIndexConcurrently):
    """Add an index concurrently; on SQLite, which one process uses, at once.

    An interrupted build leaves an invalid index that is never used: running the migration again rebuilds it.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
            return
        with _without_limits(schema_editor):
            name = schema_editor.quote_name(self.index.name)
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)
            return
        with _without_limits(schema_editor):
            super().database_backwards(app_label, schema_editor, from_state, to_state)


class DropIndex(RemoveIndexConcurrently):
    """Remove an index concurrently; on SQLite at once."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            RemoveIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
            return
        with _without_limits(schema_editor):
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            RemoveIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)
            return
        with _without_limits(schema_editor):
            super().database_backwards(app_label, schema_editor, from_state, to_state)


class DeclareConstraint(AddConstraint):
    """Add a constraint to a full table; :class:`EnforceConstraint` in a later migration completes it.

    On PostgreSQL a check applies to new writes from now on, and a unique constraint not yet. On SQLite,
    which one process uses, both apply at once.
    """

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Add the constraint without checking existing rows."""
        if schema_editor.connection.vendor != "postgresql":
            super().database_forwards(app_label, schema_editor, from_state, to_state)
        elif isinstance(self.constraint, CheckConstraint):
            model = to_state.apps.get_model(app_label, self.model_name)
            # Without parameters: otherwise the percent signs of a LIKE would be placeholders.
            declared = f"{self.constraint.create_sql(model, schema_editor)} NOT VALID"
            schema_editor.execute(declared, params=None)


class EnforceConstraint(Operation):
    """Complete what :class:`DeclareConstraint` has added; does nothing if it is complete already.

    An interrupted build leaves an invalid index that is never used: running the migration again rebuilds it.
    """

    atomic = False

    def __init__(self, model_name: str, name: str) -> None:
        self.model_name, self.name = model_name, name

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Change nothing: the constraint is in the state already."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Validate the check against existing rows, or build the unique index."""
        if schema_editor.connection.vendor != "postgresql":
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        [constraint] = [one for one in model._meta.constraints if one.name == self.name]
        name = schema_editor.quote_name(self.name)
        with _without_limits(schema_editor):
            if isinstance(constraint, CheckConstraint):
                table = schema_editor.quote_name(model._meta.db_table)
                schema_editor.execute(f"ALTER TABLE {table} VALIDATE CONSTRAINT {name}")
            elif not _stands(schema_editor, self.name):
                schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
                # With a condition it is only an index; without one, a constraint would have to be attached.
                plain, unique = str(constraint.create_sql(model, schema_editor)), "CREATE UNIQUE INDEX "
                if not plain.startswith(unique):
                    raise NotImplementedError(plain)
                schema_editor.execute(plain.replace(unique, f"{unique}CONCURRENTLY ", 1))

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        """Do nothing: reversing the declaration removes it."""

    def describe(self) -> str:
        return f"Enforce constraint {self.name} on the rows of {self.model_name}"


def _stands(editor: BaseDatabaseSchemaEditor, index: str) -> bool:
    """Return whether PostgreSQL has this index, and it is valid."""
    with editor.connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND indisvalid", [index])
        return cursor.fetchone() is not None
