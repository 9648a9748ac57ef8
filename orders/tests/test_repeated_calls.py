"""``Idempotency-Key``: a repeated write returns its first response and acts once, despite any fault."""

import json
import os
import subprocess
import sys
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection

from conftest import PASSWORD, client_for, make_slot, make_user
from conftest import WEDNESDAY as NOW
from marketplace import clock
from marketplace.http import idempotency
from marketplace.http.models import IdempotencyRecord
from marketplace.tests.proof import figure, record
from marketplace.tests.racing import race
from orders.models import Message, Order
from orders.tests.booking import ADDRESS, advance, book, order_payload, patiently, pay

pytestmark = pytest.mark.at(NOW)

KEY = {"Idempotency-Key": "7f9c0d5e-0001"}


def test_a_repeat_gives_the_first_answer(now, alice, slot) -> None:
    client = client_for(alice)

    first = client.post("/api/orders", order_payload(slot), headers=KEY)
    second = client.post("/api/orders", order_payload(slot), headers=KEY)

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json() == first.json()
    assert (second["ETag"], second["Idempotency-Key"]) == (first["ETag"], KEY["Idempotency-Key"])
    assert Order.objects.count() == 1


def test_the_same_key_with_another_body_is_refused(now, alice, slot) -> None:
    client = client_for(alice)
    client.post("/api/orders", order_payload(slot), headers=KEY)

    response = client.post("/api/orders", order_payload(slot, weight="11"), headers=KEY)

    assert (response.status_code, response.json()["code"]) == (422, "idempotency_key_reused")
    assert Order.objects.count() == 1


def test_the_order_of_names_in_the_body_does_not_matter(now, alice, slot) -> None:
    client = client_for(alice)
    body = order_payload(slot)

    client.post("/api/orders", body, headers=KEY)
    again = client.post("/api/orders", dict(reversed(body.items())), headers=KEY)

    assert again.status_code == 201


def test_keys_belong_to_an_account(now, alice, chiara, slot) -> None:
    assert client_for(alice).post("/api/orders", order_payload(slot), headers=KEY).status_code == 201
    assert client_for(chiara).post("/api/orders", order_payload(slot), headers=KEY).status_code == 201
    assert Order.objects.count() == 2


def test_a_error_is_not_stored(now, alice, chiara, salon) -> None:
    slot = make_slot(salon, capacity=1)
    taken = book(chiara, slot)
    client = client_for(alice)
    assert client.post("/api/orders", order_payload(slot), headers=KEY).status_code == 409
    assert not IdempotencyRecord.objects.exists()

    client_for(chiara).post(f"/api/orders/{taken.pk}/cancellation")

    assert client.post("/api/orders", order_payload(slot), headers=KEY).status_code == 201


def test_a_mistake_is_not_stored(now, alice, slot) -> None:
    client = client_for(alice)

    assert client.post("/api/orders", order_payload(slot, weight="1"), headers=KEY).status_code == 400
    assert client.post("/api/orders", order_payload(slot), headers=KEY).status_code == 201


def test_a_visitors_key_is_passed_over(now, slot) -> None:
    assert client_for().post("/api/orders", order_payload(slot), headers=KEY).status_code == 401
    assert not IdempotencyRecord.objects.exists()


@pytest.mark.parametrize("key", ["x" * 256, "a\tb", "\x7f"])
def test_refuses_a_key_that_cannot_be_one(now, alice, slot, key) -> None:
    response = client_for(alice).post("/api/orders", order_payload(slot), headers={"Idempotency-Key": key})

    assert (response.status_code, response.json()["code"]) == (400, "invalid_key")


@pytest.mark.parametrize("act", ["status", "cancellation", "reschedule", "messages", "rating", "edit"])
def test_every_write_can_be_repeated(paid_order, alice, bruno, salon, slot, act) -> None:
    make_slot(salon, start=slot.end_time)
    if act == "rating":
        advance(paid_order, to="completed")
    path, sender = f"/api/orders/{paid_order.pk}/{act}", client_for(bruno if act == "status" else alice)
    method, body = {
        "status": (sender.post, {"status": "pickup"}),
        "cancellation": (sender.post, {}),
        "reschedule": (sender.patch, {"newPickupDate": "2026-11-19", "newPickupTime": "13:00"}),
        "messages": (sender.post, {"body": "Hello"}),
        "rating": (sender.post, {"rating": 5}),
        "edit": (sender.patch, {"specialInstructions": "Ring twice"}),
    }[act]
    path = path.removesuffix("/edit")

    first, second = (method(path, body, headers=KEY) for _ in range(2))

    assert first.status_code in {200, 201}, first.json()
    assert (second.status_code, second.json()) == (first.status_code, first.json())
    assert Message.objects.count() == (act == "messages")


def repeated(customer, slot, *, key: str):
    client = client_for(customer)
    body, headers = order_payload(slot), {"Idempotency-Key": key}
    return lambda: patiently(lambda: client.post("/api/orders", body, headers=headers))


@pytest.mark.race
@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
def test_fifty_equal_calls_at_once_place_one_order(now, alice, slot) -> None:
    callers, repeats = figure(15, 50), figure(2, 20)
    big = make_slot(slot.provider, capacity=callers, start=slot.end_time)

    for repeat in range(repeats):
        customer = make_user(f"emil{repeat}")
        outcomes = race([repeated(customer, big, key=f"same-{repeat}") for _ in range(callers)])

        assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)], outcomes
        assert {outcome.status_code for outcome in outcomes} <= {201, 409}
        bodies = [outcome.json() for outcome in outcomes if outcome.status_code == 201]
        assert bodies
        assert all(body == bodies[0] for body in bodies)
        assert Order.objects.filter(customer=customer).count() == 1
    big.refresh_from_db()
    assert big.booked == repeats

    record("R9", f"same key {callers} at once x{repeats}: 1 order", "same key 50 at once: 1 order")


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_control_without_the_key_the_same_race_places_several(now, alice, salon, monkeypatch) -> None:
    big = make_slot(salon, capacity=10)

    class Unwritten(IdempotencyRecord):
        class Meta:
            proxy = True

        def save(self, **_):
            """Store nothing."""

    monkeypatch.setattr(idempotency, "_take", lambda *_: Unwritten())

    race([repeated(alice, big, key="same") for _ in range(8)])

    assert Order.objects.count() == 3  # the limit of unpaid orders


CRASH = """
import os, signal, sys
import django
django.setup()
from django.db import connection
from django.test import Client

moment, email, password, address = sys.argv[1:5]
body = sys.stdin.read()
client = Client(raise_request_exception=False)
assert client.login(username=email, password=password)
commit = connection._commit

def crash():
    if moment == "after":
        commit()
    os.kill(os.getpid(), signal.SIGKILL)

connection._commit = crash
client.post("/api/orders", body, content_type="application/json", headers={"Idempotency-Key": address})
"""


@pytest.mark.race
@pytest.mark.proof
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_worker_killed_around_the_commit_leaves_exactly_one_order(
    postal_codes, alice, salon, moment
) -> None:
    slot = make_slot(salon, day=clock.local_date(clock.now()) + timedelta(days=1))
    key, body = str(uuid4()), order_payload(slot)
    killed = subprocess.run(  # noqa: S603 - our own script in our own interpreter
        [sys.executable, "-c", CRASH, moment, alice.email, PASSWORD, key],
        input=json.dumps(body),
        env=os.environ | environment(),
        cwd=settings.BASE_DIR,
        text=True,
        capture_output=True,
        check=False,
    )
    assert killed.returncode == -9, killed.stderr
    assert Order.objects.count() == int(moment == "after")

    again = client_for(alice).post("/api/orders", body, headers={"Idempotency-Key": key})

    assert again.status_code == 201
    assert again.json()["pickupAddress"] == ADDRESS
    assert Order.objects.count() == 1
    slot.refresh_from_db()
    assert slot.booked == 1
    record("R9 (crash)", f"killed {moment} commit, repeated: 1 order", "killed before and after: 1 order")


def environment() -> dict[str, str]:
    """Return the environment of a subprocess on the test's database."""
    place = connection.settings_dict
    url = f"sqlite:///{place['NAME']}"
    if connection.vendor != "sqlite":
        who = f"{place['USER']}:{place['PASSWORD']}"
        url = f"postgres://{who}@{place['HOST']}:{place['PORT']}/{place['NAME']}"
    return {"TESTING": "1", "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "marketplace.settings"}


def test_paying_does_not_disturb_a_stored_answer(now, alice, slot) -> None:
    client = client_for(alice)
    first = client.post("/api/orders", order_payload(slot), headers=KEY)
    pay(Order.objects.get())

    assert client.post("/api/orders", order_payload(slot), headers=KEY).json() == first.json()


@pytest.mark.proof
def test_a_thousand_calls_that_change_nothing_store_nothing(now, alice, slot, settings) -> None:
    settings.ORDER_CHANGES_PER_HOUR = 1_200
    order, client = book(alice, slot), client_for(alice)
    path, body = f"/api/orders/{order.pk}", {"specialInstructions": "Ring twice"}
    first = client.patch(path, body, headers={"Idempotency-Key": "first"})
    calls = figure(30, 1_000)

    for number in range(calls):
        again = client.patch(path, body, headers={"Idempotency-Key": f"key {number}"})
        assert (again.status_code, again["Idempotency-Key"]) == (200, f"key {number}")
        assert again.json() == first.json()

    rows = IdempotencyRecord.objects.count()
    assert rows == 1
    record("S26 no-op", f"{calls} no-op PATCHes: {rows} row", "1,000 no-op PATCHes: under 10 rows")


def test_a_key_whose_call_changed_nothing_may_be_used_again(now, alice, slot) -> None:
    order, client = book(alice, slot), client_for(alice)
    path, key = f"/api/orders/{order.pk}", {"Idempotency-Key": "once"}
    client.patch(path, {"specialInstructions": ""}, headers=key)

    changed = client.patch(path, {"specialInstructions": "Ring twice"}, headers=key)

    assert (changed.status_code, changed.json()["specialInstructions"]) == (200, "Ring twice")
