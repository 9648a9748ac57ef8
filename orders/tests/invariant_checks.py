"""The watch over a module of tests: whatever a test did, the data is as it must be afterwards.

A conftest switches it on for its folder by importing :func:`invariants_hold`; a test that breaks the
data on purpose says so with the marker ``breaks_invariants``.
"""

import functools
from typing import Any

import pytest
from django.db import connection

from orders.checks import invariants
from orders.checks.invariants import Check

# Says for some checks, in their order, whether one of their questions finds a row.
Questions = tuple[str, list[Any]]


@pytest.fixture(autouse=True)
def invariants_hold(db, request):
    """Check the invariants when the test has ended, before its data is gone."""
    yield
    if request.node.get_closest_marker("breaks_invariants") is None:
        assert violations() == []


def violations() -> list[str]:
    """Return what :func:`orders.checks.invariants.violations` does, in a fifth of its time.

    A check that finds nothing is told nothing by any of its questions, most of the time. The questions of
    all checks are asked at once, and what asks in vain is not asked one by one: a check knows nothing but
    the answers, so with none of them it says what it says in an empty house, and that is nothing.
    """
    checks = tuple(invariants.OF_DATA)
    question, values = _asked_of_nothing(checks)
    with connection.cursor() as cursor:
        cursor.execute(question, values)
        found = cursor.fetchone()
    return [
        f"{name}: {what}"
        for (name, check), is_any in zip(checks, found, strict=True)
        if is_any
        for what in check()
    ]


@functools.cache
def _asked_of_nothing(checks: tuple[tuple[str, Check], ...]) -> Questions:
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
