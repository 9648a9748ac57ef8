"""Expressions for the admin site's search: prefix and suffix of texts, and indexes for them.

A search that scans every row takes seconds at a million rows. These expressions use the C collation, so that
PostgreSQL answers ``LIKE 'anna%'`` from an ordinary index of the same expression.
"""

from typing import Any

from django.db import models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.models import Func, TextField, Transform

from marketplace.folding import DIGRAPHS, LETTERS, NAME_LETTERS

_ACCENTS = "[\\u0300-\\u036f]"
# Registered with every connection to SQLite.
FOLDING_FUNCTION, NAME_FOLDING_FUNCTION = "suuber_folded", "suuber_folded_name"


def _quoted(text: str) -> str:
    return "'{}'".format(text.replace("'", "''"))


def _bare(letters: dict[str, str]) -> str:
    bare = f"regexp_replace(normalize(%(expressions)s, NFKD), '{_ACCENTS}', '', 'g')"
    for letter, pair in DIGRAPHS.items():
        bare = f"replace({bare}, '{letter}', '{pair}')"
    return f"translate({bare}, {_quoted(''.join(letters))}, {_quoted(''.join(letters.values()))})"


def _without_umlauts(bare: str) -> str:
    return f"regexp_replace({bare}, '([aou])e', '\\1', 'g')"


def _folding() -> str:
    """Return :func:`marketplace.folding.folded` as an expression of PostgreSQL."""
    folded = _without_umlauts(_bare(LETTERS))
    return f"(btrim(regexp_replace({folded}, ' +', ' ', 'g')) COLLATE \"C\")"


def _name_folding() -> str:
    """Return :func:`marketplace.folding.folded_name` as an expression of PostgreSQL."""
    together = f"replace({_bare(NAME_LETTERS)}, ' ', '')"
    return f'({_without_umlauts(together)} COLLATE "C")'


class Folded(Func):
    """A text as :func:`marketplace.folding.folded` returns it, in byte order: an index finds prefixes."""

    template = _folding()
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Call the Python function."""
        return super().as_sql(
            compiler, connection, template=f"{FOLDING_FUNCTION}(%(expressions)s)", **context
        )


class FoldedName(Func):
    """Names, one after the other, as :func:`marketplace.folding.folded_name` returns them, in byte order."""

    template = _name_folding()
    arg_joiner = " || "
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Call the Python function."""
        return super().as_sql(
            compiler, connection, template=f"{NAME_FOLDING_FUNCTION}(%(expressions)s)", **context
        )


class LowerPrefix(Func):
    """A text in lower case with byte order. Only the first migrations use it; now it is :class:`Folded`."""

    template = '(LOWER(%(expressions)s) COLLATE "C")'
    arity = 1
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Leave out the collation: SQLite compares bytes anyway."""
        return super().as_sql(compiler, connection, template="LOWER(%(expressions)s)", **context)


class AsciiLower(Transform):
    """A text with A to Z as small letters and all others as they are, in byte order."""

    lookup_name = "lower"
    template = '(LOWER(%(expressions)s COLLATE "C"))'
    output_field = TextField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Leave out the collation: SQLite knows no other letters."""
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
