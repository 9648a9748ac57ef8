"""A confirmation does what its page showed: of two operators, and of a page sent twice, one step is done."""

import itertools
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import SupportRequest
from conftest import client_for, make_operator, make_slot, make_user
from marketplace import clock
from marketplace.tests.admin_forms import signed_in
from marketplace.tests.confirmations import confirmation_on
from marketplace.tests.racing import race
from orders.models import Order, OrderEvent
from orders.tests.booking import FORWARD, advance, book, pay
from orders.tests.order_at_status import order_at
from providers.models import Review

LIST = reverse("admin:orders_order_changelist")
MEANWHILE = "changed since this page was shown"
STEPS = list(itertools.pairwise(FORWARD))


@pytest.fixture
def second(db) -> Client:
    """Return the browser of a second operator."""
    return signed_in(make_operator("otto", "operations"))


def chosen(client: Client, action: str, *orders: Order) -> str:
    """Choose an action of the list, and return its confirmation page."""
    body = {"action": action, "_selected_action": [str(order.pk) for order in orders]}
    return client.post(LIST, body).content.decode()


def said(client: Client, address: str, body: dict[str, Any]) -> str:
    response = client.post(address, body, follow=True)
    return " ".join(str(message) for message in response.context["messages"])


def test_two_operators_move_an_order_one_stage(operator_client, second, paid_order) -> None:
    pages = [chosen(client, "advance_chosen", paid_order) for client in (operator_client, second)]
    assert all("Moves to “Pickup in Progress”" in page for page in pages)

    first = said(operator_client, LIST, confirmation_on(pages[0]))
    other = said(second, LIST, confirmation_on(pages[1]))

    paid_order.refresh_from_db()
    assert paid_order.status == "pickup"
    assert first.startswith("Moves to")
    assert other.startswith("0 done, 1 refused:")
    assert MEANWHILE in other
    assert OrderEvent.objects.filter(order=paid_order).count() == 3


@pytest.mark.parametrize(("status", "then"), STEPS)
def test_a_page_that_is_sent_twice_moves_one_stage(operator_client, alice, slot, now, status, then) -> None:
    order = order_at(alice, slot, status)
    body = confirmation_on(chosen(operator_client, "advance_chosen", order))

    pages = [said(operator_client, LIST, body) for _ in range(2)]

    order.refresh_from_db()
    assert order.status == then
    assert "refused" in pages[1]


def test_without_its_page_the_next_stage_is_not_known(operator_client, paid_order) -> None:
    body = {"action": "advance_chosen", "_selected_action": str(paid_order.pk), "confirmed": "yes"}

    page = operator_client.post(LIST, body).content.decode()

    assert "this is what happens" in page
    paid_order.refresh_from_db()
    assert paid_order.status == "confirmed"


def test_of_many_only_those_that_moved_meanwhile_are_left(operator_client, second, alice, salon, now) -> None:
    slot = make_slot(salon, capacity=5)
    orders = [book(make_user(f"emil{number}"), slot) for number in range(3)]
    for order in orders:
        pay(order)
    body = confirmation_on(chosen(operator_client, "advance_chosen", *orders))
    said(second, LIST, confirmation_on(chosen(second, "advance_chosen", orders[1])))

    page = said(operator_client, LIST, body)

    assert page.startswith("2 done, 1 refused:")
    assert list(Order.objects.values_list("status", flat=True)) == ["pickup"] * 3


def test_an_order_that_its_customer_changed_is_looked_at_again(operator_client, alice, paid_order) -> None:
    body = confirmation_on(chosen(operator_client, "cancel_chosen", paid_order), note="The house is flooded")
    edited = client_for(alice).patch(f"/api/orders/{paid_order.pk}", {"specialInstructions": "Ring twice"})
    assert edited.status_code == 200

    page = said(operator_client, LIST, body)

    paid_order.refresh_from_db()
    assert paid_order.status == "confirmed"
    assert MEANWHILE in page
    again = confirmation_on(chosen(operator_client, "cancel_chosen", paid_order), note="The house is flooded")
    assert "goes back" in said(operator_client, LIST, again)


@pytest.mark.parametrize(("status", "then"), STEPS)
def test_a_button_of_the_orders_page_moves_it_once(
    operator_client, second, alice, slot, now, status, then
) -> None:
    order = order_at(alice, slot, status)
    address = reverse(f"admin:orders_order_to_{then}", args=[order.pk])
    bodies = [confirmation_on(client.get(address).content.decode()) for client in (operator_client, second)]

    pages = [said(operator_client, address, bodies[0]), said(second, address, bodies[1])]

    order.refresh_from_db()
    assert order.status == then
    assert "refused" not in pages[0]
    assert "refused" in pages[1]


# Reviews are hidden and reworded directly, without their ratings.
@pytest.mark.breaks_invariants
@pytest.mark.parametrize("hides", [True, False])
def test_a_review_is_hidden_as_it_was_read(operator_client, paid_order, alice, now, hides) -> None:
    advance(paid_order, to="completed")
    body = {"orderId": str(paid_order.pk), "rating": 1, "comment": "Late"}
    assert client_for(alice).post("/api/reviews", body).status_code == 201
    review = Review.objects.get()
    Review.objects.filter(pk=review.pk).update(hidden_at=None if hides else clock.now())
    address = reverse(f"admin:providers_review_{'hide' if hides else 'show_again'}", args=[review.pk])
    sent = confirmation_on(operator_client.get(address).content.decode(), note="Off topic")
    Review.objects.filter(pk=review.pk).update(comment="I was wrong, it was on time")

    page = said(operator_client, address, sent)

    review.refresh_from_db()
    assert (review.hidden_at is None) == hides
    assert MEANWHILE in page


@pytest.mark.parametrize("button", ["answer", "close"])
def test_a_request_that_goes_on_meanwhile_is_read_first(operator_client, alice, now, button) -> None:
    body = {"name": "Alice", "email": "alice@example.org", "category": "general"}
    body |= {"subject": "My shirts", "message": "Where are they?"}
    assert client_for(alice).post("/api/support-requests", body).status_code in {200, 201}
    row = SupportRequest.objects.get()
    address = reverse(f"admin:accounts_supportrequest_{button}_it", args=[row.pk])
    sent = confirmation_on(operator_client.get(address).content.decode(), body="They come tomorrow.")
    reply = client_for(alice).post(f"/api/support-requests/{row.pk}/replies", {"body": "It is urgent"})
    assert reply.status_code in {200, 201}, reply.content

    page = said(operator_client, address, sent)

    row.refresh_from_db()
    assert (row.status, row.replies.count()) == ("open", 1)
    assert MEANWHILE in page


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
def test_two_operators_at_once_move_an_order_one_stage(operator_client, second, paid_order) -> None:
    bodies = [
        confirmation_on(chosen(client, "advance_chosen", paid_order)) for client in (operator_client, second)
    ]
    clients = [operator_client, second]

    race([lambda number=number: clients[number].post(LIST, bodies[number]) for number in range(2)])

    paid_order.refresh_from_db()
    assert paid_order.status == "pickup"
