"""A start from a copied ``.env.example``: it works, or reports what is missing or invalid."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from marketplace import environment
from marketplace.tests.proof import record

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
FILLED = {
    "SECRET_KEY": "q3vJ8xWm2ZrT6yLk9PnB4sHd7GfC1aQe5UiO0wXzVtRbNcMjq3vJ8xWm2",
    "ALLOWED_HOSTS": "suuber.ch,www.suuber.ch",
    "PUBLIC_URL": "https://suuber.ch",
    "DATABASE_URL": "postgres://suuber:a1b2c3@db.internal:5432/suuber",
    "REDIS_URL": "redis://cache.internal:6379/0",
    "EMAIL_URL": "smtp+tls://suuber:a1b2c3@mail.internal:587",
    "DEFAULT_FROM_EMAIL": "Suuber <noreply@suuber.ch>",
    "SUPPORT_EMAIL": "support@suuber.ch",
    "SUPPORT_PHONE": "+41 44 000 00 00",
    "STRIPE_SECRET_KEY": "sk_live_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
}
# Optional variables with restricted values.
KNOWN = FILLED | {
    "PLATFORM_BANK_IBAN": "CH5604835012345678009",
    "VAT_PERCENT": "8.1",
    "PLATFORM_ADDRESS": "Bahnhofstrasse 1, 8001 Zürich",
    "PLATFORM_VAT_NUMBER": "CHE-107.787.577 MWST",
    "METRICS_TOKEN": "twenty-letters-or-more",
    "VAPID_PRIVATE_KEY": "dHdvLWFuZC10aGlydHktcmFuZG9tLWJ5dGVzLWhlcmU",
    "VAPID_SUBJECT": "mailto:support@suuber.ch",
    "PRIVATE_STORAGE_URL": "s3://suuber-files/private?endpoint_url=https://s3.suuber.ch&region_name=zh-1",
}


# Prints every setting that is plain data.
PRINTED = (
    "import json; from marketplace import settings; "
    "print(json.dumps({name: value for name, value in vars(settings).items() if name.isupper()}, "
    "default=lambda value: str(type(value)), skipkeys=True))"
)


def start(folder: Path, file: str, **given: str) -> subprocess.CompletedProcess[str]:
    """Start from a file of settings alone, with only some variables in the environment; print them."""
    copied = folder / "env"
    copied.write_text(f"{file}\nVAR_DIR={folder / 'kept here'}\n", encoding="utf-8")
    return subprocess.run(  # noqa: S603 - our own interpreter on our own files
        [sys.executable, "-c", PRINTED],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "ENV_FILE": str(copied)} | given,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def written(values: dict[str, str]) -> str:
    """Fill in the example as a person does: between the quotes, replacing the sample value."""
    lines = []
    for line in EXAMPLE.splitlines():
        name, sign, left = line.partition("=")
        name = name.removeprefix("# ") if name.removeprefix("# ") in values else name
        filled = sign and name in values
        lines.append(f"{name}='{values[name]}'" if filled else f"{name}{sign}{left}")
    return "\n".join(lines)


def sentence(started: subprocess.CompletedProcess[str]) -> str:
    assert started.returncode != 0
    last = started.stderr.strip().splitlines()[-1]
    assert last.startswith("django.core.exceptions.ImproperlyConfigured: "), started.stderr
    return last


def test_the_example_lists_every_setting_and_asks_for_what_is_needed():
    listed = set(re.findall(r"^(?:# )?([A-Z_]+)=", EXAMPLE, flags=re.MULTILINE))
    empty = set(re.findall(r"^([A-Z_]+)=''$", EXAMPLE, flags=re.MULTILINE))
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "marketplace/settings.py").read_text()))
    of_developers = {"DEBUG", "DEMO", "TESTING", "MOVABLE_CLOCK", "TEST_PAYMENTS", "FRONTEND_DIST"}

    assert empty == set(FILLED)
    of_stand_ins = {
        "STRIPE_API_BASE", "STRIPE_SCRIPT_URL", "GOOGLE_AUTHORIZE_URL", "GOOGLE_TOKEN_URL", "GOOGLE_ISSUER",
    }  # fmt: skip
    assert read - listed - of_developers == of_stand_ins
    assert not re.findall(r"^[A-Z_]+=.*#", EXAMPLE, flags=re.MULTILINE)


def settings_of(folder: Path, file: str) -> dict[str, str]:
    started = start(folder, file)
    assert started.returncode == 0, started.stderr
    found: dict[str, str] = json.loads(started.stdout)
    return found


def test_what_stands_behind_a_number_sign_is_the_default(tmp_path):
    file = written(FILLED)
    shown = re.sub(r"^# ([A-Z_]+='.+')$", r"\1", file, flags=re.MULTILINE)
    assert shown.count("\n# ") < file.count("\n# ") - 20

    assert settings_of(tmp_path, shown) == settings_of(tmp_path, file)


@pytest.mark.proof
def test_filled_in_it_starts_and_with_one_value_left_as_it_is_it_says_which(tmp_path):
    assert start(tmp_path, written(FILLED)).returncode == 0

    refused = [name for name in FILLED if name in sentence(start(tmp_path, written({**FILLED, name: ""})))]

    assert refused == list(FILLED)
    record("S20", f"{len(refused)} of {len(FILLED)} values left out: named, no start", "all of them")


@pytest.mark.parametrize(
    "given",
    [
        {"GOOGLE_AUTHORIZE_URL": "https://accounts.example.ch/auth"},
        {"GOOGLE_TOKEN_URL": "https://accounts.example.ch/token"},
        {"GOOGLE_ISSUER": "https://accounts.example.ch"},
        {"PUSH_SERVICES": "fcm.googleapis.com,http://127.0.0.1:9000"},
    ],
)
def test_a_stand_in_of_another_service_is_refused(tmp_path, given):
    said = sentence(start(tmp_path, written(FILLED), **given))

    assert "stand-in" in said
    assert all(name in said for name in given)


SHELL = (
    "set -a; . ./env; set +a; exec "
    f"'{sys.executable}' -c 'import json, os; print(json.dumps(dict(os.environ)))'"
)
HARD = {
    "DEFAULT_FROM_EMAIL": 'Suuber & "friends"; $HOME <noreply@suuber.ch>',
    "PRODUCT_NAME": "Suuber  (Zurich)",
    "DATABASE_URL": "postgres://suuber:a$b!c@db.internal:5432/suuber?sslmode=require&connect_timeout=3",
}


@pytest.mark.parametrize(
    "values", [FILLED, FILLED | HARD], ids=["usual", "with what a shell reads otherwise"]
)
def test_a_shell_reads_the_values_that_the_settings_read(tmp_path, monkeypatch, values):
    file = tmp_path / "env"
    file.write_text(written(values), encoding="utf-8")
    for known in environment.KINDS:
        monkeypatch.delenv(known, raising=False)

    shell = subprocess.run(  # noqa: S603 - our own interpreter on our own file
        ["/bin/sh", "-ec", SHELL], cwd=tmp_path, env={}, capture_output=True, text=True, check=True
    )

    read, by_shell = environment.read(file), json.loads(shell.stdout)
    assert {name: read.str(name) for name in values} == values
    assert {name: by_shell[name] for name in values} == values
    assert {name for name in NAMES if by_shell.get(name)} == {*values}


def test_as_it_is_it_names_everything_that_is_needed(tmp_path):
    said = sentence(start(tmp_path, EXAMPLE))

    assert [name for name in environment.NEEDED if name not in said] == []


def test_as_it_is_it_serves_development_in_the_folder_that_it_names(tmp_path):
    started = start(tmp_path, EXAMPLE, DEBUG="1")

    assert started.returncode == 0, started.stderr
    assert (tmp_path / "kept here" / "static").is_dir()


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("SECRET_KEY", "   # at least 50 random characters: python -c import secrets print", "contains a #"),
        ("SECRET_KEY", f"{FILLED['SECRET_KEY']} # mine", "contains a #"),
        ("REDIS_URL", "redis://cache.internal:6379/0#later", "contains a #"),
        ("ALLOWED_HOSTS", "suuber.ch, www.suuber.ch", "contains blanks"),
        ("PUBLIC_URL", " https://suuber.ch", "contains blanks"),
        ("DEFAULT_FROM_EMAIL", "Suuber <noreply@suuber.ch> ", "contains blanks"),
        ("ALLOWED_HOSTS", "laundry.example.ch", "sample"),
        ("PUBLIC_URL", "https://laundry.example.ch", "sample"),
        ("DATABASE_URL", "postgres://user:password@host:5432/suuber", "sample"),
        ("REDIS_URL", "redis://host:6379/0", "sample"),
        ("EMAIL_URL", "smtp+tls://user:password@host:587", "sample"),
        ("DEFAULT_FROM_EMAIL", "Suuber <noreply@example.ch>", "sample"),
        ("SUPPORT_EMAIL", "support@example.com", "sample"),
        ("SUPPORT_PHONE", "+41 44 555 01 42", "sample"),
    ],
)
def test_a_value_that_cannot_be_meant_is_refused_without_repeating_it(
    tmp_path, monkeypatch, name, value, why
):
    file = tmp_path / "env"
    file.write_text(written({**FILLED, name: value}), encoding="utf-8")
    for known in FILLED:
        monkeypatch.delenv(known, raising=False)

    with pytest.raises(ImproperlyConfigured, match=why) as refused:
        environment.read(file)

    assert name in str(refused.value)
    assert value.strip() not in str(refused.value)


LISTED = re.findall(r"^(?:# )?([A-Z_]+)='(.*)'$", EXAMPLE, flags=re.MULTILINE)
NAMES = [name for name, _ in LISTED]
DEFAULTS = {name: value for name, value in LISTED if value and not value.startswith("/")}
NUMBERS = [name for name in NAMES if DEFAULTS.get(name, "").isdigit() and name != "PRODUCTION"]


def reading(folder: Path, monkeypatch, name: str, value: str) -> environment.Environment:
    """Read a file in which only one name has a value."""
    file = folder / "env"
    file.write_text(f"{name}='{value}'\n", encoding="utf-8")
    for known in environment.KINDS:
        monkeypatch.delenv(known, raising=False)
    return environment.read(file)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("slip", ["{} # mine", " {}", "{} "])
def test_no_listed_name_takes_a_comment_or_blanks_around_its_value(tmp_path, monkeypatch, name, slip):
    value = slip.format(DEFAULTS.get(name) or KNOWN.get(name, "a"))

    with pytest.raises(ImproperlyConfigured, match=rf"^{name} contains (a #|blanks)"):
        reading(tmp_path, monkeypatch, name, value)


@pytest.mark.parametrize("name", NAMES)
def test_every_listed_name_takes_what_the_example_shows(tmp_path, monkeypatch, name):
    value = DEFAULTS.get(name) or KNOWN.get(name, "/srv/a folder" if name.endswith(("DIR", "ROOT")) else "a")

    assert reading(tmp_path, monkeypatch, name, value).str(name) == value


@pytest.mark.parametrize("value", ["many", "-1", "-0.5", "1e3", "1_000", "nan", "0x10"])
@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_that_is_none_is_refused_by_its_name(tmp_path, monkeypatch, name, value):
    with pytest.raises(ImproperlyConfigured, match=rf"^{name} must be "):
        reading(tmp_path, monkeypatch, name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STRIPE_TIMEOUT_SECONDS", "0"),
        ("KEEP_RESPONSES_DAYS", "1.5"),
        ("PRODUCTION", "yess"),
        ("SECOND_FACTOR_REQUIRED", "2"),
        ("LOG_LEVEL", "LOUD"),
        ("PUBLIC_URL", "suuber.ch"),
        ("DATABASE_URL", "nonsense"),
        ("DATABASE_URL", "mysql://u:p@db/suuber"),
        ("DATABASE_URL", "postgres://u:p@db:port/suuber"),
        ("REDIS_URL", "cache.internal:6379"),
        ("EMAIL_URL", "mail.internal"),
        ("EMAIL_URL", "smtp://mail.internal:p"),
        ("PRIVATE_STORAGE_URL", "suuber-files"),
        ("PRIVATE_STORAGE_URL", "https://s3.suuber.ch/suuber-files"),
        ("PRIVATE_STORAGE_URL", "s3://"),
        ("PRIVATE_STORAGE_URL", "s3://key:secret@suuber-files"),
        ("PRIVATE_STORAGE_URL", "s3://suuber-files/../other"),
        ("PRIVATE_STORAGE_URL", "s3://suuber-files?endpoint=https://s3.suuber.ch"),
        ("PRIVATE_STORAGE_URL", "s3://suuber-files?endpoint_url=s3.suuber.ch"),
        ("PRIVATE_STORAGE_URL", "s3://suuber-files?region_name"),
        ("PRIVATE_STORAGE_URL", "s3://suuber-files?region_name=a&region_name=b"),
        ("PLATFORM_BANK_IBAN", "CH5604835012345678008"),  # a typing error
        ("PLATFORM_BANK_IBAN", "CH4431999123000889012"),  # a QR-IBAN
        ("PLATFORM_BANK_IBAN", "DE89370400440532013000"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_name(tmp_path, monkeypatch, name, value):
    with pytest.raises(ImproperlyConfigured, match=rf"^{name} must be "):
        reading(tmp_path, monkeypatch, name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DATABASE_URL", "postgres://u:p%3A%40ss@[::1]:5432/suuber?sslmode=require"),
        ("DATABASE_URL", "postgresql://u@%2Fvar%2Frun/suuber"),
        ("DATABASE_URL", "sqlite:////srv/a folder/#1.sqlite3"),
        ("REDIS_URL", "rediss://:secret@cache:6380/1"),
        ("PRIVATE_STORAGE_URL", "s3://suuber-files"),
        ("PRIVATE_STORAGE_URL", "s3://suuber.files/a/b.c/"),
        ("PRIVATE_STORAGE_URL", "s3://suuber-files?endpoint_url=http://127.0.0.1:9000"),
        ("REDIS_URL", "unix:///run/redis.sock"),
        ("EMAIL_URL", "consolemail://"),
        ("PUBLIC_URL", "http://localhost:8000"),
        ("DEBUG", "True"),
        ("LOG_LEVEL", "WARNING"),
        ("STRIPE_TIMEOUT_SECONDS", "0.5"),
    ],
)
def test_what_is_unusual_and_meant_is_taken(tmp_path, monkeypatch, name, value):
    assert reading(tmp_path, monkeypatch, name, value).str(name) == value


VERIFIED = "?sslmode=verify-full&sslrootcert=/srv/db.pem&connect_timeout=3&options=-c%20search_path%3Dsuuber"


@pytest.mark.parametrize("pool", ["0", "12"])
def test_an_address_of_the_database_says_how_it_is_reached(tmp_path, pool):
    file = written(FILLED | {"DATABASE_URL": FILLED["DATABASE_URL"] + VERIFIED, "DATABASE_POOL_SIZE": pool})
    database = json.loads(start(tmp_path, file).stdout)["DATABASES"]["default"]
    options = database["OPTIONS"]

    given = {"sslmode": "verify-full", "sslrootcert": "/srv/db.pem", "connect_timeout": 3}
    assert options.items() >= given.items()
    assert "-c lock_timeout=3s" in options["options"]
    assert options["options"].endswith(" -c search_path=suuber")
    assert ("pool" in options) == (pool != "0")


RESTORE = (ROOT / "docs/restore.md").read_text(encoding="utf-8")


def test_the_drill_of_a_restore_starts_and_reaches_nothing_of_the_live_site(tmp_path):
    spare = dict(re.findall(r"^([A-Z_]+)='(.*)'$", RESTORE, flags=re.MULTILINE))
    live = {name: KNOWN.get(name, f"live-{name}") for name in spare} | {"STRIPE_CONNECT": "1"}
    rest = FILLED | {"DATABASE_URL": "postgres://127.0.0.1/suuber_restored", "PRODUCTION": "1"}
    assert set(spare) >= {"STRIPE_SECRET_KEY", "VAPID_PRIVATE_KEY", "PRIVATE_STORAGE_URL", "REDIS_URL"}

    drilled = start(tmp_path, written(rest | spare))

    assert drilled.returncode == 0, drilled.stderr
    assert [name for name in live if name != "STRIPE_CONNECT" and live[name] in drilled.stdout] == []
    settings = json.loads(drilled.stdout)
    assert settings["PRODUCTION"] is True
    assert settings["EMAIL_BACKEND"] == "django.core.mail.backends.console.EmailBackend"
    assert settings["STORAGES"]["private"]["BACKEND"] != "marketplace.files.bucket.Bucket"


def test_nothing_is_read_that_is_not_checked(tmp_path, monkeypatch):
    assert {*NAMES} <= environment.KINDS.keys()
    with pytest.raises(LookupError, match="ANOTHER"):
        reading(tmp_path, monkeypatch, "PORT", "1").str("ANOTHER", default="")


def test_a_test_is_no_production(tmp_path):
    said = sentence(start(tmp_path, written(FILLED), TESTING="1", PRODUCTION="1"))

    assert "a production start refuses it. Unset TESTING." in said
