"""Nobody books an hour twice without noticing: not by "Again", not in two tabs, not on two phones."""

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from marketplace.tests.proof import record
from marketplace.tests.racing import race
from orders.models import Order
from orders.tests.booking import book, order_payload, patiently, pay

# Habits are orders that are moved into the past.
pytestmark = [pytest.mark.breaks_invariants, pytest.mark.at(NOW)]
WEEK = timedelta(days=7)
THURSDAY = date(2026, 11, 19)


@pytest.fixture
def weeks(now, salon) -> list[datetime]:
    """Give the provider the Thursdays of three weeks at noon, and return the hours."""
    return [make_slot(salon, day=THURSDAY + number * WEEK, capacity=5).starts_at for number in range(3)]


@pytest.fixture
def earlier(weeks, alice, salon) -> Order:
    """Return an order of two weeks ago, on Thursday at noon."""
    order = book(alice, salon.slots.order_by("starts_at")[0])
    pay(order)
    Order.objects.filter(pk=order.pk).update(
        pickup_at=order.pickup_at - 2 * WEEK, created_at=order.created_at - 2 * WEEK, status="completed"
    )
    return order


def again(user) -> dict[str, Any]:
    [entry] = client_for(user).get("/api/orders/again").json()
    return entry


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


def take(user, entry: dict[str, Any], **more: Any):
    """Book a suggestion as it stands, as a tap on it does."""
    body = entry | {"providerId": entry["provider"]["id"], "refuseSecondPickup": True} | more
    return client_for(user).post("/api/orders", body)


@pytest.mark.proof
def test_again_three_times_books_three_weeks(earlier, alice, salon, weeks) -> None:
    named = []
    for _ in range(3):
        entry = again(alice)
        response = take(alice, entry)
        assert response.status_code == 201, response.json()
        pay(Order.objects.get(pk=response.json()["id"]))
        named.append(entry["existingPickup"])

    booked = Order.objects.filter(status="confirmed").order_by("pickup_at")
    assert list(booked.values_list("pickup_at", flat=True)) == weeks
    assert named[0] is None
    assert [at(one["pickupTime"]) for one in named[1:]] == [weeks[0]] * 2
    assert named[1]["orderId"] == str(booked[0].pk)
    assert named[1]["providerName"] == "Bruno M."
    assert again(alice)["pickupTime"] is None
    record(
        "R30", f"again {len(named)} times: 1 order an hour, {booked.count()} weeks", "1 order for the hour"
    )


@pytest.mark.parametrize("paid", [True, False])
def test_an_order_with_somebody_else_counts_too(earlier, alice, weeks, paid) -> None:
    other = make_provider(make_user("emil"))
    order = book(alice, make_slot(other, day=THURSDAY))
    if paid:
        pay(order)

    entries = client_for(alice).get("/api/orders/again").json()

    mine = next(entry for entry in entries if entry["orderId"] == str(earlier.pk))
    assert at(mine["pickupTime"]) == weeks[1]
    assert mine["existingPickup"]["orderId"] == str(order.pk)
    assert mine["existingPickup"]["providerName"] == "Emil M."


@pytest.mark.parametrize("minutes", [-59, -30, 0, 30, 59])
def test_an_hour_that_overlaps_is_the_same_hour(earlier, alice, weeks, minutes) -> None:
    order = book(alice, make_slot(make_provider(make_user("emil")), day=THURSDAY))
    pay(order)
    Order.objects.filter(pk=order.pk).update(pickup_at=order.pickup_at + timedelta(minutes=minutes))

    entry = again_of(alice, earlier)

    assert at(entry["pickupTime"]) == weeks[1]
    assert entry["existingPickup"]["orderId"] == str(order.pk)


def test_an_hour_before_or_after_is_another_one(earlier, alice, salon, weeks) -> None:
    for hour in (11, 13):
        pay(book(alice, make_slot(salon, day=THURSDAY, start=time(hour))))

    entry = again_of(alice, earlier)

    assert (at(entry["pickupTime"]), entry["existingPickup"]) == (weeks[0], None)


def again_of(user, order: Order) -> dict[str, Any]:
    return client_for(user).get(f"/api/orders/{order.pk}/again").json()


def test_an_order_that_is_cancelled_or_of_somebody_else_is_in_nobodys_way(
    earlier, alice, chiara, salon, weeks
) -> None:
    slot = salon.slots.order_by("starts_at")[0]
    cancelled = book(alice, slot)
    client_for(alice).post(f"/api/orders/{cancelled.pk}/cancellation", {})
    pay(book(chiara, slot))

    entry = again(alice)

    assert at(entry["pickupTime"]) == weeks[0]
    assert entry["existingPickup"] is None


def test_one_older_order_is_repeated_at_another_hour_too(earlier, alice, salon, weeks) -> None:
    order = book(alice, salon.slots.order_by("starts_at")[0])
    pay(order)

    entry = again_of(alice, earlier)

    assert at(entry["pickupTime"]) == weeks[1]
    assert entry["existingPickup"]["orderId"] == str(order.pk)


@pytest.mark.proof
def test_a_second_phone_is_asked_once(alice, slot, now) -> None:
    first = client_for(alice).post("/api/orders", order_payload(slot, refuseSecondPickup=True))
    assert first.status_code == 201

    refused = client_for(alice).post("/api/orders", order_payload(slot, refuseSecondPickup=True))

    assert (refused.status_code, refused.json()["code"]) == (409, "pickup_exists")
    assert refused.json()["message"].startswith("You already have a pickup then")
    assert "12:00-13:00" in refused.json()["message"]
    assert refused.json()["existingPickup"]["orderId"] == first.json()["id"]
    assert Order.objects.count() == 1
    # Who says so gets the second one.
    assert client_for(alice).post("/api/orders", order_payload(slot)).status_code == 201
    record("R30 (form)", "a second phone: asked once, then booked", "the form asks once")


def test_an_expired_checkout_asks_nothing(alice, slot, now, time_machine) -> None:
    book(alice, slot)
    time_machine.move_to(clock.now() + timedelta(minutes=16))

    response = client_for(alice).post("/api/orders", order_payload(slot, refuseSecondPickup=True))

    assert response.status_code == 201, response.json()


def test_others_book_the_hour_as_they_like(alice, chiara, slot, now) -> None:
    book(alice, slot)

    assert (
        client_for(chiara).post("/api/orders", order_payload(slot, refuseSecondPickup=True)).status_code
        == 201
    )


@pytest.mark.proof
@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_tabs_at_once_book_one_order(alice, slot) -> None:
    body = order_payload(slot, refuseSecondPickup=True)

    responses = race([lambda: patiently(lambda: client_for(alice).post("/api/orders", body))] * 2)

    assert sorted(response.status_code for response in responses) == [201, 409]
    assert Order.objects.count() == 1
    record("R30 (tabs)", "two tabs at once: 1 order", "1 order for the hour")
