"""The factory of browser tests: its errors, and that it is only available in tests."""

import json
from itertools import count

import pytest
from django.test import Client

from accounts.models import User
from demo.tests.factory_calls import ALICE, FACTORY, ORDER, SALON, ask, refused
from marketplace.tests.test_production import run
from orders.lifecycle.transitions import find
from orders.models import Order, OrderStatus
from providers.models import Provider

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("world", "path"),
    [
        ({"people": []}, "people"),
        ({"users": [ALICE | {"isStaff": True}]}, "users.0.isStaff"),
        ({"providers": [SALON | {"hours": [{}, {"places": 3}]}]}, "providers.0.hours.1.places"),
        (
            {"users": [ALICE], "providers": [SALON], "orders": [ORDER | {"pickup": {"day": 1}}]},
            "orders.0.pickup.day",
        ),
    ],
)
def test_refuses_a_field_that_it_does_not_know(world, path) -> None:
    assert refused(world) == ("unknown_field", path)


@pytest.mark.parametrize(
    ("world", "path"),
    [
        ({"users": [{}]}, "users.0.ref"),
        ({"users": ["alice"]}, "users.0"),
        ({"users": {}}, "users"),
        ({"users": [ALICE | {"operator": "boss"}]}, "users.0.operator"),
        ({"users": [ALICE | {"firstName": 7}]}, "users.0.firstName"),
        ({"providers": [SALON | {"hours": [{"weekday": 7}]}]}, "providers.0.hours.0.weekday"),
        ({"providers": [SALON | {"hours": [{"weekday": True}]}]}, "providers.0.hours.0.weekday"),
        ({"providers": [SALON | {"hours": [{"from": "8"}]}]}, "providers.0.hours.0.from"),
        ({"providers": [SALON | {"iban": "CH00"}]}, "iban"),
        ({"orders": [ORDER | {"status": "lost"}]}, "orders.0.status"),
        ({"orders": [ORDER | {"addOns": {"bow": 1}}]}, "orders.0.addOns"),
        ({"orders": [ORDER | {"pickup": {"days": 28}}]}, "orders.0.pickup.days"),
    ],
)
def test_refuses_what_is_no_world(world, path) -> None:
    assert refused(world) == ("invalid", path)


@pytest.mark.parametrize(
    "kind", ["users", "providers", "orders", "recurring", "favourites", "supportRequests"]
)
def test_refuses_more_than_twenty_of_a_kind(kind) -> None:
    one = {
        "orders": ORDER,
        "recurring": ORDER,
        "favourites": {"user": "alice", "provider": "salon"},
        "supportRequests": {
            "user": "alice",
            "category": "booking",
            "subject": "Bags",
            "message": "How many?",
        },
    }
    numbers = count()
    named = {} if kind == "favourites" else {"ref": ""}
    many = [one.get(kind, {}) | {name: f"r{next(numbers)}" for name in named} for _ in range(21)]

    assert refused({kind: many}) == ("invalid", kind)


@pytest.mark.parametrize(
    ("world", "path"),
    [
        ({"providers": [SALON | {"user": "nobody"}]}, "providers.0.user"),
        ({"providers": [SALON], "orders": [ORDER]}, "orders.0.customer"),
        ({"users": [ALICE], "orders": [ORDER]}, "orders.0.provider"),
        ({"users": [ALICE], "recurring": [ORDER | {"days": 1}]}, "recurring.0.provider"),
        ({"users": [ALICE], "favourites": [{"user": "alice", "provider": "salon"}]}, "favourites.0.provider"),
        (
            {"users": [ALICE], "providers": [SALON], "recurring": [ORDER | {"days": 1, "card": "visa"}]},
            "recurring.0.card",
        ),
    ],
)
def test_refuses_a_name_that_nothing_has(world, path) -> None:
    assert refused(world) == ("unknown_reference", path)


@pytest.mark.parametrize(
    ("body", "code", "path"),
    [
        ({}, "invalid", "users"),
        ({"users": ["salon"]}, "invalid", "users.0"),
        ({"users": [], "providers": []}, "unknown_field", "providers"),
    ],
)
def test_withdraws_nobody_where_the_call_is_wrong(body, code, path) -> None:
    response = Client().delete(FACTORY, body, content_type="application/json")

    assert response.status_code == 400
    assert (response.json()["code"], *response.json()["fields"]) == (code, path)


def test_refuses_a_name_that_two_have() -> None:
    assert refused({"users": [ALICE, ALICE]}) == ("duplicate_reference", "users")
    assert refused({"users": [{"ref": "salon"}], "providers": [SALON]}) == ("duplicate_reference", "users")


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"status": "washing", "payment": "unpaid"}, "payment"),
        ({"status": "pending", "payment": "paid"}, "status"),
        ({"status": "cancelled", "cancelledBy": "provider"}, "cancelledBy"),
        ({"status": "delivery", "review": {}}, "review"),
        ({"status": "washing", "handBack": {}}, "handBack"),
        ({"status": "completed", "handoverCodes": True}, "handoverCodes"),
        ({"status": "pending", "refund": {}}, "refund"),
    ],
)
def test_refuses_a_state_that_the_rules_do_not_allow(changes, path) -> None:
    world = {"users": [ALICE], "providers": [SALON], "orders": [ORDER | changes]}

    assert refused(world) == ("impossible_state", f"orders.0.{path}")


def test_says_no_by_the_table_of_transitions() -> None:
    assert find(OrderStatus.CONFIRMED, OrderStatus.CANCELLED, "provider") is None


def test_refuses_a_day_of_the_week_for_each_month() -> None:
    booked = ORDER | {"pattern": "monthly", "dayOfWeek": 1}

    assert refused({"users": [ALICE], "providers": [SALON], "recurring": [booked]})[0] == "invalid"


def test_leaves_nobody_in_the_list_where_an_order_cannot_be_made(stripe) -> None:
    closed = {"pickup": {"days": 1, "time": "23:00"}}
    world = {"users": [ALICE], "providers": [SALON], "orders": [ORDER | closed]}

    response = ask(world)

    assert (response.status_code, response.json()["code"]) == (409, "slot_closed")
    assert Provider.objects.get().status == "paused"
    assert Order.objects.count() == 0


def test_makes_nothing_where_the_hours_cannot_be() -> None:
    inverted = SALON | {"hours": [{"from": "10:00", "to": "09:00"}]}

    response = ask({"users": [ALICE], "providers": [inverted]})

    assert (response.status_code, response.json()["code"]) == (400, "end_before_start")
    assert User.objects.count() == 0


def test_takes_nothing_but_json() -> None:
    client = Client()

    assert client.post(FACTORY, "{", content_type="application/json").json()["code"] == "malformed"
    assert client.post(FACTORY, "[]", content_type="application/json").json()["code"] == "malformed"
    # A browser sends this content type cross-origin without a CORS preflight.
    assert client.post(FACTORY, "{}", content_type="text/plain").json()["code"] == "unsupported_media_type"
    assert User.objects.count() == 0


def nothing_there(response) -> bool:
    unknown = Client().post("/no/such/address", {}, content_type="application/json")
    return (response.status_code, response.content) == (404, unknown.content)


def test_is_not_there_outside_of_demonstration_and_tests(settings) -> None:
    settings.DEMO = settings.TESTING = False

    assert nothing_there(ask({"users": [ALICE]}))
    assert User.objects.count() == 0


@pytest.mark.parametrize(
    "caller",
    [
        {"REMOTE_ADDR": "192.168.1.7"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
    ],
)
def test_is_there_for_this_machine_alone(caller) -> None:
    assert nothing_there(ask({"users": [ALICE]}, **caller))
    assert ask({"users": [ALICE]}, REMOTE_ADDR="::1").status_code == 201


def test_withdraws_for_nobody_else(settings) -> None:
    settings.DEMO = settings.TESTING = False

    assert Client().delete(FACTORY, {"users": []}, content_type="application/json").status_code == 404


def test_the_factory_s_address_is_no_page() -> None:
    assert Client().get(FACTORY).status_code == 404


POST = """
import json, sys
import django
django.setup()
from django.test import Client
client = Client(headers={"host": "suuber.example"}, enforce_csrf_checks=True)
paths = ["/demo/factory", "/no/such/address"]
statuses = [client.post(path, {}, content_type="application/json", secure=True).status_code for path in paths]
print(json.dumps([statuses, [name for name in sys.modules if name.startswith("demo")]]))
"""


def test_a_production_start_does_not_know_of_it(tmp_path) -> None:
    started = run(tmp_path, "-c", POST)

    assert started.returncode == 0, started.stderr
    assert json.loads(started.stdout) == [[404, 404], []]
