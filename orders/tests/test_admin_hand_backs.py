"""What an operator reads of an order that its provider, or its customer, handed on to others."""

import re
from datetime import time, timedelta

import pytest
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot, make_user
from marketplace import clock
from orders.lifecycle import substitutes
from orders.models import Order
from orders.tests.booking import book, pay
from orders.tests.hand_backs import agree, hand_back, other_provider

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]
LIST = "admin:orders_order_changelist"


@pytest.fixture
def handed_back(alice, bruno, salon) -> Order:
    """Return alice's order that bruno has handed back; emil could take it."""
    order = book(alice, make_slot(salon))
    pay(order)
    other_provider("emil")
    hand_back(bruno, order)
    order.refresh_from_db()
    return order


def what_next(operator_client, order) -> str:
    shown = operator_client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()
    found = re.search(r"What next</h2>\s*<p[^>]*>(.*?)</p>", shown, re.DOTALL)
    assert found
    return found[1].strip()


def test_says_that_the_customer_is_asked_why_and_until_when(operator_client, handed_back) -> None:
    assert what_next(operator_client, handed_back) == (
        "Bruno M. has handed it back (“My machine broke.”). "
        "Alice M. lets us ask other neighbors by Wed 18 Nov, 11:30, or everything goes back."
    )


def test_says_who_is_asked(operator_client, handed_back, alice) -> None:
    agree(alice, handed_back)

    assert "We ask Emil M. until" in what_next(operator_client, handed_back)
    page = reverse("admin:orders_order_change", args=[handed_back.pk])
    rows = operator_client.get(page).content.decode().partition("Hand backs")[2]
    assert "My machine broke." in rows
    assert "emil" in rows.casefold()


def test_names_who_declined(operator_client, handed_back, alice) -> None:
    other = other_provider("fiona")
    agree(alice, handed_back)
    client_for(other.user).post(f"/api/provider/offers/{handed_back.pk}/decline")

    assert "We ask Emil M. until" in what_next(operator_client, handed_back)
    shown = operator_client.get(reverse("admin:orders_order_change", args=[handed_back.pk])).content.decode()
    assert "(declined)" in shown


def test_a_late_order_that_its_customer_moves_on_from_does_not_send_the_operator_to_the_provider(
    operator_client, alice, salon, time_machine
) -> None:
    order = book(alice, make_slot(salon))
    pay(order)
    emil = make_provider(make_user("emil"))
    make_slot(emil, start=time(16))
    time_machine.move_to(order.pickup_at + timedelta(hours=2))
    substitutes.offer_due(now=clock.now())
    agree(alice, order)

    said = what_next(operator_client, order)

    assert said.startswith("Late. Alice M. wants somebody else to come. We ask Emil M. until")


def test_stands_in_a_list_and_a_queue_of_its_own(operator_client, handed_back, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = False

    queues = {queue.title: queue for queue in operator_client.get("/admin/").context["queues"]}

    assert queues["Handed back"].count == 1
    assert list(operator_client.get(queues["Handed back"].link).context["cl"].result_list) == [handed_back]
