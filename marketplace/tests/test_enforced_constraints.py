"""A constraint on a full table is completed without blocking, whatever an earlier release has left behind."""

import pytest
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

from marketplace.db.indexes import EnforceConstraint

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.only_postgres]

CHECK, UNIQUE = "disputed_is_not_negative", "one_recurring_per_weekday_hour"


def enforce() -> None:
    """Run what migration 0020 runs, as ``migrate`` does."""
    state = MigrationExecutor(connection).loader.project_state()
    migration = Migration("enforce", "orders")
    migration.atomic = False
    migration.operations = [EnforceConstraint("order", CHECK), EnforceConstraint("recurringbooking", UNIQUE)]
    with connection.schema_editor(atomic=False) as editor:
        migration.apply(state, editor)


def value(sql: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return (cursor.fetchone() or [None])[0]


def is_valid() -> object:
    return value(f"SELECT convalidated FROM pg_constraint WHERE conname = '{CHECK}'")


def index() -> object:
    return value(f"SELECT indexrelid FROM pg_index WHERE indexrelid = to_regclass('{UNIQUE}') AND indisvalid")


def execute(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def test_what_holds_already_is_left_as_it_is() -> None:
    before = index()

    enforce()

    assert before is not None
    assert (index(), is_valid()) == (before, True)


def test_a_check_that_was_only_declared_is_asked_of_the_rows() -> None:
    execute(f"ALTER TABLE orders_order DROP CONSTRAINT {CHECK}")
    execute(f"ALTER TABLE orders_order ADD CONSTRAINT {CHECK} CHECK (disputed_amount >= 0) NOT VALID")

    enforce()

    assert is_valid() is True


def test_an_index_that_is_missing_is_built_as_it_was() -> None:
    before = value(f"SELECT indexdef FROM pg_indexes WHERE indexname = '{UNIQUE}'")
    execute(f"DROP INDEX {UNIQUE}")

    enforce()

    assert value(f"SELECT indexdef FROM pg_indexes WHERE indexname = '{UNIQUE}'") == before


def test_an_index_whose_build_was_interrupted_is_built_anew() -> None:
    execute(f"UPDATE pg_index SET indisvalid = false WHERE indexrelid = '{UNIQUE}'::regclass")

    enforce()

    assert index() is not None
