"""Expressions for the admin site's search: prefix and suffix of texts, and indexes for them.

A search that scans every row takes seconds at a million rows. These expressions use the C collation, so that
PostgreSQL answers ``LIKE 'anna%'`` from an ordinary index of the same expression.
"""

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import Func, TextField


class LowerPrefix(Func):
    """A text in lower case with byte order, so that an index finds prefixes."""

    template = '(LOWER(%(expressions)s) COLLATE "C")'
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Leave out the collation: SQLite compares bytes anyway."""
        return super().as_sql(compiler, connection, template="LOWER(%(expressions)s)", **context)


class ReversedText(Func):
    """A reversed text, so that an index finds suffixes."""

    template = '(REVERSE(%(expressions)s::text) COLLATE "C")'
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Use the function that Django registers with SQLite."""
        return super().as_sql(compiler, connection, template="REVERSE(%(expressions)s)", **context)


class ReversedDigits(Func):
    """The digits of a telephone number, reversed, without separators."""

    template = "(REVERSE(REGEXP_REPLACE(%(expressions)s, '[^0-9]', '', 'g')) COLLATE \"C\")"
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Remove the usual separators of telephone numbers."""
        bare = "%(expressions)s"
        for character in " +-./()":
            bare = f"REPLACE({bare}, '{character}', '')"
        return super().as_sql(compiler, connection, template=f"REVERSE({bare})", **context)


class SearchIndex(models.Index):
    """An index on PostgreSQL only: the embedded SQLite has few rows and scans them."""

    def create_sql(
        self,
        model: type[models.Model],
        schema_editor: BaseDatabaseSchemaEditor,
        using: str = "",
        **kwargs: Any,
    ) -> Any:
        """Return the CREATE statement; on SQLite one that does nothing."""
        if schema_editor.connection.vendor != "postgresql":
            return Statement("SELECT 1")
        return super().create_sql(model, schema_editor, using=using, **kwargs)

    def remove_sql(
        self, model: type[models.Model], schema_editor: BaseDatabaseSchemaEditor, **kwargs: Any
    ) -> Any:
        """Return the DROP statement; on SQLite one that does nothing."""
        if schema_editor.connection.vendor != "postgresql":
            return Statement("SELECT 1")
        return super().remove_sql(model, schema_editor, **kwargs)
