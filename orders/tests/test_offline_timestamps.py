"""Steps done offline are sent later, with their own time, and only by the person who did them."""

from datetime import timedelta

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from orders.models import Message, Order
from orders.tests.order_at_status import order_at

pytestmark = pytest.mark.at(NOW)

HOUR = timedelta(hours=1)


def timeline(client, order: Order) -> dict[str, str | None]:
    return {step["status"]: step["at"] for step in client.get(f"/api/orders/{order.pk}").json()["timeline"]}


LATER = NOW + 3 * HOUR


@pytest.fixture
def later(order, time_machine) -> None:
    """Move the clock three hours past the confirmation."""
    time_machine.move_to(LATER)


@pytest.fixture
def order(now, alice, salon) -> Order:
    return order_at(alice, make_slot(salon), "confirmed")


def test_a_step_that_is_notified_later_stands_where_it_was_taken(later, order, salon) -> None:
    works, order_url = client_for(salon.user), f"/api/orders/{order.pk}/status"

    for status, ago in [("pickup", 2 * HOUR), ("washing", HOUR)]:
        response = works.post(order_url, {"status": status, "at": (LATER - ago).isoformat()})
        assert response.status_code == 200, response.json()

    status_times = timeline(works, order)
    assert status_times["pickup"] == (LATER - 2 * HOUR).isoformat().replace("+00:00", "Z")
    assert status_times["washing"] == (LATER - HOUR).isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize("ago", [timedelta(days=400), -timedelta(days=1)])
def test_a_wrong_clock_moves_no_step_out_of_order(later, order, salon, ago) -> None:
    works = client_for(salon.user)
    before = timeline(works, order)["confirmed"]

    response = works.post(
        f"/api/orders/{order.pk}/status", {"status": "pickup", "at": (LATER - ago).isoformat()}
    )

    assert response.status_code == 200
    status_times = timeline(works, order)["pickup"]
    assert before is not None
    assert status_times is not None
    assert before <= status_times <= LATER.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize("at", ["yesterday", "2026-11-23T10:00:00", 5, None])
def test_a_time_that_means_nothing_is_refused(later, order, salon, at) -> None:
    works = client_for(salon.user)

    response = works.post(f"/api/orders/{order.pk}/status", {"status": "pickup", "at": at})

    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert timeline(works, order)["pickup"] is None


def test_nothing_is_sent_as_somebody_else(order, alice, chiara) -> None:
    body, url = {"body": "The bell is broken"}, f"/api/orders/{order.pk}/messages"

    other = client_for(alice).post(url, body, headers={"X-Account": str(chiara.pk)})
    own = client_for(alice).post(url, body, headers={"X-Account": str(alice.pk)})

    assert (other.status_code, other.json()["code"]) == (403, "account_mismatch")
    assert own.status_code == 201
    assert Message.objects.count() == 1


def test_nothing_is_read_as_somebody_else(order, alice, chiara) -> None:
    works, url = client_for(alice), f"/api/orders/{order.pk}"

    other = works.get(url, headers={"X-Account": str(chiara.pk)})
    own = works.get(url, headers={"X-Account": str(alice.pk)})

    assert (other.status_code, other.json()["code"]) == (403, "account_mismatch")
    assert own.json()["id"] == str(order.pk)


@pytest.mark.parametrize("path", ["/api/providers", "/api/localities?q=8001"])
def test_what_caches_may_store_is_the_same_whomever_a_call_is_for(now, path, alice, chiara) -> None:
    works = client_for(alice)

    other = works.get(path, headers={"X-Account": str(chiara.pk)})

    assert other.status_code == 200
    assert other.content == works.get(path).content
    assert "X-Account" not in other.headers["Vary"]


def test_a_visitor_signs_in_first_whomever_a_call_is_for(order, alice) -> None:
    response = client_for(None).post(
        f"/api/orders/{order.pk}/messages", {"body": "Hello"}, headers={"X-Account": str(alice.pk)}
    )

    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
