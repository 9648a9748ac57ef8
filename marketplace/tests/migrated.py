"""One migrated database for all workers of a run: each starts with a copy of it.

The first worker migrates while the others collect the tests; no test starts before all have collected.
Without workers there is nothing to share, and pytest-django creates its database as usual.
"""

import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from pytest_django.plugin import blocking_manager_key


def pytest_configure(config: pytest.Config) -> None:
    """Give the run an id, by which the databases of its workers are found at its end."""
    if config.pluginmanager.hasplugin("xdist") and not hasattr(config, "workerinput"):
        config.option.testrunuid = config.option.testrunuid or uuid.uuid4().hex


def _name(run: str) -> str:
    return str(_file(run)) if connection.vendor == "sqlite" else "test_migrated"


def _file(run: str) -> Path:
    return Path(settings.VAR_DIR, f"migrated-{run}.sqlite3")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Create the database to be copied, in the first worker."""
    worker: dict[str, Any] = getattr(session.config, "workerinput", {})
    if worker.get("workerid") != "gw0":
        return
    test, usual = connection.settings_dict["TEST"], connection.settings_dict["NAME"]
    own = test["NAME"]
    with session.config.stash[blocking_manager_key].unblock():
        test["NAME"] = _name(worker["testrunuid"])
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        connection.close()
        if connection.vendor == "postgresql":
            # PostgreSQL copies only a database without connections; the next one gets a new pool.
            connection.close_pool()
        connection.creation.destroy_test_db(usual, verbosity=0, keepdb=True)
        test["NAME"] = own


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Delete SQLite's file at the end of the run; PostgreSQL's goes with its cluster, or is recreated."""
    if not hasattr(session.config, "workerinput") and (run := session.config.getoption("testrunuid", None)):
        _file(run).unlink(missing_ok=True)


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest, django_db_keepdb: bool) -> bool:
    """Make pytest-django use the copied SQLite file instead of creating a database."""
    return django_db_keepdb or (hasattr(request.config, "workerinput") and connection.vendor == "sqlite")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> Iterator[None]:
    """Make a worker's database a copy."""
    worker: dict[str, Any] = getattr(request.config, "workerinput", {})
    if not worker:
        yield
        return
    test, migrated = connection.settings_dict["TEST"], _name(worker["testrunuid"])
    if connection.vendor == "sqlite":
        shutil.copyfile(migrated, test["NAME"])
    else:
        test["TEMPLATE"] = migrated
    yield
    if connection.vendor == "sqlite":
        connection.close()
        for end in ("", "-wal", "-shm"):
            Path(f"{test['NAME']}{end}").unlink(missing_ok=True)
