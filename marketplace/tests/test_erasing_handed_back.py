"""Erasing an account beside an order that its first provider has handed on: all three are sides of it."""

from datetime import timedelta

import pytest

from accounts.models import Notification, User
from accounts.tasks import erase_accounts
from conftest import PASSWORD, client_for, make_provider, make_slot, make_user
from conftest import WEDNESDAY as NOW
from marketplace.http.models import IdempotencyRecord
from orders.models import Order
from orders.tests.booking import advance, book, pay

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]


@pytest.fixture
def emil() -> User:
    """Return a second provider, with the same hour free."""
    emil = make_user("emil")
    make_slot(make_provider(emil))
    return emil


@pytest.fixture
def handed_on(now, alice, bruno, emil, slot) -> Order:
    """Return a completed order of alice's: bruno had it first, emil did it."""
    order = book(alice, slot)
    pay(order)
    client_for(alice).post(f"/api/orders/{order.pk}/messages", {"body": "Door code kanarie01"})
    client_for(bruno).post(
        f"/api/orders/{order.pk}/hand-back",
        {"reason": "My machine broke."},
        headers={"Idempotency-Key": "back"},
    )
    client_for(alice).post(f"/api/orders/{order.pk}/substitute", {"accept": True})
    assert client_for(emil).post(f"/api/provider/offers/{order.pk}/accept").status_code == 200
    return advance(Order.objects.get(pk=order.pk), to="completed")


@pytest.fixture
def erase(time_machine):
    """Return a function that asks for the end of an account, and lets the month pass."""

    def of(user: User) -> None:
        asked = client_for(user).post("/api/privacy/deletion", {"password": PASSWORD})
        assert asked.status_code == 201
        time_machine.move_to(NOW + timedelta(days=30))
        assert erase_accounts() == 1

    return of


def stored_for(user: User) -> str:
    """Return the answers that are kept for a repeat."""
    return str([record.first_response_body for record in IdempotencyRecord.objects.filter(account=user.pk)])


def notices_of(user: User) -> str:
    return " ".join(f"{notice.title} {notice.body}" for notice in Notification.objects.filter(user=user))


@pytest.mark.usefixtures("handed_on")
def test_whoever_handed_the_order_on_keeps_nothing_of_its_customer(alice, bruno, erase) -> None:
    assert "kanarie01" in notices_of(bruno)
    assert "Alice" in stored_for(bruno)

    erase(alice)

    assert "kanarie01" not in notices_of(bruno)
    assert "Alice" not in notices_of(bruno) + stored_for(bruno)


@pytest.mark.usefixtures("handed_on")
def test_nothing_names_who_handed_the_order_on_once_they_are_erased(alice, bruno, emil, erase) -> None:
    assert "Bruno" in notices_of(alice)

    erase(bruno)

    assert "Bruno" not in notices_of(alice) + notices_of(emil)
