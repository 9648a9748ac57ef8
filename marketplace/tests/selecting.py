"""Which tests run, and in which order.

Each database leaves out what is about the other alone. ``--what-knows-sqlite`` selects what `make test` runs
on SQLite beside all the tests on PostgreSQL. A sweep runs one rule over many cases: with ``--sample-sweeps``,
as in `make test`, over a fixed third of them. Its test has the mark ``sweep``, or the fixture ``sampled``.
The same option leaves out the tests with the mark ``slow``.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

# What `make test` also runs on SQLite; `make test-all` runs everything. Beside races: the main use case, and
# whatever has a statement for each database.
KNOWS_SQLITE = (
    *("demo/", "tools/", "marketplace/tests/test_conventions", "marketplace/tests/test_modules"),
    *(
        "marketplace/tests/test_codes",
        "marketplace/tests/test_environment",
        "marketplace/tests/test_production",
    ),
    *("marketplace/tests/test_enforced_constraints", "marketplace/tests/test_persistent_connections"),
    *("marketplace/tests/test_migrated", "marketplace/tests/test_outbox", "marketplace/tests/test_due_work"),
    *("marketplace/tests/test_sweeping", "marketplace/tests/test_pruning", "marketplace/tests/test_erasing"),
    *("orders/tests/test_place_order", "orders/tests/test_cancel_order", "orders/tests/test_money_arrives"),
    *("orders/tests/test_reschedule_order", "orders/tests/test_review_order", "orders/tests/test_ledger"),
    *("orders/tests/test_move_order", "orders/tests/test_admin_search", "orders/tests/test_invariants"),
    *("orders/payments/tests/test_settle", "orders/payments/tests/test_webhook"),
    # A lock that is held while another service says nothing stops everybody.
    "orders/payments/tests/test_hanging_services",
    *("orders/recurring/tests/test_place", "orders/recurring/tests/test_charge"),
    *("providers/tests/test_list", "providers/tests/test_localities", "providers/tests/test_next_free"),
    *("scheduling/tests/test_generate", "scheduling/tests/test_reserve", "scheduling/tests/test_time_slots"),
)
# How many cases of each test were collected, and which of them, from 0 on, a test is.
COLLECTED = pytest.StashKey[Counter[str]]()
POSITION = pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options by which `make test` selects what it runs."""
    parser.addoption(
        "--what-knows-sqlite", action="store_true", help="races, dialects and the main job alone"
    )
    parser.addoption("--sample-sweeps", action="store_true", help="a third of the cases of each sweep")


def is_in_the_sample(position: int, turn: int = 0) -> bool:
    """Return whether a third of a sweep's cases has the one at a position; that of turn 0 has the first.

    One of each three, but not always the same of them: of several parameters, whose values come around again
    and again, every third case would leave out whole values.
    """
    return (position + position // 3 - position // 18 + turn) % 3 == 0


@pytest.fixture(scope="session")
def sampled(pytestconfig: pytest.Config) -> Callable[..., list[Any]]:
    """Choose the cases that a test goes through by itself: all, or a third with ``--sample-sweeps``.

    Three tests with the same cases and different turns go through all of them together.
    """
    only_some = pytestconfig.getoption("--sample-sweeps")

    def chosen(cases: Iterable[Any], turn: int = 0) -> list[Any]:
        return [case for n, case in enumerate(cases) if not only_some or is_in_the_sample(n, turn)]

    return chosen


def pytest_itemcollected(item: pytest.Item) -> None:
    """Number the cases of each test here: later, their order is another one in each run."""
    collected = item.config.stash.setdefault(COLLECTED, Counter())
    test = item.nodeid.partition("[")[0]
    item.stash[POSITION] = collected[test]
    collected[test] += 1


def is_left_out_of_the_sample(item: pytest.Item) -> bool:
    """Return whether a test is slow, or one of a sweep's cases that ``--sample-sweeps`` does not select."""
    if item.get_closest_marker("slow"):
        return True
    return bool(item.get_closest_marker("sweep")) and not is_in_the_sample(item.stash[POSITION])


def knows_sqlite(item: pytest.Item) -> bool:
    """Return whether a test may behave differently on SQLite, or covers the main use case."""
    return bool(
        item.get_closest_marker("race")
        or item.get_closest_marker("only_sqlite")
        or item.nodeid.startswith(KNOWS_SQLITE)
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the files in which ``--what-knows-sqlite`` selects nothing: each worker would read them."""
    if not config.getoption("--what-knows-sqlite") or collection_path.suffix != ".py":
        return None
    if collection_path.relative_to(config.rootpath).as_posix().startswith(KNOWS_SQLITE):
        return None
    return None if names_a_mark(collection_path) else True


def names_a_mark(file: Path) -> bool:
    """Return whether a file has tests that ``--what-knows-sqlite`` selects by their marks."""
    text = file.read_text(encoding="utf-8")
    return "mark.race" in text or "mark.only_sqlite" in text


def has_real_transactions(item: pytest.Item) -> bool:
    """Return whether a test commits, and so empties every table at its end."""
    mark = item.get_closest_marker("django_db")
    return bool(mark and mark.kwargs.get("transaction")) or "transactional_db" in item.fixturenames


def turn(item: pytest.Item) -> tuple[bool, bool]:
    """Return what a test is sorted by: those with real transactions come last, as they empty the tables.

    Within each of the two, long tests begin first: whichever worker gets one last would be alone with it.
    """
    return has_real_transactions(item), item.get_closest_marker("long") is None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what is about the other database alone, and what `make test` does not select."""
    other = "only_sqlite" if connection.vendor == "postgresql" else "only_postgres"
    only_some, samples = config.getoption("--what-knows-sqlite"), config.getoption("--sample-sweeps")
    by_mark = {item.path for item in items if knows_sqlite(item) and not item.nodeid.startswith(KNOWS_SQLITE)}
    if unread := [str(path) for path in by_mark if not names_a_mark(path)]:
        raise pytest.UsageError(f"Marks that these files do not name themselves are not seen: {unread}")
    left_out = {
        item
        for item in items
        if item.get_closest_marker(other)
        or (only_some and not knows_sqlite(item))
        or (samples and is_left_out_of_the_sample(item))
    }
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    chosen = [item for item in items if item not in left_out]
    items[:] = sorted(chosen, key=turn)
