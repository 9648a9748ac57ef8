"""Services that accept connections and never respond: requests time out, and block nothing else."""

import socket
import time
from contextlib import ExitStack, closing
from datetime import timedelta
from itertools import chain, repeat

import pytest
import requests
from django.conf import settings as configured

from accounts import emails
from accounts.models import User
from conftest import NOW, client_for
from marketplace import clock
from marketplace.jobs import outbox
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.hanging import Silent, environment_of_workers, send, wait_for, worker
from marketplace.tests.proof import figure, record
from orders.models import Order, Refund
from orders.payments import gateway
from orders.payments.tests.fixtures import ask, pay
from orders.recurring.tests.running_bookings import give_week
from orders.tests.booking import book
from scheduling.models import TimeSlot

pytestmark = pytest.mark.django_db(transaction=True)


class Dripping(Silent):
    """A server that never ends its response, but sends a byte now and then."""

    def __init__(self, at_once: bytes, drips: bytes) -> None:
        self._at_once, self._drips = at_once, drips
        super().__init__()

    def serve(self, accepted: socket.socket) -> None:
        """Send the beginning, then single bytes until the connection closes."""
        accepted.recv(65536)
        accepted.sendall(self._at_once)
        for byte in chain(self._drips, repeat(ord("1"))):
            time.sleep(0.1)
            accepted.sendall(bytes([byte]))


@pytest.fixture
def silent():
    with closing(Silent()) as server:
        yield server


@pytest.mark.proof
def test_a_page_that_waits_for_stripe_ends_in_time(stripe, alice, order, settings, silent) -> None:
    settings.STRIPE_API_BASE = f"http://127.0.0.1:{silent.port}"
    settings.STRIPE_TIMEOUT_SECONDS = 20.0
    settings.REQUEST_WAITS_SECONDS = figure(1, 7)
    began = time.monotonic()

    response = ask(alice, order)

    took = time.monotonic() - began
    assert (response.status_code, response.json()["code"]) == (503, "payment_provider_unavailable")
    assert response.headers["Retry-After"]
    assert took < settings.REQUEST_WAITS_SECONDS + 1
    assert len(silent.accepted) == 1
    record("T14 (page)", f"503 after {took:.1f} s, asked once", "a web request ends in 8 s")


def test_what_is_configured_ends_a_page_in_eight_seconds() -> None:
    assert 0 < configured.REQUEST_WAITS_SECONDS <= 7
    assert 0 < configured.EMAIL_TIMEOUT <= 10
    assert 0 < configured.STRIPE_TIMEOUT_SECONDS <= 20


@pytest.mark.parametrize("timeout", [0.3, 3.0, 20.0])
def test_nobody_who_waits_for_a_page_asks_twice_however_short_the_time_out(
    stripe, alice, order, settings, silent, timeout
) -> None:
    settings.STRIPE_API_BASE = f"http://127.0.0.1:{silent.port}"
    settings.STRIPE_TIMEOUT_SECONDS, settings.REQUEST_WAITS_SECONDS = timeout, 1.0

    assert ask(alice, order).status_code == 503

    assert len(silent.accepted) == 1


def test_whoever_works_in_the_background_asks_again(stripe, settings, silent) -> None:
    settings.STRIPE_API_BASE = f"http://127.0.0.1:{silent.port}"
    settings.STRIPE_TIMEOUT_SECONDS = 0.3

    with clock.waiting_at_most(60), pytest.raises(gateway.Unreachable):
        gateway.retrieve_intent("pi_1")

    assert len(silent.accepted) == 1 + settings.STRIPE_NETWORK_RETRIES


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"


@pytest.mark.parametrize(("at_once", "drips"), [(b"", b"HTTP/1.1 200 OK\r\nX-A: "), (HEAD, b"")])
def test_an_answer_that_comes_in_drips_is_given_up_in_time(
    stripe, alice, order, settings, at_once, drips
) -> None:
    settings.REQUEST_WAITS_SECONDS = 1.0
    with closing(Dripping(at_once, drips)) as server:
        settings.STRIPE_API_BASE = f"http://127.0.0.1:{server.port}"
        began = time.monotonic()

        response = ask(alice, order)

        took = time.monotonic() - began
    assert (response.status_code, response.json()["code"]) == (503, "payment_provider_unavailable")
    assert len(server.accepted) == 1
    assert took < settings.REQUEST_WAITS_SECONDS + 1


def test_drips_do_not_outlast_the_time_out_of_a_call_in_the_background_either(stripe, settings) -> None:
    settings.STRIPE_TIMEOUT_SECONDS, settings.STRIPE_NETWORK_RETRIES = 0.5, 0
    with closing(Dripping(HEAD, b"")) as server:
        settings.STRIPE_API_BASE = f"http://127.0.0.1:{server.port}"
        began = time.monotonic()

        with pytest.raises(gateway.Unreachable):
            gateway.retrieve_intent("pi_1")

        assert time.monotonic() - began < 2


def test_the_calls_of_one_page_share_its_time(stripe, alice, order, settings, monkeypatch) -> None:
    settings.REQUEST_WAITS_SECONDS = 1.0
    settings.STRIPE_NETWORK_RETRIES = 2
    waits: list[float | None] = []
    send = requests.Session.request

    def slow(session, *arguments, **options):
        waits.append(max(options["timeout"]))
        time.sleep(0.5)
        return send(session, *arguments, **options)

    monkeypatch.setattr(requests.Session, "request", slow)
    stripe.fault("timeout_before", "*", times=9, seconds=5)
    began = time.monotonic()

    assert ask(alice, order).status_code == 503

    assert time.monotonic() - began < 3
    assert len(waits) == 1
    assert waits[0] <= 1.0


def test_a_mail_server_that_says_nothing_lets_e_mails_wait_without_counting(alice, settings, silent) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", silent.port, 0.3
    write_mails(alice, 25)
    began = time.monotonic()

    did = outbox.relay(now=NOW, queue=outbox.Queue.MAIL)

    assert time.monotonic() - began < 5
    assert (did.done, did.later, len(silent.accepted)) == (0, 2, 2)
    assert set(OutboxMessage.objects.values_list("attempts", "failed_at")) == {(0, None)}


def test_a_batch_of_e_mails_takes_one_connection(alice, mailoutbox, monkeypatch) -> None:
    opened: list[object] = []
    connect = emails.get_connection
    monkeypatch.setattr(emails, "get_connection", lambda: opened.append(1) or connect())
    write_mails(alice, 25)

    outbox.relay(now=NOW, queue=outbox.Queue.MAIL)

    assert (len(mailoutbox), len(opened)) == (25, 1)


def write_mails(user: User, count: int) -> None:
    OutboxMessage.objects.bulk_create(
        OutboxMessage(
            topic="email",
            payload={"userId": str(user.pk), "subject": "Hello", "body": "Hello", "link": "", "key": str(n)},
            created_at=NOW,
            due_at=NOW,
        )
        for n in range(count)
    )


# --- Real workers ----------------------------------------------------------------------------------------

FOR_OUTSIDE = ["marketplace.relay_mail", "orders.execute_refunds"] * 3
SWEEPS = ["orders.expire_unpaid_orders", "scheduling.generate_time_slots"]


@pytest.mark.proof
def test_holds_expire_and_slots_appear_while_mail_server_and_stripe_say_nothing(
    stripe, alice, chiara, salon, slot, silent, tmp_path, now
) -> None:
    paid, unpaid = book(alice, slot), book(chiara, slot)
    pay(stripe, paid)
    client_for(alice).post(f"/api/orders/{paid.pk}/cancellation")
    give_week(salon)
    Order.objects.filter(pk=unpaid.pk).update(hold_expires_at=now - timedelta(seconds=1))
    Refund.objects.update(due_at=now)
    before = TimeSlot.objects.count()
    address = f"127.0.0.1:{silent.port}"
    env = environment_of_workers(
        tmp_path,
        EMAIL_URL=f"smtp://{address}",
        STRIPE_SECRET_KEY="sk_test_x",
        STRIPE_PUBLISHABLE_KEY="pk_test_x",
        STRIPE_API_BASE=f"http://{address}",
    )

    with (tmp_path / "log").open("wb") as log, ExitStack() as workers:
        workers.enter_context(worker("mail,stripe", env, log))
        workers.enter_context(worker("sweeps,nightly", env, log))
        send(FOR_OUTSIDE, env)
        wait_for(lambda: len(silent.accepted) >= 2, 60)
        send(SWEEPS, env)
        took = wait_for(lambda: Order.objects.get(pk=unpaid.pk).status == "cancelled", 30)
        took += wait_for(lambda: TimeSlot.objects.count() > before, 30)

    assert took < 5
    assert Refund.objects.get().status == "pending"
    record("T14", f"hold expired and slots made {took:.1f} s after their turn", "usual time + 5 s")
