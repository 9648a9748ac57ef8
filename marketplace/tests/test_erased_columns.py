"""After the erasure of an account, no column with words is left but those that are declared to stay.

Every declared table gets a row of the account, with a word of its own in each column that can hold one. So a
column of which the erasure knows nothing is found without anybody thinking of it.
"""

import datetime as dt
import json
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from itertools import count
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection, models

from accounts import erasing
from accounts.limits import keyed_hash
from accounts.models import ErasureRequest, FailedSignIn, ThrottledAct, User
from conftest import WEDNESDAY as NOW
from marketplace import personal_data
from marketplace.jobs.models import OutboxMessage
from marketplace.personal_data import DECLARED_IN, Deleted, Retained, Table

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW), pytest.mark.breaks_invariants]

Row = models.Model
# A word is as short as the last digits of a card; no shorter column can name anybody.
WORDS = count()
SHORTEST = 4
# A value for each type of column that holds no words.
PLAIN: list[tuple[Any, object]] = [
    (models.BooleanField, False),
    (models.IntegerField, 1),
    (models.DecimalField, Decimal(1)),
    (models.FloatField, 1.0),
    (models.DateTimeField, NOW),
    (models.DateField, NOW.date()),
    (models.TimeField, dt.time(9)),
    (models.DurationField, dt.timedelta(hours=1)),
]


def holds_words(field: Any) -> bool:
    """Return whether people's words may stand in a column."""
    if field.remote_field or field.choices:
        return False
    if isinstance(field, models.CharField):
        return field.max_length is None or field.max_length >= SHORTEST
    return isinstance(field, models.TextField | models.JSONField | models.BinaryField)


def worded(field: Any) -> Any:
    """Return a value with a word that stands nowhere else."""
    word = f"w{next(WORDS):03}"
    if isinstance(field, models.EmailField):
        return f"{word}@example.org"
    if isinstance(field, models.BinaryField):
        return word.encode()
    if isinstance(field, models.JSONField):
        return [word] if isinstance(field.get_default(), list) else {"word": word}
    return word


def plain(field: Any) -> Any:
    """Return a value that says nothing of anybody; of a state the last one, so that nothing is under way."""
    if field.null:
        return None
    if field.choices:
        return field.choices[-1][0]
    if isinstance(field, models.UUIDField):
        return field.get_default()
    return next((value for kind, value in PLAIN if isinstance(field, kind)), "x")


class Planter:
    """Makes one row of each table, all of one account."""

    def __init__(self, account: User) -> None:
        self.rows: dict[type[Row], Row] = {
            User: account,
            ContentType: ContentType.objects.get_for_model(User),
        }

    def row_of(self, model: type[Row]) -> Row:
        """Return the table's row; rows that it points to come first."""
        if model not in self.rows:
            row = model(**{field.name: self._value(field) for field in self._columns(model)})
            self._point_at_account(row)
            models.QuerySet(model).bulk_create([row])
            self.rows[model] = row
        return self.rows[model]

    def _columns(self, model: type[Row]) -> Iterator[Any]:
        for field in model._meta.concrete_fields:
            if not isinstance(field, models.AutoField | models.BigAutoField) and not field.generated:
                yield field

    def _value(self, field: Any) -> Any:
        if field.remote_field:
            return self.row_of(field.related_model)
        return worded(field) if holds_words(field) else plain(field)

    def _point_at_account(self, row: Any) -> None:
        """Name the account in tables that do so without a foreign key."""
        account: Any = self.rows[User]
        if isinstance(row, FailedSignIn | ThrottledAct):
            row.account_key = keyed_hash(account.email)
        elif isinstance(row, LogEntry):
            row.object_id = str(account.pk)
        elif isinstance(row, OutboxMessage):
            row.payload |= {"userId": str(account.pk)}


@contextmanager
def without_checks() -> Iterator[None]:
    """Let rows say what no order says: both accepted and declined, both paid and failed."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA ignore_check_constraints = ON")
            try:
                yield
            finally:
                cursor.execute("PRAGMA ignore_check_constraints = OFF")
            return
        # It ends with the test's transaction.
        for model in {table.model for table in personal_data.tables()}:
            for rule in model._meta.constraints:
                if isinstance(rule, models.CheckConstraint):
                    cursor.execute(f'ALTER TABLE "{model._meta.db_table}" DROP CONSTRAINT "{rule.name}"')
        yield


def words_of(table: Table) -> list[str]:
    """Return the columns of a table that are personal and can hold words."""
    declared = [*table.exported.split(), *table.withheld]
    return [name for name in declared if holds_words(table.model._meta.get_field(name))]


def text(value: Any) -> str:
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode("latin-1")
    return value if isinstance(value, str) else json.dumps(value, default=str)


def said_to_stay(table: Table) -> set[str]:
    return {name for step in table.erasing if isinstance(step, Retained) for name in step.words.split()}


def values_of(table: Table, row: Row) -> dict[str, Any]:
    """Return the present columns of a row; none if it is gone."""
    return table.model._base_manager.filter(pk=row.pk).values().first() or {}


def plant(account: User) -> Planter:
    """Give an account words of its own, and a row in every table."""
    for field in User._meta.concrete_fields:
        if holds_words(field):
            setattr(account, field.name, worded(field))
    account.save()
    planter = Planter(account)
    for table in personal_data.tables():
        row = planter.row_of(table.model)
        assert table.rows(account.pk).filter(pk=row.pk).exists(), (
            f"{table.model._meta.label}: `rows` of its declaration does not find the row of an account."
        )
    return planter


@pytest.mark.usefixtures("now")
def test_no_column_with_words_is_left_but_those_that_are_said_to_stay(alice) -> None:
    wrong = []
    with without_checks():
        rows = plant(alice).rows
        before = {table.name: values_of(table, rows[table.model]) for table in personal_data.tables()}

        request = rows[ErasureRequest]
        assert erasing.erase(request_id=request.pk, now=NOW), erasing.waits_for(user_id=alice.pk)

        for table in personal_data.tables():
            after = values_of(table, rows[table.model])
            left = {
                name
                for name in words_of(table)
                if after and text(after[name]) == text(before[table.name][name])
            }
            where = f"in {DECLARED_IN.get(table.model._meta.app_label, 'accounts/personal_data.py')}"
            wrong += [
                f"{table.model._meta.label}.{name} is left after an erasure: empty it (`Emptied`), "
                f"or name it in `Retained(…, words=…)` with the reason, {where}."
                for name in sorted(left - said_to_stay(table))
            ]
            wrong += [
                f"{table.model._meta.label}.{name} is said to stay, and does not, or holds no words: "
                f"take it out of `Retained(…, words=…)` {where}."
                for name in sorted(said_to_stay(table) - left)
            ]

    assert not wrong, "\n".join(wrong)


def test_what_is_deleted_has_nothing_that_stays() -> None:
    for table in personal_data.tables():
        assert not (any(isinstance(step, Deleted) for step in table.erasing) and said_to_stay(table))
