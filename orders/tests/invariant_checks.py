"""A fixture that checks the invariants of the data after each test.

A conftest switches it on for its folder by importing :func:`invariants_hold`; a test that breaks the data on
purpose has the marker ``breaks_invariants``.
"""

import functools
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection

from orders.checks import invariants
from orders.checks.invariants import Check

Named = tuple[str, Check]
# SQL and parameters of a query with one column for each check: whether any of its queries finds a row.
Questions = tuple[str, list[Any]]


@pytest.fixture(autouse=True)
def invariants_hold(db, request):
    """Check the invariants after the test, before its data is rolled back."""
    yield
    if request.node.get_closest_marker("breaks_invariants") is None:
        assert violations() == []


def violations() -> list[str]:
    """Return what :func:`orders.checks.invariants.violations` does, in a fifth of its time."""
    return [f"{name}: {what}" for name, check in with_rows(invariants.OF_DATA) for what in check()]


def with_rows(
    checks: Sequence[Named], *, called: str = "invariants", before: str = "", given: Sequence[object] = ()
) -> list[Named]:
    """Return the checks whose queries find a row; the others have no violations, as on an empty database.

    One statement, ``called`` so, runs the queries of all checks as ``EXISTS``. ``before`` is what stands
    before it, with a placeholder for each value ``given``.
    """
    question, values = _asked_of_nothing(tuple(checks))
    found = _ask(called, before + question, values, given)
    return [check for check, is_any in zip(checks, found, strict=True) if is_any]


def _ask(called: str, question: str, values: list[Any], given: Sequence[object]) -> Any:
    """Return the row that answers a question.

    PostgreSQL takes ten times longer to plan this one than to answer it, so it plans once a connection.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT 1 FROM pg_prepared_statements WHERE name = %s", [called])
            if cursor.fetchone() is None:
                cursor.execute(f"PREPARE {called} AS {question}", values)
            places = ", ".join(["%s"] * len(given))
            cursor.execute(f"EXECUTE {called} ({places})" if given else f"EXECUTE {called}", given)
        else:
            cursor.execute(question, [*given, *values])
        return cursor.fetchone()


@functools.cache
def _asked_of_nothing(checks: tuple[Named, ...]) -> Questions:
    columns, values = [], []
    for name, check in checks:
        asked: list[Questions] = []

        def answer_nothing(execute, sql, params, many, context, asked=asked) -> Any:
            asked.append((sql, list(params or ())))
            return execute("SELECT 1 WHERE 1 = 0", None, many, context)

        with connection.execute_wrapper(answer_nothing):
            assert list(check()) == [], f"{name} finds something where nothing is"
        columns.append(" OR ".join(f"EXISTS ({sql})" for sql, _ in asked))
        values += [value for _, params in asked for value in params]
    return f"SELECT {', '.join(columns)}", values
