"""Where data of people lies: every table says which of its columns, whose, and what becomes of them.

Each app declares its tables in its ``AppConfig.ready()``; a test walks the schema and fails on a column that
nobody has spoken of. The copy that a person gets and the erasure of an account are made of these
declarations alone, so nothing is forgotten by one of them that the other knows.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from django.db.models import Model, QuerySet
from django.utils import translation
from django.utils.functional import Promise

from marketplace.db import append_only
from marketplace.files import private

Find = Callable[[UUID], "QuerySet[Model]"]


def by(model: type[Model], path: str) -> Find:
    """Return what finds the rows of a table whose column, or path of columns, is the account."""
    return lambda user_id: model._default_manager.filter(**{path: user_id})


@dataclass(frozen=True)
class Deleted:
    """The rows go, with the files that they name."""

    def carry_out(self, table: "Table", user_id: UUID, now: datetime) -> None:
        """Delete them."""
        rows = table.rows(user_id)
        table.remove_files(rows)
        rows.delete()


@dataclass(frozen=True)
class Emptied:
    """The rows stay, and these columns of them lose what they hold; of some ``rows``, where that says so."""

    values: Mapping[str, object]
    rows: Find | None = None

    def carry_out(self, table: "Table", user_id: UUID, now: datetime) -> None:
        """Write the empty values."""
        rows = (self.rows or table.rows)(user_id)
        if table.file in self.values:
            table.remove_files(rows)
        append_only.emptied(rows, self.values)


@dataclass(frozen=True)
class Done:
    """A rule of the table's own erases them."""

    act: Callable[..., object]

    def carry_out(self, table: "Table", user_id: UUID, now: datetime) -> None:
        """Call it."""
        self.act(user_id=user_id, now=now)


@dataclass(frozen=True)
class Retained:
    """The rows stay as they are; ``because`` says why and for how long."""

    because: str

    def carry_out(self, table: "Table", user_id: UUID, now: datetime) -> None:
        """Leave them."""


@dataclass(frozen=True)
class Table:
    """A table that holds data of people.

    ``exported`` are the columns that the person gets a copy of, ``withheld`` those that they do not, each
    with the reason, ``aside`` those that say nothing of anybody; the three name every column.
    ``read_out`` are exported, too: what ``rows`` reads out of a column that is withheld as a whole.
    ``file`` is the column, one of those exported, that names a private file, ``called`` the one with the name
    that the file had. ``rows`` finds an account's rows. ``erasing`` is carried out in its order.
    """

    model: type[Model]
    title: str | Promise
    rows: Find
    exported: str
    erasing: tuple[Deleted | Emptied | Done | Retained, ...]
    withheld: Mapping[str, str | Promise] = field(default_factory=dict)
    aside: str = ""
    read_out: str = ""
    file: str = ""
    called: str = ""

    @property
    def name(self) -> str:
        """How the table is called in files: ``order_events``."""
        # Programs read it, so it is the same in every language.
        with translation.override("en"):
            return str(self.title).lower().replace(" ", "_").replace("-", "_")

    @property
    def columns(self) -> list[str]:
        """What is handed out of a row."""
        return [*self.exported.split(), *self.read_out.split()]

    def files(self, rows: "QuerySet[Model]") -> Iterator[str]:
        """Return the names of the private files that some rows name."""
        if self.file:
            for name in rows.exclude(**{self.file: ""}).values_list(self.file, flat=True):
                yield str(name).lstrip("/")

    def remove_files(self, rows: "QuerySet[Model]") -> None:
        """Remove the files of some rows once the present transaction stands."""
        for name in self.files(rows):
            private.remove_after_commit(name)


_tables: list[Table] = []
_nobody: dict[type[Model], set[str]] = {}


def declare(*tables: Table) -> None:
    """Name tables that hold data of people, in the order in which they are erased."""
    _tables.extend(tables)


def holds_nobody(model: type[Model], columns: str) -> None:
    """Name a table that tells of nobody, with all its columns: a new one is to be thought about."""
    _nobody[model] = set(columns.split())


def tables() -> list[Table]:
    """Return the tables that hold data of people, those of the lowest floor first."""
    return list(_tables)


def declared(model: type[Model]) -> set[str]:
    """Return the columns of a table that somebody has spoken of; ``KeyError`` where nobody has."""
    found = [table for table in _tables if table.model is model]
    if not found:
        return _nobody[model]
    return {
        name for table in found for name in (*table.exported.split(), *table.withheld, *table.aside.split())
    }


def erase(*, user_id: UUID, now: datetime) -> None:
    """Erase what is declared of an account, the upper floors first, in the caller's transaction."""
    for table in _erased_in_order():
        for step in table.erasing:
            step.carry_out(table, user_id, now)


def _erased_in_order() -> list[Table]:
    """Return the tables floor by floor from the top, within a floor as they were declared."""
    floors: dict[str, list[Table]] = {}
    for table in _tables:
        floors.setdefault(table.model._meta.app_label, []).append(table)
    return [table for floor in reversed(list(floors.values())) for table in floor]
