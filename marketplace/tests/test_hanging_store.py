"""A store of files that accepts connections and never responds: pages end in time, and nothing else waits."""

import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.storage import storages

from conftest import client_for
from marketplace import clock
from marketplace.files import location
from marketplace.tests.hanging import Silent, environment_of_workers, send, wait_for, worker
from marketplace.tests.proof import record
from marketplace.tests.racing import race
from orders.models import Document, Order, Payment
from orders.tests.booking import book, pay

pytestmark = pytest.mark.django_db(transaction=True)
# What a web process may have open at once.
THREADS = 4
BEHIND_THE_STORE = ["orders.issue_receipts", "orders.make_documents"] * 3


def url_of(server: Silent) -> str:
    return f"s3://files?endpoint_url=http://127.0.0.1:{server.port}&region_name=test"


@pytest.fixture
def silent_store(settings):
    """Have private files in a bucket of a service that never responds."""
    with closing(Silent()) as server:
        stored = location.private_storage(
            url_of(server), folder=Path("/nowhere"), credentials={"access_key": "key", "secret_key": "secret"}
        )
        settings.STORAGES = settings.STORAGES | {"private": stored}
        yield server
        storages["private"].bucket.meta.client.close()


def status_of(address: str) -> Callable[[], tuple[int, float]]:
    def get() -> tuple[int, float]:
        began = time.monotonic()
        response = client_for().get(address)
        return response.status_code, time.monotonic() - began

    return get


PORTRAIT = f"/photos/{'0' * 32}.jpg"


@pytest.mark.proof
def test_portraits_end_in_time_and_the_next_ones_do_not_wait(silent_store, caplog) -> None:
    # Loading the client takes longer than the calls that follow.
    storages["private"].bucket  # noqa: B018

    first = race([status_of(PORTRAIT)] * THREADS)
    next_ones = race([*[status_of(PORTRAIT)] * (2 * THREADS - 1), status_of("/api/config")])

    assert [status for status, _ in first] == [503] * THREADS
    assert max(took for _, took in first) < 8
    assert [status for status, _ in next_ones] == [503] * (2 * THREADS - 1) + [200]
    slowest = max(took for _, took in next_ones)
    assert slowest < 1
    assert len(silent_store.accepted) <= THREADS
    record("T14 (store)", f"the next portraits ended after {slowest:.1f} s", "1 s")


def test_after_a_while_one_call_asks_again_and_the_others_do_not_wait(silent_store, caplog) -> None:
    status_of(PORTRAIT)()
    asked = len(silent_store.accepted)
    storages["private"]._patience._asked_again_at = time.monotonic() - 1

    responses = race([status_of(PORTRAIT)] * THREADS)

    assert [status for status, _ in responses] == [503] * THREADS
    assert len(silent_store.accepted) == asked + 1


def test_whoever_has_waited_long_enough_already_is_refused_at_once(silent_store) -> None:
    store = storages["private"]

    with clock.waiting_at_most(0.1, asking_once=True):
        for _ in range(2):
            with pytest.raises(ConnectionError):
                store.exists("applications/certificate.pdf")
            # As if the store had answered somebody else since.
            store._patience._asked_again_at = 0.0

    assert len(silent_store.accepted) == 1


@pytest.mark.proof
def test_holds_expire_while_the_store_says_nothing(alice, chiara, slot, now, tmp_path) -> None:
    paid, unpaid = book(alice, slot), book(chiara, slot)
    pay(paid)
    Order.objects.filter(pk=unpaid.pk).update(hold_expires_at=now - timedelta(seconds=1))
    with closing(Silent()) as silent, (tmp_path / "log").open("wb") as log, ExitStack() as workers:
        env = environment_of_workers(
            tmp_path,
            PRIVATE_STORAGE_URL=url_of(silent),
            AWS_ACCESS_KEY_ID="key",
            AWS_SECRET_ACCESS_KEY="secret",
        )
        workers.enter_context(worker("files", env, log))
        workers.enter_context(worker("sweeps", env, log))
        send(BEHIND_THE_STORE, env)
        wait_for(lambda: silent.accepted, 60)
        send(["orders.expire_unpaid_orders"], env)
        took = wait_for(lambda: Order.objects.get(pk=unpaid.pk).status == "cancelled", 30)

        assert took < 5
        assert Payment.objects.filter(receipted_at=None).count() == 0
        assert Document.objects.get().made_at is None
    record("T14 (documents)", f"hold expired {took:.1f} s after its turn", "usual time + 5 s")
