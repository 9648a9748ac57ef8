"""Which tests run, and in which order.

Each database leaves out what is about the other alone. ``--what-knows-sqlite`` selects what `make test` runs
on SQLite beside all the tests on PostgreSQL.
"""

from pathlib import Path

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


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option by which `make test` selects what it runs on SQLite."""
    parser.addoption(
        "--what-knows-sqlite", action="store_true", help="races, dialects and the main job alone"
    )


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
    only_some = config.getoption("--what-knows-sqlite")
    by_mark = {item.path for item in items if knows_sqlite(item) and not item.nodeid.startswith(KNOWS_SQLITE)}
    if unread := [str(path) for path in by_mark if not names_a_mark(path)]:
        raise pytest.UsageError(f"Marks that these files do not name themselves are not seen: {unread}")
    left_out = {
        item for item in items if item.get_closest_marker(other) or (only_some and not knows_sqlite(item))
    }
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    chosen = [item for item in items if item not in left_out]
    items[:] = sorted(chosen, key=turn)
