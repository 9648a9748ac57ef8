"""The schema matches the models, migrations are safe on full tables, and Django's private state is unused."""

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
from django.db.migrations.operations.base import Operation
from django.db.models import NOT_PROVIDED, CheckConstraint, Index, IntegerField, Model, Q

from marketplace.db.indexes import (
    BuildIndex,
    DeclareConstraint,
    DropIndex,
    EnforceConstraint,
)
from marketplace.tests.proof import record

ROOT = Path(__file__).parents[2]
OURS = ("accounts", "demo", "marketplace", "orders", "providers", "scheduling", "tools")
# Django's private state, which changes without notice. ``refresh_from_db`` is public.
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
# The last migration of each app that runs on empty tables.
FIRST = {"accounts": 1, "marketplace": 1, "orders": 1, "providers": 2, "scheduling": 1}
BESIDE_THE_WORK = (BuildIndex, DropIndex, EnforceConstraint)


def later_migrations() -> list[Migration]:
    """Return the migrations that run on full tables."""
    disk = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    return [
        migration
        for (app, name), migration in sorted(disk.items())
        if app in APPS and int(name[:4]) > FIRST[app]
    ]


def faults(migration: Migration) -> list[str]:
    """Return what in a migration would lock or rewrite a full table, or break the previous release."""
    fresh = {one.name.lower() for one in migration.operations if isinstance(one, CreateModel)}
    found = []
    if not migration.atomic and not all(isinstance(one, BESIDE_THE_WORK) for one in migration.operations):
        # Without a transaction a failure in the middle stays half done; only index builds can be repeated.
        found.append("what is built beside the work stands alone")
    for one in migration.operations:
        if migration.atomic and isinstance(one, BESIDE_THE_WORK):
            found.append(f"{one.describe()} is done outside of a transaction")
        if getattr(one, "model_name", "").lower() not in fresh and (fault := fault_of(one)):
            found.append(f"{one.describe()} {fault}")
    return found


def fault_of(one: Operation) -> str:
    """Return why an operation is unsafe on a full table; "" if it is safe."""
    if isinstance(one, (RemoveField, DeleteModel, RenameField, RenameModel)):
        return "takes away what the release before uses"
    if isinstance(one, (AddIndex, RemoveIndex)) and not isinstance(one, (BuildIndex, DropIndex)):
        return "locks (BuildIndex)"
    if isinstance(one, AddConstraint) and not isinstance(one, DeclareConstraint):
        return "locks (DeclareConstraint)"
    if isinstance(one, AddField):
        field = one.field
        # PostgreSQL skips the check of existing rows for a new foreign key only where all of them are null.
        if field.db_index or field.unique or (field.is_relation and not field.null):
            return "locks"
        if not (field.null or field.many_to_many or field.db_default is not NOT_PROVIDED):
            return "leaves no value for the rows that the release before adds"
    return ""


@pytest.mark.proof
def test_later_migrations_neither_lock_nor_rewrite_nor_take_away() -> None:
    later = later_migrations()

    assert {str(migration): faults(migration) for migration in later if faults(migration)} == {}
    record("T12", f"{len(later)} migrations, none that locks, rewrites or removes", "0")


def test_what_a_later_migration_declares_is_enforced_by_another() -> None:
    declared, enforced = [], []
    for migration in later_migrations():
        for one in migration.operations:
            if isinstance(one, DeclareConstraint):
                declared.append((migration.app_label, one.constraint.name))
            elif isinstance(one, EnforceConstraint):
                enforced.append((migration.app_label, one.name))

    assert sorted(declared) == sorted(enforced)


IS_POSITIVE = CheckConstraint(condition=Q(weight__gt=0), name="weight_is_positive")


@pytest.mark.parametrize(
    ("operations", "atomic", "fault"),
    [
        ([AddIndex("order", Index(fields=["weight"], name="by_weight"))], True, "locks (BuildIndex)"),
        ([BuildIndex("order", Index(fields=["weight"], name="by_weight"))], True, "outside of a transaction"),
        ([RemoveIndex("order", "by_weight")], True, "locks (BuildIndex)"),
        ([DropIndex("order", "by_weight")], True, "outside of a transaction"),
        ([AddConstraint("order", IS_POSITIVE)], True, "locks (DeclareConstraint)"),
        ([EnforceConstraint("order", "weight_is_positive")], True, "outside of a transaction"),
        ([DeclareConstraint("order", IS_POSITIVE)], False, "stands alone"),
        ([AddField("order", "bag", IntegerField(null=True, db_index=True))], True, "locks"),
        ([AddField("order", "bag", IntegerField(default=0))], True, "leaves no value"),
        ([RemoveField("order", "weight")], True, "takes away"),
        ([RenameField("order", "weight", "kilograms")], True, "takes away"),
        ([DeleteModel("order")], True, "takes away"),
    ],
)
def test_what_locks_rewrites_or_takes_away_is_found(operations, atomic, fault) -> None:
    migration = Migration("0099_later", "orders")
    migration.operations, migration.atomic = operations, atomic

    [found] = faults(migration)

    assert fault in found


@pytest.mark.parametrize(
    ("operations", "atomic"),
    [
        ([AddField("order", "bag", IntegerField(null=True))], True),
        ([AddField("order", "bag", IntegerField(db_default=0))], True),
        ([BuildIndex("order", Index(fields=["weight"], name="by_weight"))], False),
        ([DropIndex("order", "by_weight")], False),
        ([DeclareConstraint("order", IS_POSITIVE)], True),
        ([CreateModel("Bag", []), AddConstraint("bag", IS_POSITIVE)], True),
    ],
)
def test_what_does_not_is_let_through(operations, atomic) -> None:
    migration = Migration("0099_later", "orders")
    migration.operations, migration.atomic = operations, atomic

    assert faults(migration) == []


def leading_columns(model: type[Model]) -> dict[str, list[str]]:
    """Return the columns that lead an unconditional index of several columns, with those indexes' names."""
    found: dict[str, list[str]] = {}
    for one in [*model._meta.indexes, *model._meta.constraints]:
        fields = getattr(one, "fields", ())
        if len(fields) > 1 and one.condition is None:
            found.setdefault(fields[0].lstrip("-"), []).append(one.name)
    return found


@pytest.mark.parametrize("app", APPS)
def test_no_index_is_the_beginning_of_another(app) -> None:
    for model in apps.get_app_config(app).get_models():
        begun = leading_columns(model)
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
            for column in leading_columns(model):
                alone = [
                    name
                    for name, columns in whole.items()
                    if columns == [model._meta.get_field(column).column]
                ]
                named = {index.name for index in model._meta.indexes} | {
                    constraint.name for constraint in model._meta.constraints
                }
                assert set(alone) <= named, f"{model.__name__}: {alone}"
