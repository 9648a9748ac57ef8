"""A running order whose payment was returned in full: its people see and do what they did before."""

from uuid import uuid4

import pytest

from accounts import closing
from accounts.models import Notification
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from orders import selectors
from orders.lifecycle import cancelling
from orders.models import Actor, ActorRole, Order
from orders.payments import refunding
from orders.tests.booking import advance, book, pay
from orders.tests.invariant_checks import invariants_hold

__all__ = ["invariants_hold"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]


@pytest.fixture
def order(alice, salon):
    placed = book(alice, make_slot(salon), specialInstructions="Ring twice.")
    pay(placed)
    return placed


def return_everything(order: Order, dora) -> Order:
    order.refresh_from_db()
    actor = Actor(ActorRole.OPERATOR, dora.pk)
    refunding.refund_order(
        actor=actor, order_id=order.pk, amount=order.total_amount, note="Goodwill", key=uuid4(), now=NOW
    )
    order.refresh_from_db()
    assert order.payment_status == "refunded"
    return order


def test_it_goes_on_to_its_end(order, bruno, dora) -> None:
    advance(order, to="washing")
    return_everything(order, dora)

    response = client_for(bruno).post(f"/api/orders/{order.pk}/status", {"status": "delivery"})

    assert (response.status_code, response.json()["status"]) == (200, "delivery")


def test_cancelling_it_says_that_everything_has_gone_back(order, alice, dora) -> None:
    return_everything(order, dora)

    preview = client_for(alice).get(f"/api/orders/{order.pk}/cancellation").json()

    assert (preview["refund"], preview["fee"]) == ("0.00", "0.00")
    assert preview["reason"] == "Everything paid has already gone back."


def test_its_provider_is_notified_of_edits_and_of_its_cancellation(order, alice, bruno, dora) -> None:
    return_everything(order, dora)

    client_for(alice).patch(f"/api/orders/{order.pk}", {"specialInstructions": "Ring once."})
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation", {})

    kinds = set(Notification.objects.filter(user=bruno).values_list("kind", flat=True))
    assert {"order_edited", "order_cancelled"} <= kinds


def test_once_it_is_cancelled_nobody_sees_the_address_any_more(order, alice, bruno, dora) -> None:
    return_everything(order, dora)
    cancelling.cancel_order(order_id=order.pk, actor=Actor(ActorRole.CUSTOMER, alice.pk), now=NOW)

    assert client_for(bruno).get(f"/api/orders/{order.pk}").json()["deliveryAddress"] is None


def test_operators_see_that_its_account_is_closed(order, bruno, dora) -> None:
    advance(order, to="washing")
    return_everything(order, dora)

    closing.close(user_id=bruno.pk, now=NOW)

    assert list(selectors.running_of_closed_accounts()) == [order]
