"""The deploy guide works as it is, and a missing package is noticed."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.urls import get_resolver

from marketplace.http.parsing import MAX_BODY_BYTES
from marketplace.tests.fixtures import api_routes
from marketplace.tests.proof import FULL, record
from tools.deploy_check import guide, packages
from tools.deploy_check.journey import TASK_OF_QUEUE

ROOT = Path(__file__).parents[2]
WORKERS = "Failed: (sweeps|mail|push|stripe|files|comparison|nightly|beat) ended by itself."
# By removed package: the line of the guide, or the processes of the Procfile, that report it.
TAKEN_AWAY = {
    "packaging": WORKERS,
    "redis": WORKERS,
    "psycopg": "Failed: docs/deploy.md, line .* migrate",
    "whitenoise": "Failed: docs/deploy.md, line .* (migrate|collectstatic)",
    "uvicorn-worker": "Failed: events ended by itself.",
}


def test_the_guide_installs_configures_and_prepares_in_this_order() -> None:
    said = [line.command for line in guide.commands()]

    words = (
        "venv",
        "requirements.txt",
        "npm run build",
        ".env",
        "migrate",
        "collectstatic",
        "createsuperuser",
    )
    at = [next(index for index, command in enumerate(said) if word in command) for word in words]
    assert at == sorted(at)


def test_a_line_is_found_where_it_stands() -> None:
    text = guide.GUIDE.read_text(encoding="utf-8").splitlines()

    assert [text[line.number - 1] for line in guide.commands()] == [line.command for line in guide.commands()]


def test_the_proxy_does_what_the_example_for_nginx_says() -> None:
    rules = guide.proxy_rules()

    assert rules.locations == {"/api/events": "events", "/": "web"}
    assert rules.headers == {
        "Host": "$host",
        "X-Forwarded-Proto": "$scheme",
        "X-Forwarded-For": "$proxy_add_x_forwarded_for",
    }


def test_the_proxy_lets_every_file_through_that_the_site_takes() -> None:
    views = api_routes(get_resolver()).values()
    largest = max(getattr(view, "max_body_bytes", MAX_BODY_BYTES) for view in views)

    assert MAX_BODY_BYTES < largest <= guide.proxy_rules().largest_body


def test_each_queue_of_the_procfile_has_a_task_that_shows_that_it_is_worked() -> None:
    assert list(TASK_OF_QUEUE) == guide.queues()
    assert set(guide.processes()) == {"web", "events", "beat", *guide.queues()}


def test_packages_are_kept_until_what_decides_them_changes(tmp_path, monkeypatch) -> None:
    lock, venv = tmp_path / "requirements.txt", tmp_path / "venv"
    monkeypatch.setattr(packages, "LOCK", lock)
    lock.write_text("django==5.2.1\n")
    venv.mkdir()
    install = f"{packages.INSTALLS}-r requirements.txt"

    stamps = packages.quicker(install, venv).rpartition(" && ")[2]
    subprocess.run(["/bin/sh", "-c", stamps], check=True)
    commands = [packages.quicker(command, venv) for command in (packages.MAKES, install)]
    lock.write_text("django==5.2.2\n")
    anew = [packages.quicker(command, venv) for command in (packages.MAKES, install)]

    assert commands == [f"true && ln -s {venv} .venv", "true"]
    assert anew[0].startswith(f"rm -rf {venv} && ")
    assert "pip install" in anew[1]


def test_a_value_stands_between_the_quotes_and_an_unknown_name_is_refused(tmp_path) -> None:
    file = tmp_path / ".env"
    file.write_text("# PRODUCTION='1'\nREDIS_URL=''\n", encoding="utf-8")

    guide.filled_in(file, {"PRODUCTION": "1", "REDIS_URL": "redis://cache:6379/0"})

    assert file.read_text(encoding="utf-8") == "PRODUCTION='1'\nREDIS_URL='redis://cache:6379/0'\n"
    with pytest.raises(LookupError, match="REDIS_URI 0 times"):
        guide.filled_in(file, {"REDIS_URI": "redis://cache:6379/0"})


if FULL:
    # Takes minutes, and does not use the test database.

    @pytest.mark.proof
    @pytest.mark.only_sqlite
    def test_each_package_that_is_taken_away_is_noticed() -> None:
        for package, sentence in TAKEN_AWAY.items():
            command = [sys.executable, "-m", "tools.deploy_check", "--without", package]
            checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

            assert checked.returncode == 1, package
            assert re.search(sentence, checked.stderr), (package, checked.stderr)
            assert package.replace("-", "_") in checked.stderr, (package, checked.stderr)

        record("S28", f"{len(TAKEN_AWAY)} packages taken away, one at a time: noticed", "each of 5")
