"""A production start: what it refuses, its responses' headers, and Django's own deployment check."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from django.db import OperationalError, connection, transaction

from marketplace.tests.observatory import directives_of, score
from marketplace.tests.proof import record

# One worker runs all of them, as the module's production start migrates a database of its own.
pytestmark = pytest.mark.xdist_group("production")

ROOT = Path(__file__).resolve().parent.parent.parent
SECRET = "q3vJ8xWm2ZrT6yLk9PnB4sHd7GfC1aQe5UiO0wXzVtRbNcMj"
PAGES = ["/", "/login", "/checkout/1", "/nothing"]

VISIT = """
import json, sys
import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
client = Client(headers={"host": "suuber.example"})
seen = {}
for path in sys.argv[1:]:
    response = client.get(path, secure=True)
    seen[path] = {
        "status": response.status_code,
        "headers": dict(response.headers),
        "cookies": response.cookies.output(header="", sep="\\n"),
    }
seen["over http"] = dict(client.get("/").headers)
seen["foreign host"] = Client(headers={"host": "evil.example"}).get("/", secure=True).status_code
print(json.dumps(seen))
"""


def environment(folder, **changes) -> dict[str, str]:
    """Return the environment of a production start with changes; ``None`` removes a variable."""
    names = {"DEBUG", "DEMO", "TESTING", "DATABASE_URL", "REDIS_URL", "PRODUCTION", "PORT", "ADMIN_PATH"}
    inherited = {name: value for name, value in os.environ.items() if name not in names}
    production = {
        "SECRET_KEY": SECRET + SECRET,
        "ALLOWED_HOSTS": "suuber.example",
        "PUBLIC_URL": "https://suuber.example",
        "DATABASE_URL": f"sqlite:///{folder}/suuber.sqlite3",
        "REDIS_URL": "redis://127.0.0.1:9/0",
        "EMAIL_URL": "dummymail://",
        "DEFAULT_FROM_EMAIL": "noreply@suuber.example",
        "SUPPORT_EMAIL": "support@suuber.example",
        "SUPPORT_PHONE": "+41 44 000 00 00",
        "PLATFORM_BANK_HOLDER": "Suuber AG",
        "PLATFORM_ADDRESS": "Bahnhofstrasse 1, 8001 Zürich",
        "VAR_DIR": str(folder),
        "DJANGO_SETTINGS_MODULE": "marketplace.settings",
        "LOG_LEVEL": "ERROR",
    }
    wanted = inherited | production | changes
    return {name: value for name, value in wanted.items() if value is not None}


def run(folder, *arguments, **changes) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603 - our own interpreter on our own files
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment(folder, **changes),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"SECRET_KEY": None}, "SECRET_KEY must be set: at least 50 random characters."),
        ({"SECRET_KEY": "short"}, "SECRET_KEY must be set: at least 50 random characters."),
        ({"SECRET_KEY": "a" * 80}, "SECRET_KEY must be set: at least 50 random characters."),
        ({"ALLOWED_HOSTS": None}, "ALLOWED_HOSTS must be set: the host names that this site answers to."),
        ({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS must be set: the host names that this site answers to."),
        ({"PUBLIC_URL": None}, "PUBLIC_URL must be set: the https:// address"),
        (
            {"PUBLIC_URL": "http://suuber.example"},
            "PUBLIC_URL must be set: the https:// address",
        ),
        ({"DEMO": "1", "PRODUCTION": "1"}, "DEMO=1 has well-known passwords: a production start refuses it."),
        ({"DATABASE_URL": None}, "DATABASE_URL must be set"),
        ({"REDIS_URL": ""}, "REDIS_URL must be set"),
        ({"EMAIL_URL": None}, "EMAIL_URL must be set"),
        ({"DEFAULT_FROM_EMAIL": None}, "DEFAULT_FROM_EMAIL must be set"),
        ({"SUPPORT_EMAIL": None}, "SUPPORT_EMAIL must be set"),
        ({"SUPPORT_PHONE": None}, "SUPPORT_PHONE must be set"),
        ({"TESTING": "1", "PRODUCTION": "1"}, "TESTING weakens passwords for speed: a production start"),
        ({"DEBUG": "1", "PRODUCTION": "1"}, "DEBUG shows internals to everybody: a production start refuses"),
    ],
)
def test_an_unsafe_start_is_refused_with_a_sentence(tmp_path, changes, sentence):
    started = run(tmp_path, "-c", "import django; django.setup()", **changes)

    assert started.returncode != 0
    assert sentence in started.stderr


@pytest.mark.proof
def test_the_frameworks_own_check_finds_nothing(tmp_path):
    checked = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING")

    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout
    record("S12 check", "0 findings", "check --deploy: 0")


def test_the_check_warns_of_legal_pages_that_name_nobody(tmp_path):
    checked = run(tmp_path, "manage.py", "check", "--deploy", PLATFORM_ADDRESS=None)

    assert checked.returncode == 0, checked.stderr
    assert "(marketplace.W001) The legal pages do not say who runs this site." in checked.stderr


@pytest.fixture(scope="module")
def seen(tmp_path_factory, django_db_setup):
    folder = tmp_path_factory.mktemp("production")
    # It starts with a copy of this worker's database, so nothing is left to migrate.
    own = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and own.is_file():
        # Copied by SQLite itself: a process that closes a database's file otherwise loses its locks on it,
        # and the next process to end would delete the WAL that this one writes to.
        copy = folder / "suuber.sqlite3"
        with closing(sqlite3.connect(own)) as source, closing(sqlite3.connect(copy)) as target:
            source.backup(target)
    visited = run(folder, "-c", VISIT, *PAGES, "/api/auth/session")
    assert visited.returncode == 0, visited.stderr
    return json.loads(visited.stdout)


def cookies_of(page) -> SimpleCookie:
    cookies = SimpleCookie()
    for line in page["cookies"].splitlines():
        cookies.load(line.strip())
    return cookies


@pytest.mark.proof
def test_an_observatory_gives_full_marks(seen):
    paths = [*PAGES, "/api/auth/session"]
    points = {path: score(seen[path]["headers"], cookies_of(seen[path])) for path in paths}

    assert min(points.values()) >= 125, points
    record("S12 headers", f"{min(points.values())} to {max(points.values())} of 145", ">= 125 of 145")


def test_an_observatory_that_looks_at_nothing_gives_few():
    assert score({}, SimpleCookie()) < 50


@pytest.mark.parametrize("path", PAGES)
def test_a_page_runs_nothing_that_is_not_named(seen, path):
    policy = directives_of(seen[path]["headers"]["Content-Security-Policy"])

    assert policy["default-src"] == {"'none'"}
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == {"'none'"}
    assert not {"'unsafe-inline'", "'unsafe-eval'", "*", "https:", "data:"} & policy["script-src"]
    assert "'unsafe-inline'" not in policy["style-src"]
    assert "upgrade-insecure-requests" in policy


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_the_app_may_load_stripe(seen, path):
    policy = directives_of(seen[path]["headers"]["Content-Security-Policy"])

    assert "https://js.stripe.com" in policy["script-src"]
    assert {"https://js.stripe.com", "https://hooks.stripe.com"} <= policy["frame-src"]
    assert "https://api.stripe.com" in policy["connect-src"]


def test_transport_is_secured_for_a_year_with_all_subdomains(seen):
    assert seen["/"]["headers"]["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


def test_plain_http_leads_to_https(seen):
    assert seen["over http"]["Location"] == "https://suuber.example/"


def test_another_host_is_refused(seen):
    assert seen["foreign host"] == 400


def test_cookies_belong_to_this_host_alone(seen):
    cookies = cookies_of(seen["/api/auth/session"])

    assert list(cookies) == ["__Host-csrftoken"]
    morsel = cookies["__Host-csrftoken"]
    assert (morsel["secure"], morsel["path"], morsel["domain"], morsel["samesite"]) == (True, "/", "", "Lax")


def test_the_browsable_api_is_off(seen):
    assert seen["/api/auth/session"]["headers"]["Content-Type"] == "application/json"


def test_the_stand_ins_room_is_not_imported(tmp_path):
    probe = "import django, sys; django.setup(); print([m for m in sys.modules if '.demo' in m])"

    assert run(tmp_path, "-c", probe).stdout.strip() == "[]"


def test_over_http_cookies_work_without_the_prefix(tmp_path):
    probe = (
        "from django.conf import settings as s;"
        "print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.SECURE_HSTS_SECONDS,"
        " s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_HTTPONLY, s.SESSION_COOKIE_SAMESITE)"
    )

    shown = run(tmp_path, "-c", probe, DEMO="1", PUBLIC_URL="http://localhost:8000", ALLOWED_HOSTS="*")

    assert shown.stdout.split() == ["sessionid", "csrftoken", "False", "0", "False", "True", "Lax"]


def test_passwords_are_kept_under_argon2(tmp_path):
    probe = "import django; django.setup(); from accounts.models import User; u = User();"
    probe += "u.set_password('x'); print(u.password)"

    assert run(tmp_path, "-c", probe).stdout.startswith("argon2$argon2id$")


@pytest.mark.parametrize(
    ("entry", "file", "seconds"),
    [
        ("wsgi", "", 30),
        ("asgi", "", 30),
        ("celery", "", 900),
        ("wsgi", "STATEMENT_TIMEOUT_SECONDS='60'", 60),
        ("asgi", "STATEMENT_TIMEOUT_SECONDS='60'", 60),
        ("celery", "STATEMENT_TIMEOUT_SECONDS='60'", 60),
    ],
)
def test_a_statement_takes_as_long_as_the_file_allows(tmp_path, entry, file, seconds):
    (tmp_path / "env").write_text(file, encoding="utf-8")
    probe = f"import marketplace.{entry}; from django.conf import settings as s;"
    probe += "print(s.DATABASES['default']['OPTIONS']['options'])"
    changes = {"DATABASE_URL": "postgres://u@127.0.0.1:9/suuber", "ENV_FILE": str(tmp_path / "env")}

    started = run(tmp_path, "-c", probe, **changes, STATEMENT_TIMEOUT_SECONDS=None, WEB_PROCESS=None)

    assert f"-c statement_timeout={seconds}s " in started.stdout, started.stderr


@pytest.mark.only_postgres
def test_a_statement_that_nobody_waits_for_is_ended(db) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW statement_timeout")
        assert cursor.fetchone() == ("15min",)
        cursor.execute("SET LOCAL statement_timeout = '20ms'")
        with pytest.raises(OperationalError, match="statement timeout"), transaction.atomic():
            cursor.execute("SELECT pg_sleep(1)")
