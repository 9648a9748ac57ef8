"""A production start refuses Stripe settings that would lose or mix up money."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

SOUND = {
    "STRIPE_SECRET_KEY": "sk_live_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "STRIPE_WEBHOOK_SECRET": "whsec_1",
}


def start(**changes: str) -> subprocess.CompletedProcess[str]:
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "0123456789" * 5,
        "ALLOWED_HOSTS": "suuber.example",
        "PUBLIC_URL": "https://suuber.example",
        "DATABASE_URL": "postgres://nobody@127.0.0.1/nothing",
        "REDIS_URL": "redis://127.0.0.1:9/0",
        "EMAIL_URL": "dummymail://",
        "DEFAULT_FROM_EMAIL": "noreply@suuber.example",
        "SUPPORT_EMAIL": "support@suuber.example",
        "SUPPORT_PHONE": "+41 44 000 00 00",
        "VAR_DIR": str(settings.VAR_DIR),
    }
    return subprocess.run(
        [sys.executable, "-c", "import marketplace.settings"],
        cwd=settings.BASE_DIR,
        env=environment | SOUND | changes,
        capture_output=True,
        text=True,
        check=False,
    )


def test_sound_settings_start() -> None:
    assert start().returncode == 0


def test_a_start_without_payments_is_possible() -> None:
    assert start(STRIPE_SECRET_KEY="", STRIPE_PUBLISHABLE_KEY="", STRIPE_WEBHOOK_SECRET="").returncode == 0


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"STRIPE_PUBLISHABLE_KEY": "pk_test_1"}, "must be of one mode"),
        ({"STRIPE_WEBHOOK_SECRET": ""}, "STRIPE_WEBHOOK_SECRET must be set beside STRIPE_SECRET_KEY"),
        ({"STRIPE_SECRET_KEY": ""}, "STRIPE_SECRET_KEY must be set beside"),
        ({"STRIPE_API_BASE": "http://127.0.0.1:9"}, "STRIPE_API_BASE must be an https:// address"),
    ],
)
def test_a_mistake_is_refused_with_a_sentence(change, sentence) -> None:
    started = start(**change)

    assert started.returncode != 0
    assert sentence in started.stderr
    assert "sk_live_1" not in started.stderr
