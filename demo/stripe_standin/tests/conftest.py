"""Fixtures: a running stand-in, empty at the start of each test, and the official SDK with its URL."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import stripe

from demo.stripe_standin.testing import RunningStandin, running_standin


@pytest.fixture(scope="session")
def running() -> Iterator[RunningStandin]:
    with running_standin(prefix="/stripe-standin") as standin:
        yield standin


@pytest.fixture
def standin(running) -> RunningStandin:
    running.reset()
    return running


@pytest.fixture
def time_runs(time_machine) -> None:
    """Let time advance, as retries of webhooks depend on it."""
    time_machine.run()


@pytest.fixture
def client(standin) -> stripe.StripeClient:
    return client_of(standin)


def client_of(standin: RunningStandin, key: str | None = None, *, timeout: float = 5) -> stripe.StripeClient:
    return stripe.StripeClient(
        key or standin.secret_key,
        base_addresses={"api": standin.base_url},
        max_network_retries=0,
        http_client=stripe.RequestsClient(timeout=timeout),
    )


PAYMENT = {"amount": 2750, "currency": "chf", "automatic_payment_methods": {"enabled": True}}
AT_ONCE = PAYMENT | {
    "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
    "confirm": True,
}

FRONTEND = Path(__file__).parents[3] / "frontend"
_BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM_PATH") or next(filter(None, map(shutil.which, _BROWSERS)), None)
