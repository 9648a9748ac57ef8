"""A start from a copied ``.env.example``: it works, or says what is missing or cannot be meant."""

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
    "STRIPE_SECRET_KEY": "sk_live_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
}


def start(folder: Path, file: str, **given: str) -> subprocess.CompletedProcess[str]:
    """Start from a file of settings alone, with nothing but some given variables beside it."""
    copied = folder / "env"
    copied.write_text(f"{file}\nVAR_DIR={folder / 'kept here'}\n", encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-c", "import marketplace.settings"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "ENV_FILE": str(copied)} | given,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def written(values: dict[str, str]) -> str:
    """Fill in the example as a person does: behind the sign of equality, whatever stands there."""
    lines = []
    for line in EXAMPLE.splitlines():
        name, sign, left = line.partition("=")
        filled = sign and name in values
        lines.append(f"{name}={values[name]}" if filled else f"{name}{sign}{left}")
    return "\n".join(lines)


def sentence(started: subprocess.CompletedProcess[str]) -> str:
    assert started.returncode != 0
    last = started.stderr.strip().splitlines()[-1]
    assert last.startswith("django.core.exceptions.ImproperlyConfigured: "), started.stderr
    return last


def test_the_example_lists_every_setting_and_asks_for_what_is_needed():
    listed = set(re.findall(r"^(?:# )?([A-Z_]+)=", EXAMPLE, flags=re.MULTILINE))
    empty = set(re.findall(r"^([A-Z_]+)=$", EXAMPLE, flags=re.MULTILINE))
    read = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "marketplace/settings.py").read_text()))
    of_developers = {"DEBUG", "DEMO", "TESTING", "MOVABLE_CLOCK", "TEST_PAYMENTS", "FRONTEND_DIST"}

    assert empty == set(FILLED)
    assert read - listed - of_developers == {"STRIPE_API_BASE", "STRIPE_SCRIPT_URL"}
    assert not re.findall(r"^[A-Z_]+=.*#", EXAMPLE, flags=re.MULTILINE)


@pytest.mark.proof
def test_filled_in_it_starts_and_with_one_value_left_as_it_is_it_says_which(tmp_path):
    assert start(tmp_path, written(FILLED)).returncode == 0

    refused = [name for name in FILLED if name in sentence(start(tmp_path, written({**FILLED, name: ""})))]

    assert refused == list(FILLED)
    record("S20", f"{len(refused)} of {len(FILLED)} values left out: named, no start", "all of them")


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


def test_a_test_is_no_production(tmp_path):
    said = sentence(start(tmp_path, written(FILLED), TESTING="1", PRODUCTION="1"))

    assert "a production start refuses it. Unset TESTING." in said
