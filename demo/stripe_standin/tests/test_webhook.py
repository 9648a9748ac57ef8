"""Webhooks: signed, retried, and for tests lost, late, duplicated or out of order."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import stripe

from demo.stripe_standin import webhooks
from demo.stripe_standin.testing import running_standin
from demo.stripe_standin.tests.conftest import AT_ONCE, PAYMENT, client_of


class Shop(ThreadingHTTPServer):
    """A receiver that verifies each webhook as a shop does, after answering the planned statuses."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Receiver)
        self.received = []
        self.statuses = []
        self.callback = None
        self.secret = "whsec_suuber_standin"

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_port}/api/stripe/webhook"


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        event = stripe.Webhook.construct_event(body, self.headers["Stripe-Signature"], self.server.secret)
        status = self.server.statuses.pop(0) if self.server.statuses else 200
        if self.server.callback:
            self.server.callback(event)
        self.server.received.append((event.type, status))
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


@pytest.fixture
def shop():
    server = Shop()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def sending(shop):
    with running_standin(webhook_url=shop.url) as standin:
        yield standin


def pay(standin, **given):
    return client_of(standin).v1.payment_intents.create(AT_ONCE | {"payment_method": "pm_card_visa"} | given)


PAID = ["charge.succeeded", "payment_intent.created", "payment_intent.succeeded"]


def test_a_payment_is_notified_signed_and_listed(shop, sending):
    pay(sending)

    sending.settled_webhooks()

    assert sorted(kind for kind, _ in shop.received) == PAID
    events = client_of(sending).v1.events.list().data
    assert sorted(event.type for event in events) == PAID
    assert {(event.livemode, event.api_version, event.pending_webhooks) for event in events} == {
        (False, "2026-10-28.endive", 0)
    }
    assert client_of(sending).v1.events.retrieve(events[0].id).id == events[0].id


def test_events_are_found_by_their_type(shop, sending):
    pay(sending)
    events = client_of(sending).v1.events

    assert [event.type for event in events.list({"type": "charge.*"})] == ["charge.succeeded"]
    assert [
        event.type for event in events.list({"types": ["payment_intent.succeeded", "charge.failed"]})
    ] == ["payment_intent.succeeded"]
    assert events.list({"type": "charge.dispute.created"}).data == []


@pytest.mark.usefixtures("time_runs")
def test_a_refused_webhook_is_tried_again(shop, sending, monkeypatch):
    monkeypatch.setattr(webhooks, "RETRY_AFTER", (0.05, 0.05, 0.05))
    shop.statuses = [500, 404, 302]

    client_of(sending).v1.payment_intents.create(PAYMENT)
    sending.settled_webhooks()

    assert shop.received == [("payment_intent.created", status) for status in (500, 404, 302, 200)]


@pytest.mark.usefixtures("time_runs")
def test_after_the_last_attempt_a_webhook_is_given_up(shop, sending, monkeypatch):
    monkeypatch.setattr(webhooks, "RETRY_AFTER", (0.02, 0.02))
    shop.statuses = [500] * 10

    client_of(sending).v1.payment_intents.create(PAYMENT)
    sending.settled_webhooks()

    event = sending.events()[0]
    assert len(shop.received) == 3
    assert sending.standin.deliverer.states(event["id"]) == ["failed"]
    assert event["pending_webhooks"] == 1


@pytest.mark.usefixtures("time_runs")
def test_a_shop_that_is_down_hears_everything_later(shop, tmp_path, monkeypatch):
    monkeypatch.setattr(webhooks, "RETRY_AFTER", (0.05,) * 100)
    with running_standin(webhook_url="http://127.0.0.1:9/", data_dir=tmp_path) as standin:
        pay(standin)

    with running_standin(webhook_url=shop.url, data_dir=tmp_path) as standin:
        standin.settled_webhooks()

    assert sorted(kind for kind, _ in shop.received) == PAID


def test_webhooks_can_be_lost_though_the_events_stay(shop, sending):
    sending.webhooks(drop=True)
    pay(sending)
    sending.settled_webhooks()

    assert shop.received == []
    assert len(client_of(sending).v1.events.list().data) == 3


def test_webhooks_can_be_held_and_sent_by_hand_in_any_order_and_number(shop, sending):
    sending.webhooks(hold=True)
    pay(sending)

    for event in reversed(sending.events()):
        assert [sending.deliver(event["id"]) for _ in range(2)] == [200, 200]

    assert [kind for kind, _ in shop.received] == [
        "payment_intent.succeeded",
        "payment_intent.succeeded",
        "charge.succeeded",
        "charge.succeeded",
        "payment_intent.created",
        "payment_intent.created",
    ]


@pytest.mark.usefixtures("time_runs")
def test_webhooks_can_be_doubled_late_and_shuffled(shop, sending):
    sending.webhooks(copies=3, delay=2, shuffle=0.2)
    pay(sending)
    early = list(shop.received)
    sending.settled_webhooks()

    assert early == []
    assert sorted(kind for kind, _ in shop.received) == sorted(PAID * 3)


def test_the_shop_may_ask_the_stand_in_while_it_is_being_notified(shop, sending):
    asked = []
    client = client_of(sending)
    shop.callback = lambda event: asked.append(client.v1.events.retrieve(event.id).id)

    for _ in range(5):
        pay(sending)
    for event in sending.events("payment_intent.succeeded"):
        assert sending.deliver(event["id"]) == 200
    sending.settled_webhooks()

    assert len(asked) == 20


def test_a_signature_is_bound_to_body_time_and_secret(sending):
    pay(sending)
    body, header = sending.signed(sending.events()[0]["id"])
    _, old = sending.signed(sending.events()[0]["id"], timestamp=1)

    assert stripe.Webhook.construct_event(body, header, sending.webhook_secret).object == "event"
    for forged in (
        (body + b" ", header, sending.webhook_secret),
        (body, header, "whsec_x"),
        (body, old, sending.webhook_secret),
    ):
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(*forged)
