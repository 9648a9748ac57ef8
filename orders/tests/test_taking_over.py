"""Taking over an order that was handed back: what happens between being asked and accepting."""

from datetime import time
from decimal import Decimal
from threading import Thread
from uuid import uuid4

import pytest
from django.db import connections, transaction

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace.tests.racing import until_somebody_waits
from orders import locking
from orders.lifecycle import handing_back
from orders.models import Actor, ActorRole, Bearer, Order
from orders.payments import refunding
from orders.recurring.tests.running_bookings import at
from orders.tests.booking import book, pay
from orders.tests.invariant_checks import invariants_hold
from providers.models import Provider
from scheduling.models import TimeSlot

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
REASON = {"reason": "My machine broke."}


@pytest.fixture
def order(alice, salon) -> Order:
    """Return alice's paid order with bruno, whose pickup is tomorrow at noon."""
    placed = book(alice, make_slot(salon))
    pay(placed)
    return placed


@pytest.fixture
def emil() -> Provider:
    """Return another provider with that hour free."""
    provider = make_provider(make_user("emil"))
    make_slot(provider)
    return provider


def ask_others(order: Order) -> None:
    """Hand an order back as its provider, and have others asked as its customer."""
    for user, address, body in (
        (order.provider.user, "hand-back", REASON),
        (order.customer, "substitute", {"accept": True}),
    ):
        response = client_for(user).post(f"/api/orders/{order.pk}/{address}", body)
        assert response.json()["status"] == "confirmed", response.json()


def test_a_slot_that_has_begun_since_can_be_given_until_the_offer_ends(order, emil, time_machine) -> None:
    TimeSlot.objects.filter(provider=emil).update(start_time=time(10), starts_at=at("2026-11-19 10:00"))
    time_machine.move_to(at("2026-11-19 09:30"))
    ask_others(order)

    time_machine.move_to(at("2026-11-19 10:15"))
    client = client_for(emil.user)
    [offer] = client.get("/api/provider/offers").json()
    response = client.post(f"/api/provider/offers/{offer['orderId']}/accept")

    assert (response.status_code, response.json().get("providerId")) == (200, str(emil.pk)), response.json()
    assert order.reservations.get(released_at=None).slot.provider == emil


def test_an_offer_says_what_the_job_earns_then(order, emil, dora) -> None:
    refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, dora.pk),
        order_id=order.pk,
        amount=Decimal("10.00"),
        note="The pickup was late",
        key=uuid4(),
        now=NOW,
        borne_by=Bearer.PROVIDER,
    )
    ask_others(order)
    client = client_for(emil.user)

    [offer] = client.get("/api/provider/offers").json()
    job = client.post(f"/api/provider/offers/{offer['orderId']}/accept").json()

    assert (offer["serviceAmount"], offer["providerEarning"]) == ("25.00", "15.00")
    assert job["providerEarning"] == offer["providerEarning"]


@pytest.mark.race
@pytest.mark.only_postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("address", "body"),
    [("status", {"status": "pickup"}), ("hand-back", REASON), ("messages", {"body": "On my way"})],
)
def test_who_acts_while_somebody_else_takes_it_is_too_late(order, bruno, emil, address, body) -> None:
    ask_others(order)

    assert posted_while_taken(order, emil, bruno, address, body) == [404]

    order.refresh_from_db()
    assert (order.provider, order.status, order.hand_back_due_at) == (emil, "confirmed", None)
    assert not order.messages.exists()


@pytest.mark.race
@pytest.mark.only_postgres
@pytest.mark.django_db(transaction=True)
def test_what_the_customer_writes_while_somebody_takes_it_reaches_who_comes(
    order, alice, bruno, emil
) -> None:
    ask_others(order)

    assert posted_while_taken(order, emil, alice, "messages", {"body": "Third bell"}) == [201]

    notified = [user.notifications.filter(kind="message").count() for user in (emil.user, bruno)]
    assert notified == [1, 0]


def posted_while_taken(order: Order, provider: Provider, user, address: str, body: dict) -> list[int]:
    """Post for a user while a provider takes the order over; return the statuses of the responses."""
    client, statuses = client_for(user), []

    def act() -> None:
        statuses.append(client.post(f"/api/orders/{order.pk}/{address}", body).status_code)
        connections.close_all()

    with transaction.atomic():
        locking.locked_order(order_id=order.pk)
        late = Thread(target=act)
        late.start()
        until_somebody_waits()
        handing_back.take(order_id=order.pk, provider=provider, now=NOW)
    late.join()
    return statuses
