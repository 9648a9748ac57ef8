"""Database errors that tests cause on purpose."""

from typing import Any
from uuid import UUID


class Fault(Exception):
    """The error that :class:`FaultOf` raises."""


class FaultOf:
    """Makes every write fail that names one row.

    Except those of a sweep about its own work: of the table ``unless``, or all that do not contain the column
    ``only``. Use it as ``connection.execute_wrapper(FaultOf(row.pk))``.
    """

    def __init__(self, row_id: UUID, *, unless: str = "no table", only: str = "") -> None:
        self.row_id, self.unless, self.only = row_id.hex, unless, only

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        """Run a statement, or raise :class:`Fault`."""
        writes = sql.startswith(("UPDATE", "INSERT")) and self.unless not in sql and self.only in sql
        if writes and any(str(one).replace("-", "") == self.row_id for one in params or ()):
            raise Fault
        return execute(sql, params, many, context)
