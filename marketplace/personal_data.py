"""Declares where personal data is: which columns of every table, whose, and how it is erased.

Each app declares its tables in its ``AppConfig.ready()``. A column that nobody has declared is an error of
Django's system check, so that no command runs with it (:func:`check_columns`). Data exports and the erasure
of accounts are both driven by these declarations, so neither can miss what the other knows.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.apps import apps
from django.core import checks
from django.db.models import Model, Q, QuerySet
from django.utils import translation
from django.utils.functional import Promise

from marketplace.db import append_only
from marketplace.files import private

Find = Callable[[UUID], "QuerySet[Model]"]


def by(model: type[Model], path: str) -> Find:
    """Return a function that finds a table's rows by the column, or path of columns, of the account."""
    return lambda user_id: model._default_manager.filter(**{path: user_id})


def either(model: type[Model], *conditions: Q) -> "QuerySet[Model]":
    """Return the rows that fulfil one of some conditions, each of which an index serves.

    An OR over two tables has no index: PostgreSQL would join all of one with all of the other.
    """
    ids = [model._default_manager.order_by().filter(one).values("pk") for one in conditions]
    return model._default_manager.filter(pk__in=ids[0].union(*ids[1:]))


@dataclass(frozen=True)
class Deleted:
    """The rows are deleted, with the files that they name."""

    def carry_out(self, table: "Table", user_id: UUID, now: datetime) -> None:
        rows = table.rows(user_id)
        table.remove_files(rows)
        rows.delete()


@dataclass(frozen=True)
class Emptied:
    """The rows stay, and these columns of them are emptied; only in some ``rows``, if given."""

    values: Mapping[str, object]
    rows: Find | None = None

    def carry_out(self, table: "Table", user_id: UUID, now: datetime) -> None:
        rows = (self.rows or table.rows)(user_id)
        if table.file in self.values:
            table.remove_files(rows)
        append_only.emptied(rows, self.values)


@dataclass(frozen=True)
class Done:
    """A function of the table's own erases them."""

    act: Callable[..., object]

    def carry_out(self, table: "Table", user_id: UUID, now: datetime) -> None:
        self.act(user_id=user_id, now=now)


@dataclass(frozen=True)
class Retained:
    """The rows stay as they are; ``because`` says why and for how long.

    ``words`` are the columns whose texts stay as well; other steps erase all others. A test plants a word in
    each column, so none stays by being forgotten.
    """

    because: str
    words: str = ""

    def carry_out(self, table: "Table", user_id: UUID, now: datetime) -> None:
        """Change nothing: the rows stay."""


@dataclass(frozen=True)
class Table:
    """A table that holds personal data.

    ``exported`` are the columns in the person's data export, ``withheld`` those that are not, each
    with the reason, ``aside`` those without personal data; the three name every column.
    ``read_out`` are exported, too: annotations of ``rows`` read from a column that is withheld as a whole.
    ``file`` is the exported column that names a private file, ``called`` that with its original name.
    ``rows`` finds an account's rows. ``erasing`` are the steps of erasure, in order.
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
        """The table's name in files: ``order_events``."""
        # Programs read it, so it is the same in every language.
        with translation.override("en"):
            return str(self.title).lower().replace(" ", "_").replace("-", "_")

    @property
    def columns(self) -> list[str]:
        """The exported columns."""
        return [*self.exported.split(), *self.read_out.split()]

    def files(self, rows: "QuerySet[Model]") -> Iterator[str]:
        """Return the names of the private files of some rows."""
        if self.file:
            for name in rows.exclude(**{self.file: ""}).values_list(self.file, flat=True):
                yield str(name).lstrip("/")

    def remove_files(self, rows: "QuerySet[Model]") -> None:
        """Remove the files of some rows once the current transaction is committed."""
        for name in self.files(rows):
            private.remove_after_commit(name)


_tables: list[Table] = []
_nobody: dict[type[Model], set[str]] = {}


def declare(*tables: Table) -> None:
    """Declare tables that hold personal data, in the order in which they are erased."""
    _tables.extend(tables)


def holds_nobody(model: type[Model], columns: str) -> None:
    """Declare a table without personal data, with all its columns, so that a new column is noticed."""
    _nobody[model] = set(columns.split())


def tables() -> list[Table]:
    """Return the tables that hold personal data, those of the lowest layer first."""
    return list(_tables)


def declared(model: type[Model]) -> set[str] | None:
    """Return the declared columns of a table; ``None`` if it is not declared."""
    found = [table for table in _tables if table.model is model]
    if not found:
        return _nobody.get(model)
    return {
        name for table in found for name in (*table.exported.split(), *table.withheld, *table.aside.split())
    }


# Other apps' tables are declared in accounts.
DECLARED_IN = {
    "orders": "orders/privacy/personal_data.py",
    "providers": "providers/personal_data.py",
    "scheduling": "scheduling/personal_data.py",
}


def check_columns(**_given: Any) -> list[checks.CheckMessage]:
    """Return an error for each table with a column that is declared nowhere, or declared and gone."""
    errors: list[checks.CheckMessage] = []
    for model in apps.get_models(include_auto_created=True):
        columns, known = {field.name for field in model._meta.concrete_fields}, declared(model)
        if known == columns:
            continue
        new, gone = sorted(columns - (known or set())), sorted((known or set()) - columns)
        said = f"Nobody has said whether {', '.join(new)} is about a person."
        file = DECLARED_IN.get(model._meta.app_label, "accounts/personal_data.py")
        errors.append(
            checks.Error(
                said if new else f"There is no column {', '.join(gone)} any more.",
                hint=f"Say so in {file}, in the `Table` of {model.__name__} or by `holds_nobody` "
                "(docs/decisions/0034-tables-say-whose-data-they-hold.md).",
                obj=model,
                id="marketplace.E001",
            )
        )
    return errors


def erase(*, user_id: UUID, now: datetime) -> None:
    """Erase an account's data as declared, higher layers first, in the caller's transaction."""
    for table in _erased_in_order():
        for step in table.erasing:
            step.carry_out(table, user_id, now)


def _erased_in_order() -> list[Table]:
    """Return the tables app by app from the highest layer, within an app as they were declared."""
    floors: dict[str, list[Table]] = {}
    for table in _tables:
        floors.setdefault(table.model._meta.app_label, []).append(table)
    return [table for floor in reversed(list(floors.values())) for table in floor]
