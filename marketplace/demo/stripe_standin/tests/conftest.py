"""One running stand-in, empty at the start of each test, and the official SDK pointed at it."""

from collections.abc import Iterator

import pytest
import stripe

from marketplace.demo.stripe_standin.testing import RunningStandin, running_standin


@pytest.fixture(scope="session")
def running() -> Iterator[RunningStandin]:
    with running_standin(prefix="/stripe-standin") as standin:
        yield standin


@pytest.fixture
def standin(running) -> RunningStandin:
    running.reset()
    return running


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
