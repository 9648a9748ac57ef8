"""S13: a list of the API takes as many statements for a hundred rows as for one."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, time, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Address, Notification, SupportReply, SupportRequest
from conftest import NOW, client_for, make_provider, make_slot, make_user, sign_in
from marketplace.tests.proof import figure, record
from orders.models import HandBack, HandBackOffer, Message, Order, OrderEvent, OrderLine, SavedCard
from orders.recurring.pattern import Rule
from orders.recurring.tests.fixtures import make_bookings
from orders.tests.booking import advance, book, pay
from orders.tests.counting import statements
from providers import catalogue
from providers.api import list_cache

pytestmark = pytest.mark.django_db
ROWS = (1, 10, figure(20, 100))


@dataclass(frozen=True)
class World:
    """The people of the lists, an order, and a request for support."""

    alice: Any
    bruno: Any
    salon: Any
    order: Order
    request: SupportRequest


def home(world: World, number: int) -> None:
    Address.objects.create(user=world.alice, street=f"Seeweg {number}", city="Zurich", postal_code="8001")


def favourite(world: World, number: int) -> None:
    world.alice.favourites.create(provider=make_provider(make_user(f"kept{number}")), created_at=NOW)


def notice(world: World, number: int) -> None:
    Notification.objects.create(
        user=world.alice, kind="order", title="Order", body="Paid", dedupe_key=f"{number}", created_at=NOW
    )


def device(world: World, _number: int) -> None:
    sign_in(Client(), world.alice)


def card(world: World, number: int) -> None:
    SavedCard.objects.create(
        user=world.alice, payment_method_id=f"pm_{number}", brand="visa", last4="4242", exp_month=1,
        exp_year=2040, consented_at=NOW, consent_text="Yes.", created_at=NOW,
    )  # fmt: skip


def support_request(world: World, _number: int) -> SupportRequest:
    return SupportRequest.objects.create(
        account=world.alice, name="Alice", email=world.alice.email, subject="A sock", message="It is gone.",
        created_at=NOW, updated_at=NOW, waiting_since=NOW,
    )  # fmt: skip


def support_reply(world: World, number: int) -> None:
    SupportReply.objects.create(
        request=world.request, author=make_user(f"desk{number}"), by_operator=True, body="Found.", sent_at=NOW
    )


def message(world: World, number: int) -> None:
    sender = (world.alice, world.bruno)[number % 2]
    Message.objects.create(order=world.order, sender=sender, body="Hello.", sent_at=NOW)


def order(world: World, number: int) -> Order:
    """Copy the order with its lines and events, for another customer's and the same provider's work."""
    copy = Order.objects.get(pk=world.order.pk)
    copy.pk, copy.created_at = uuid4(), NOW + timedelta(seconds=number)
    copy.save(force_insert=True)
    for model in (OrderLine, OrderEvent):
        rows = list(model.objects.filter(order=world.order))
        for row in rows:
            row.pk, row.order = None, copy
        model.objects.bulk_create(rows)
    return copy


def conversation(world: World, number: int) -> None:
    about = order(world, number)
    Message.objects.create(order=about, sender=world.alice, body="Hello.", sent_at=NOW)


def offer(world: World, number: int) -> None:
    ill = make_provider(make_user(f"ill{number}"))
    given = order(world, number)
    Order.objects.filter(pk=given.pk).update(
        provider=ill, status="confirmed", hand_back_due_at=NOW + timedelta(hours=1)
    )
    back = HandBack.objects.create(order=given, provider=ill, reason="Ill", handed_back_at=NOW, agreed_at=NOW)
    HandBackOffer.objects.create(hand_back=back, provider=world.salon, offered_at=NOW)


def series(world: World, number: int) -> None:
    weekly = make_provider(make_user(f"weekly{number}"))
    make_bookings([Rule("weekly", 1)], providers=[weekly], customers=[world.alice])


def window(world: World, number: int) -> None:
    start = time(number // 7, 0)
    world.salon.weekly_windows.create(weekday=number % 7, start_time=start, end_time=time(start.hour, 59))


def day_off(world: World, number: int) -> None:
    day = date(2027, 1, 1) + timedelta(days=number)
    world.salon.days_off.create(start_on=day, end_on=day)


def slot(world: World, number: int) -> None:
    make_slot(world.salon, day=date(2027, 2, 1) + timedelta(days=number // 20), start=time(number % 20))


def provider(_world: World, number: int) -> None:
    make_slot(make_provider(make_user(f"listed{number}"), "8001"))
    catalogue.touch()


@dataclass(frozen=True)
class Listed:
    """A list: who asks for it, what makes a row, and of how many there can be."""

    who: str
    make: Callable[[World, int], object]
    query: str = ""
    most: int = 100
    key: str = ""


LISTS = {
    "/api/addresses": Listed("alice", home, most=20),
    "/api/favourites": Listed("alice", favourite),
    "/api/notifications": Listed("alice", notice, key="results", most=50),
    "/api/orders": Listed("alice", order),
    "/api/orders/customer/{customer_id}": Listed("alice", order),
    "/api/orders/{order_id}/messages": Listed("alice", message),
    "/api/payment-methods": Listed("alice", card),
    "/api/profile/devices": Listed("alice", device),
    "/api/provider-schedules/{provider_id}": Listed("bruno", window),
    "/api/provider/conversations": Listed("bruno", conversation),
    "/api/provider/days-off": Listed("bruno", day_off),
    "/api/provider/offers": Listed("bruno", offer),
    "/api/provider/orders": Listed("bruno", order),
    "/api/providers": Listed("alice", provider),
    "/api/providers/{postal_code}": Listed("alice", provider),
    "/api/recurring-bookings/customer/{customer_id}": Listed("alice", series),
    "/api/support-requests": Listed("alice", support_request),
    "/api/support-requests/{request_id}/replies": Listed("alice", support_reply),
    "/api/time-slots": Listed(
        "alice", slot, query="providerId={provider_id}&startDate=2027-02-01&endDate=2027-02-28"
    ),
}
SHORT = {
    "/api/localities": "from memory",
    "/api/orders/again": "a row for each provider and service (orders/tests/test_rebook.py)",
    "/api/orders/{order_id}/alternatives": "a few providers (orders/tests/test_alternatives.py)",
    "/api/orders/{order_id}/handovers": "two for an order",
    "/api/privacy/export": "one of each kind",
    "/api/recurring-bookings/refusals": "a few providers (orders/recurring/tests/test_conflicts.py)",
    "/api/recurring-bookings/{booking_id}/alternatives": "a few providers (its test_another_provider.py)",
}


@pytest.fixture
def world(now, alice, bruno, salon) -> World:
    done = book(alice, make_slot(salon))
    pay(done)
    advance(done, to="washing")
    done.refresh_from_db()
    people = World(alice, bruno, salon, done, SupportRequest())
    return replace(people, request=support_request(people, 0))


def test_every_list_of_the_api_is_counted_or_short() -> None:
    paths = json.loads((settings.BASE_DIR / "docs" / "openapi.json").read_text())["paths"]

    def is_list(call: dict[str, Any]) -> bool:
        content = call.get("responses", {}).get("200", {}).get("content", {})
        return content.get("application/json", {}).get("schema", {}).get("type") == "array"

    found = {path for path, calls in paths.items() if is_list(calls.get("get", {}))}

    assert found - {*LISTS} == {*SHORT}


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("path", LISTS)
def test_a_list_takes_the_same_statements_whatever_the_rows(world, path) -> None:
    listed, taken, made = LISTS[path], [], 0
    values = {
        "customer_id": world.alice.pk, "order_id": world.order.pk, "provider_id": world.salon.pk,
        "request_id": world.request.pk, "postal_code": "8001",
    }  # fmt: skip
    client = client_for(getattr(world, listed.who))
    address = f"{path}?{listed.query}".format(**values)
    steps = sorted({min(rows, listed.most) for rows in ROWS})

    for rows in steps:
        for number in range(made, rows):
            listed.make(world, number)
        made = rows
        client.get(address)
        list_cache.forget()
        with CaptureQueriesContext(connection) as queries:
            response = client.get(address)
        shown = response.json()[listed.key] if listed.key else response.json()
        assert len(shown) >= rows, shown
        taken.append(statements(queries))

    assert {len(found) for found in taken} == {len(taken[0])}, taken[-1]
    reached = f"{len(taken[0])} statements for {' and '.join(map(str, steps))} rows"
    record(f"S13 {path}", reached, "equal for 1, 10, 100 rows")
