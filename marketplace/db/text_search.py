"""What the back office searches by: texts from their beginning or end, and indexes for that.

A search that reads every row takes seconds at a million of them. These expressions are compared byte by
byte, so that PostgreSQL answers ``LIKE 'anna%'`` from an ordinary index of the same expression.
"""

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import Func, TextField


class LowerPrefix(Func):
    """A text in lower case, compared byte by byte, so that an index finds what begins with a word."""

    template = '(LOWER(%(expressions)s) COLLATE "C")'
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """SQLite compares byte by byte anyway."""
        return super().as_sql(compiler, connection, template="LOWER(%(expressions)s)", **context)


class ReversedText(Func):
    """A text from its end, so that an index finds what ends with given characters."""

    template = '(REVERSE(%(expressions)s::text) COLLATE "C")'
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Django gives SQLite the function."""
        return super().as_sql(compiler, connection, template="REVERSE(%(expressions)s)", **context)


class ReversedDigits(Func):
    """The digits of a telephone number from its end, whatever people write between them."""

    template = "(REVERSE(REGEXP_REPLACE(%(expressions)s, '[^0-9]', '', 'g')) COLLATE \"C\")"
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Take away what stands in telephone numbers beside digits."""
        bare = "%(expressions)s"
        for character in " +-./()":
            bare = f"REPLACE({bare}, '{character}', '')"
        return super().as_sql(compiler, connection, template=f"REVERSE({bare})", **context)


class SearchIndex(models.Index):
    """An index that exists on PostgreSQL alone: the embedded default has few rows and reads them all."""

    def create_sql(
        self,
        model: type[models.Model],
        schema_editor: BaseDatabaseSchemaEditor,
        using: str = "",
        **kwargs: Any,
    ) -> Any:
        """Return what builds it, on SQLite a statement that does nothing."""
        if schema_editor.connection.vendor != "postgresql":
            return Statement("SELECT 1")
        return super().create_sql(model, schema_editor, using=using, **kwargs)

    def remove_sql(
        self, model: type[models.Model], schema_editor: BaseDatabaseSchemaEditor, **kwargs: Any
    ) -> Any:
        """Return what drops it, on SQLite a statement that does nothing."""
        if schema_editor.connection.vendor != "postgresql":
            return Statement("SELECT 1")
        return super().remove_sql(model, schema_editor, **kwargs)
