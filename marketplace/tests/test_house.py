"""The house stands: the schema is what the models say, and nobody reaches into Django's own state."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations import (
    AddConstraint,
    AddField,
    AddIndex,
    CreateModel,
    DeleteModel,
    Migration,
    RemoveField,
    RemoveIndex,
    RenameField,
    RenameModel,
)
from django.db.migrations.loader import MigrationLoader
from django.db.models import NOT_PROVIDED, Field, Model

from marketplace.db.indexes import (
    BuildIndex,
    BuildIndexOfAnother,
    DeclareConstraint,
    DropForeignKeyIndex,
    EnforceConstraint,
)
from marketplace.tests.proof import record

ROOT = Path(__file__).parents[2]
OURS = ("accounts", "demo", "marketplace", "orders", "providers", "scheduling", "tools")
# What Django keeps for itself and changes without notice. ``refresh_from_db`` is its public name.
PRIVATE = re.compile(
    r"\._result_cache|_prefetched_objects_cache|fields_cache|\brun_on_commit\b"
    r"|\b_from_testcase\b|\batomic_blocks\b|(?<!refresh)[._]from_db\("
)


def test_migrations_say_what_the_models_say(db) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_no_private_state_of_django_is_used() -> None:
    files = [path for room in OURS for path in (ROOT / room).rglob("*.py") if path != Path(__file__)]

    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text().splitlines()
        if PRIVATE.search(line)
    ]

    assert len(files) > 300
    assert found == []


APPS = ["accounts", "marketplace", "orders", "providers", "scheduling"]
# The last of each app that were written before tables were full; they may lock.
FIRST_RELEASE = {"accounts": 4, "marketplace": 1, "orders": 8, "providers": 3, "scheduling": 2}


def later_migrations() -> list[Migration]:
    """Return the migrations that meet tables full of rows."""
    disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return [
        migration
        for (app, name), migration in sorted(disk.items())
        if app in APPS and int(name[:4]) > FIRST_RELEASE[app]
    ]


def test_indexes_of_full_tables_are_built_beside_the_work() -> None:
    for migration in later_migrations():
        operations = migration.operations
        fresh = {one.name.lower() for one in operations if isinstance(one, CreateModel)}
        for one in operations:
            if isinstance(one, BuildIndex | DropForeignKeyIndex):
                assert not migration.atomic, f"{migration}: an index is built outside of a transaction"
            elif isinstance(one, AddIndex | RemoveIndex):
                assert one.model_name.lower() in fresh, f"{migration}: {one.describe()} locks (BuildIndex)"


def test_constraints_of_full_tables_are_declared_and_then_enforced_beside_the_work() -> None:
    declared: list[tuple[str, str]] = []
    for migration in later_migrations():
        operations = migration.operations
        fresh = {one.name.lower() for one in operations if isinstance(one, CreateModel)}
        for one in operations:
            if isinstance(one, EnforceConstraint):
                assert not migration.atomic, f"{migration}: rows are looked at outside of a transaction"
                declared.remove((migration.app_label, one.name))
            elif isinstance(one, DeclareConstraint):
                declared.append((migration.app_label, one.constraint.name))
            elif isinstance(one, AddConstraint):
                assert one.model_name.lower() in fresh, (
                    f"{migration}: {one.describe()} locks (DeclareConstraint)"
                )

    assert declared == [], "each is enforced by a later migration (EnforceConstraint)"


def test_columns_of_full_tables_bring_no_index_along() -> None:
    for migration in later_migrations():
        fresh = {one.name.lower() for one in migration.operations if isinstance(one, CreateModel)}
        for one in migration.operations:
            if isinstance(one, AddField) and one.model_name.lower() not in fresh:
                assert not one.field.db_index, f"{migration}: {one.describe()} locks (BuildIndex)"
                assert not one.field.unique, f"{migration}: {one.describe()} locks (DeclareConstraint)"
                # PostgreSQL passes over the rows of a new foreign key only where all of them are null.
                assert one.field.null or not one.field.is_relation, f"{migration}: {one.describe()} locks"


def test_a_migration_that_builds_an_index_changes_nothing_else() -> None:
    """Outside of a transaction, what fails in the middle stays half done: an index can be built again."""
    for migration in later_migrations():
        if not migration.atomic:
            kinds = {type(one) for one in migration.operations}
            assert kinds <= {BuildIndex, BuildIndexOfAnother, DropForeignKeyIndex, EnforceConstraint}, (
                migration
            )


def is_safe_beside_the_previous_release(field: Field) -> bool:
    """Tell whether a release that does not know a new column can still add rows."""
    return field.null or field.many_to_many or field.db_default is not NOT_PROVIDED


@pytest.mark.proof
def test_a_later_migration_takes_nothing_away_that_the_previous_release_uses() -> None:
    migrations = later_migrations()
    for migration in migrations:
        operations = migration.operations
        fresh = {one.name.lower() for one in operations if isinstance(one, CreateModel)}
        for one in operations:
            assert not isinstance(one, RemoveField | DeleteModel | RenameField | RenameModel), migration
            if isinstance(one, AddField) and one.model_name.lower() not in fresh:
                assert is_safe_beside_the_previous_release(one.field), f"{migration}: {one.describe()}"
    record("T12", f"{len(migrations)} migrations, none that locks, rewrites or removes", "0")


def beginnings(model: type[Model]) -> dict[str, list[str]]:
    """Return the columns that begin a whole index of several columns, and those indexes' names."""
    found: dict[str, list[str]] = {}
    for one in [*model._meta.indexes, *model._meta.constraints]:
        fields = getattr(one, "fields", ())
        if len(fields) > 1 and one.condition is None:
            found.setdefault(fields[0].lstrip("-"), []).append(one.name)
    return found


@pytest.mark.parametrize("app", APPS)
def test_no_index_is_the_beginning_of_another(app) -> None:
    for model in apps.get_app_config(app).get_models():
        begun = beginnings(model)
        for field in model._meta.local_fields:
            doubled = field.db_index and not field.unique and field.name in begun
            assert not doubled, (
                f"{model.__name__}.{field.name} begins {begun.get(field.name)}: db_index=False"
            )


@pytest.mark.only_postgres
def test_the_database_has_the_indexes_that_the_models_name_and_no_doubled_one(db) -> None:
    for app in APPS:
        for model in apps.get_app_config(app).get_models():
            with connection.cursor() as cursor:
                found = connection.introspection.get_constraints(cursor, model._meta.db_table)
            whole = {
                name: one["columns"]
                for name, one in found.items()
                if (one["index"] or one["unique"]) and one["columns"] and "_like" not in name
            }
            assert {index.name for index in model._meta.indexes} <= set(found)
            for column in beginnings(model):
                alone = [
                    name
                    for name, columns in whole.items()
                    if columns == [model._meta.get_field(column).column]
                ]
                named = {index.name for index in model._meta.indexes} | {
                    constraint.name for constraint in model._meta.constraints
                }
                assert set(alone) <= named, f"{model.__name__}: {alone}"
