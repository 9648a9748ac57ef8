"""Related rows as one JSON annotation: one statement instead of two.

Both keep the subquery's order. Values are as JSON has them: an instant is text, which :func:`as_utc` parses.
"""

from datetime import UTC, datetime
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import JSONField, QuerySet, Subquery
from django.db.models.sql.compiler import SQLCompiler


class _JsonRows(Subquery):
    sqlite_template: str

    def __init__(self, rows: QuerySet[Any, Any]) -> None:
        super().__init__(rows, output_field=JSONField())

    def as_sqlite(self, compiler: SQLCompiler, connection: BaseDatabaseWrapper) -> Any:
        return self.as_sql(compiler, connection, template=self.sqlite_template)


class JsonList(_JsonRows):
    """The values of a subquery's column ``item`` as a list, empty without rows."""

    template = "(SELECT coalesce(json_agg(item), '[]')::text FROM (%(subquery)s) AS found)"
    sqlite_template = "(SELECT json_group_array(item) FROM (%(subquery)s) AS found)"


class JsonMap(_JsonRows):
    """A subquery's columns ``name`` and ``item`` as a mapping; of equal names the last wins."""

    template = "(SELECT coalesce(json_object_agg(name, item), '{}')::text FROM (%(subquery)s) AS found)"
    sqlite_template = "(SELECT json_group_object(name, item) FROM (%(subquery)s) AS found)"


def as_utc(text: str) -> datetime:
    """Parse an instant (aware, UTC) that a database wrote into JSON; SQLite omits the zone."""
    at = datetime.fromisoformat(text)
    return at if at.tzinfo else at.replace(tzinfo=UTC)
