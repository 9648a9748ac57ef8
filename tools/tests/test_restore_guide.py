"""The guide's backup can be restored after a later release has changed the database."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from marketplace.tests.server import database_url
from tools.console import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.only_postgres]

GUIDE = ROOT / "docs" / "restore.md"
OLD, NEW = f"restore_old_{os.getpid()}", f"restore_new_{os.getpid()}"
BEFORE = "CREATE TABLE first (id int PRIMARY KEY); INSERT INTO first VALUES (1)"
AFTER = "CREATE TABLE later (first_id int REFERENCES first); INSERT INTO first VALUES (2)"


def address_of(name: str) -> str:
    return f"{database_url().rpartition('/')[0]}/{name}"


def run(folder: Path, *command: str, database: str) -> str:
    env = os.environ | {"DATABASE_URL": address_of(database)}
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def of_the_guide(program: str) -> str:
    """Return the guide's command that begins with a program, for this test's new database."""
    (line,) = re.findall(rf"^{program} .*$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    return str(line).replace("suuber_restored", NEW)


@pytest.fixture
def databases(tmp_path):
    run(tmp_path, "createdb", "--maintenance-db", address_of("postgres"), OLD, database=OLD)
    yield
    for name in (OLD, NEW):
        run(tmp_path, "dropdb", "--if-exists", "--maintenance-db", address_of("postgres"), name, database=OLD)


def test_people_decide_before_anything_that_is_due_is_carried_out() -> None:
    steps = [
        "Stop all processes",
        "check the invariants",
        "Start `web`, closed to the public",
        "*Provider must answer*",
        "hand_back_due_at IS NOT NULL",
        "Skip the numbers",
        "Start the `comparison` worker alone",
        "call orders.compare_all_payments",
        "take step 4 once more",
        "*Returned in Stripe's own back office*",
        "*Pickup is late*",
        "Start the other workers and `beat`",
        "open the site to the public",
    ]
    guide = GUIDE.read_text(encoding="utf-8").partition("Restore in this order.")[2]

    places = [guide.find(step) for step in steps]

    assert places == sorted(places)
    assert -1 not in places


@pytest.mark.usefixtures("databases")
def test_a_backup_of_before_a_release_is_restored_as_it_was(tmp_path) -> None:
    run(tmp_path, "psql", address_of(OLD), "--command", BEFORE, database=OLD)
    run(tmp_path, "sh", "-c", of_the_guide("pg_dump"), database=OLD)
    run(tmp_path, "psql", address_of(OLD), "--command", AFTER, database=OLD)

    run(tmp_path, "sh", "-c", of_the_guide("createdb"), database=OLD)
    run(tmp_path, "sh", "-c", of_the_guide("pg_restore"), database=NEW)

    listed = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    for query, found in ((listed, "first"), ("SELECT id FROM first", "1")):
        assert run(tmp_path, "psql", address_of(NEW), "-Atc", query, database=NEW).split() == [found]
