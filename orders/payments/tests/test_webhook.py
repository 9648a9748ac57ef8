"""POST /api/stripe/webhook: verifies the signature, stores once, applies Stripe's present state."""

import json
from datetime import timedelta
from itertools import permutations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Notification
from conftest import NOW, client_for, make_slot
from demo.stripe_standin.webhooks import signature
from marketplace import clock
from marketplace.jobs.models import OutboxMessage
from marketplace.tests.proof import figure, record
from orders.models import OrderEvent, Payment, Refund, StripeEvent
from orders.payments import gateway, webhooks
from orders.payments.tests.fixtures import (
    DECLINED,
    THREE_D_SECURE,
    books_agree_with,
    carry_on,
    open_payment,
    pay,
    report,
)
from orders.tests.booking import book
from orders.tests.money import books

pytestmark = pytest.mark.django_db(transaction=True)


def paid_event(stripe, order) -> str:
    """Pay an order and return its event, which is not delivered yet."""
    intent_id = open_payment(order)
    stripe.confirm(intent_id)
    (event,) = stripe.events("payment_intent.succeeded", about=intent_id)
    return event["id"]


def test_a_payment_is_confirmed_although_nobody_came_back(stripe, order) -> None:
    event_id = paid_event(stripe, order)

    response = report(stripe, event_id)
    carry_on()

    order.refresh_from_db()
    assert (response.status_code, response.json()) == (200, {"received": True})
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert StripeEvent.objects.get().processed_at == NOW
    assert books_agree_with(stripe)


def test_is_answered_before_stripe_is_asked_anything(stripe, order) -> None:
    event_id = paid_event(stripe, order)
    before = len(stripe.calls())

    report(stripe, event_id)

    order.refresh_from_db()
    assert len(stripe.calls()) == before
    assert (order.payment_status, StripeEvent.objects.get().processed_at) == ("unpaid", None)


def test_an_event_that_was_notified_twice_has_one_effect(stripe, order) -> None:
    event_id = paid_event(stripe, order)
    report(stripe, event_id)
    carry_on()
    before = (
        OutboxMessage.objects.count(),
        Notification.objects.count(),
        OrderEvent.objects.count(),
        books(),
    )

    response = report(stripe, event_id)
    carry_on()

    assert response.status_code == 200
    assert StripeEvent.objects.count() == 1
    assert before == (
        OutboxMessage.objects.count(),
        Notification.objects.count(),
        OrderEvent.objects.count(),
        books(),
    )


def test_needs_no_session_and_no_csrf_token(stripe, order) -> None:
    body, header = stripe.signed(paid_event(stripe, order))
    client = client_for()
    client.handler.enforce_csrf_checks = True

    response = client.generic(
        "POST", "/api/stripe/webhook", body, content_type="application/json", HTTP_STRIPE_SIGNATURE=header
    )

    assert response.status_code == 200
    assert not response.cookies


def test_an_event_about_something_else_is_taken_note_of(stripe, order) -> None:
    body = json.dumps(
        event_like(stripe, order) | {"type": "payout.paid", "data": {"object": {"id": "po_1"}}}
    ).encode()

    assert post(body, signed(stripe, body)).status_code == 200

    assert StripeEvent.objects.get().processed_at == NOW


def test_an_event_about_an_unknown_intent_waits_until_it_is_known(time_machine, stripe, order) -> None:
    event_id = paid_event(stripe, order)
    intent_id, attempt = Payment.objects.values_list("intent_id", "attempt").get()
    Payment.objects.all().delete()

    assert report(stripe, event_id).status_code == 200
    carry_on()
    assert StripeEvent.objects.get().processed_at is None

    Payment.objects.create(
        order=order, attempt=attempt, intent_id=intent_id, amount=order.total_amount, created_at=NOW
    )
    assert webhooks.process_due_events(now=NOW) == 0
    assert webhooks.process_due_events(now=NOW + timedelta(seconds=10)) == 1
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")
    assert StripeEvent.objects.get().processed_at == NOW + timedelta(seconds=10)


def test_an_event_is_tried_again_when_stripe_could_not_be_asked(
    settings, time_machine, stripe, order
) -> None:
    settings.STRIPE_NETWORK_RETRIES = 0
    event_id = paid_event(stripe, order)
    report(stripe, event_id)
    stripe.fault("error_500", "GET /v1/payment_intents/*")
    carry_on()
    order.refresh_from_db()
    assert order.payment_status == "unpaid"

    time_machine.shift(timedelta(seconds=11))
    carry_on()

    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")


def test_a_refund_that_was_made_in_stripes_own_admin_site_is_booked(stripe, order) -> None:
    intent_id = pay(stripe, order)
    gateway.create_refund(
        intent_id=intent_id, amount=order.total_amount, refund_id="", order_id="", idempotency_key="by-hand"
    )

    (event,) = stripe.events("charge.refunded", about=intent_id)
    report(stripe, event["id"])
    carry_on()

    order.refresh_from_db()
    assert (order.payment_status, order.refunded_amount) == ("refunded", order.total_amount)
    assert Refund.objects.get().status == "succeeded"
    assert books_agree_with(stripe)


# --- Forgeries ------------------------------------------------------------------------------------------


def event_like(stripe, order) -> dict:
    return json.loads(stripe.signed(paid_event(stripe, order))[0])


def signed(stripe, body: bytes, *, at: float | None = None, secret: str = "") -> str:
    at = clock.now().timestamp() if at is None else at
    return signature(
        body, secret or stripe.webhook_secret, int(clock.now().timestamp() if at is None else at)
    )


def post(body: bytes, header: str | None):
    extra = {"HTTP_STRIPE_SIGNATURE": header} if header is not None else {}
    return client_for().generic("POST", "/api/stripe/webhook", body, content_type="application/json", **extra)


def no_header(stripe, event):
    return json.dumps(event).encode(), None


def empty_header(stripe, event):
    return json.dumps(event).encode(), ""


def garbage_header(stripe, event):
    return json.dumps(event).encode(), "t=now,v1=\x7fnonsense"


def wrong_signature(stripe, event):
    body = json.dumps(event).encode()
    return body, signed(stripe, body)[:-4] + "0000"


def without_v1(stripe, event):
    body = json.dumps(event).encode()
    return body, signed(stripe, body).replace("v1=", "v0=")


def old_time(stripe, event):
    body = json.dumps(event).encode()
    return body, signed(stripe, body, at=clock.now().timestamp() - 301)


def future_time(stripe, event):
    body = json.dumps(event).encode()
    return body, signed(stripe, body, at=clock.now().timestamp() + 302)


def moved_time(stripe, event):
    body = json.dumps(event).encode()
    stale = signed(stripe, body, at=clock.now().timestamp() - 600)
    return body, f"t={int(clock.now().timestamp())},{stale.partition(',')[2]}"


def other_secret(stripe, event):
    body = json.dumps(event).encode()
    return body, signed(stripe, body, secret="whsec_another")


def changed_byte(stripe, event):
    body = json.dumps(event).encode()
    return body.replace(b"succeeded", b"sucCeeded", 1), signed(stripe, body)


def live_mode(stripe, event):
    body = json.dumps(event | {"livemode": True}).encode()
    return body, signed(stripe, body)


def without_mode(stripe, event):
    event.pop("livemode")
    body = json.dumps(event).encode()
    return body, signed(stripe, body)


def not_json(stripe, event):
    return b'{"id": ', signed(stripe, b'{"id": ')


def not_utf8(stripe, event):
    return b"\xff\xfe{}", "t=1,v1=00"


def not_an_event(stripe, event):
    return b"[]", signed(stripe, b"[]")


def endless_id(stripe, event):
    body = json.dumps(event | {"id": "evt_" + "9" * 80}).encode()
    return body, signed(stripe, body)


def huge_body(stripe, event):
    body = json.dumps(event | {"padding": "x" * 256 * 1024}).encode()
    return body, signed(stripe, body)


FORGERIES = [
    no_header, empty_header, garbage_header, wrong_signature, without_v1, old_time, future_time, moved_time,
    other_secret, changed_byte, live_mode, without_mode, not_json, not_utf8, not_an_event, endless_id,
    huge_body,
]  # fmt: skip


@pytest.mark.proof
def test_forgeries_are_refused_and_write_nothing(stripe, order) -> None:
    event = event_like(stripe, order)

    for forge in FORGERIES:
        body, header = forge(stripe, dict(event))
        with CaptureQueriesContext(connection) as queries:
            response = post(body, header)
        expected = (413, "too_large") if forge is huge_body else (400, "invalid_signature")
        assert (response.status_code, response.json()["code"]) == expected, forge.__name__
        assert list(queries.captured_queries) == [], forge.__name__

    assert not StripeEvent.objects.exists()
    record("R13", f"{len(FORGERIES)} forgeries refused, 0 writes", "12 forgeries, 0 writes")


def test_the_same_event_unforged_is_taken(stripe, order) -> None:
    body = json.dumps(event_like(stripe, order)).encode()

    assert post(body, signed(stripe, body, at=clock.now().timestamp() - 295)).status_code == 200


def test_without_a_secret_nothing_is_believed(settings, stripe, order) -> None:
    settings.STRIPE_WEBHOOK_SECRET = ""
    body = json.dumps(event_like(stripe, order)).encode()

    assert post(body, signature(body, "", int(clock.now().timestamp()))).status_code == 503
    assert not StripeEvent.objects.exists()


# --- Order of arrival -------------------------------------------------------------------------------------

HISTORY = [
    "payment_intent.payment_failed",
    "payment_intent.requires_action",
    "payment_intent.processing",
    "payment_intent.succeeded",
    "charge.refunded",
]


def a_life(stripe, order) -> list[str]:
    """Take an intent through all of its states without delivering webhooks; return its events."""
    intent_id = open_payment(order)
    stripe.confirm(intent_id, DECLINED)
    stripe.hold_processing()
    stripe.confirm(intent_id, THREE_D_SECURE, authenticate=True)
    stripe.settle(intent_id)
    stripe.hold_processing(False)
    gateway.create_refund(
        intent_id=intent_id, amount=order.total_amount, refund_id="", order_id="", idempotency_key=intent_id
    )
    return [stripe.events(kind, about=intent_id)[-1]["id"] for kind in HISTORY]


def final_state(order) -> tuple:
    order.refresh_from_db()
    entries = order.ledger_entries.order_by("account", "amount").values_list("account", "amount")
    return (
        order.status,
        order.payment_status,
        order.refunded_amount,
        order.payments.get().status,
        order.events.count(),
        list(entries),
    )


@pytest.mark.proof
def test_every_order_of_arrival_ends_the_same(time_machine, stripe, alice, salon) -> None:
    slot = make_slot(salon, capacity=200)
    orders = list(permutations(range(len(HISTORY))))
    chosen = orders[:: len(orders) // figure(8, len(orders))]

    ends = set()
    for arrival in chosen:
        order = book(alice, slot)
        events = a_life(stripe, order)
        for number in (*arrival, *reversed(arrival)):
            assert report(stripe, events[number]).status_code == 200
            carry_on()
        ends.add(str(final_state(order)))

    assert len(ends) == 1
    assert order.payment_status == "refunded"
    assert books() == {}
    assert books_agree_with(stripe)
    record("R11", f"{len(chosen)} permutations with duplicates, one end", "120 permutations, one end")
