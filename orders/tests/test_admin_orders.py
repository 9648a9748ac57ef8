"""What an operator sees and does with orders in the admin site, and what nobody can do."""

from datetime import time, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from conftest import NOW, client_for, make_slot, make_user
from marketplace.tests.confirmations import confirmation_on
from orders.models import Actor, ActorRole, Order, OrderEvent
from orders.payments import refunding
from orders.tests.booking import advance, book, pay

LIST = "admin:orders_order_changelist"


def press(operator_client: Client, action: str, *orders: Order, **more: str) -> list[str]:
    """Run an action of the admin site on some rows and return the messages of the page."""
    body = {"action": action, "_selected_action": [str(order.pk) for order in orders]} | more
    response = operator_client.post(reverse(LIST), body, follow=True)
    return [str(message) for message in response.context["messages"]]


def page(order: Order) -> str:
    return reverse("admin:orders_order_change", args=[order.pk])


def test_shows_the_consequence_before_it_cancels(operator_client, paid_order) -> None:
    body = {"action": "cancel_chosen", "_selected_action": [str(paid_order.pk)]}

    shown = operator_client.post(reverse(LIST), body).content.decode()

    assert "CHF 27.50 goes back to Alice" in shown
    paid_order.refresh_from_db()
    assert paid_order.status == "confirmed"
    [said] = press(operator_client, "cancel_chosen", paid_order, confirmed="yes", note="The house is flooded")
    assert said.startswith("Is cancelled: CHF 27.50 goes back to Alice")
    paid_order.refresh_from_db()
    assert (paid_order.status, paid_order.payment_status) == ("cancelled", "refunded")


def test_says_that_everything_has_gone_back_before_it_cancels(
    operator_client, paid_order, dora, bruno
) -> None:
    refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, dora.pk),
        order_id=paid_order.pk,
        amount=paid_order.total_amount,
        note="Goodwill",
        key=uuid4(),
        now=NOW,
    )

    [said] = press(operator_client, "cancel_chosen", paid_order, confirmed="yes", note="The house is flooded")

    assert said == (
        "Is cancelled: everything paid has gone back already, the place is free again, and both sides "
        "are told."
    )
    assert bruno.notifications.filter(kind="order_cancelled").exists()


def test_only_the_customer_is_notified_of_the_end_of_an_unpaid_order(
    operator_client, alice, bruno, slot
) -> None:
    order = book(alice, slot)

    [said] = press(operator_client, "cancel_chosen", order, confirmed="yes", note="The house is flooded")

    assert said == "Is cancelled: nothing was paid, the place is free again, and the customer is told."
    assert alice.notifications.filter(kind="order_cancelled").exists()
    assert not bruno.notifications.filter(kind="order_cancelled").exists()


@pytest.mark.parametrize("door", ["list", "page"])
def test_nobody_cancels_without_saying_why_and_the_customer_reads_it(
    operator_client, paid_order, alice, door
) -> None:
    def cancel(note: str) -> str:
        sent = {"confirmed": "yes", "note": note}
        if door == "page":
            address = reverse("admin:orders_order_to_cancelled", args=[paid_order.pk])
        else:
            address = reverse(LIST)
            sent |= {"action": "cancel_chosen", "_selected_action": str(paid_order.pk)}
        return operator_client.post(address, sent, follow=True).content.decode()

    assert "Please say why." in cancel(" ")
    paid_order.refresh_from_db()
    assert paid_order.status == "confirmed"
    cancel("The house is flooded")

    data = client_for(alice).get(f"/api/orders/{paid_order.pk}").json()
    assert data["cancellationReason"] == (
        "The order was cancelled by our support team: The house is flooded."
    )
    assert "The house is flooded" in alice.notifications.get(kind="order_cancelled").body
    assert OrderEvent.objects.latest("pk").reason.endswith(": The house is flooded")


def test_the_title_of_an_order_has_its_room_beside_the_buttons(operator_client, paid_order) -> None:
    _, _, heading = operator_client.get(page(paid_order)).content.decode().partition("<h1")
    title = heading.partition("</h1>")[0]

    assert title.count("<a ") == 2
    assert title.index("Orders") < title.index(str(paid_order))


def test_an_order_is_headed_by_who_when_how_much_and_what_next(
    operator_client, paid_order, time_machine
) -> None:
    shown = operator_client.get(page(paid_order)).content.decode()

    assert str(paid_order).startswith("Order of Alice")
    assert str(paid_order) in shown
    for words in (
        "Who",
        "When",
        "How much",
        "What next",
        "alice@example.org",
        "CHF 27.50",
        "picks the laundry up on",
    ):
        assert words in shown
    time_machine.move_to(paid_order.pickup_at + timedelta(hours=1))
    shown = operator_client.get(page(paid_order)).content.decode()
    assert "The pickup is overdue since" in shown
    # The sentence ends with a name that has a full stop of its own.
    assert "please ask Bruno M.</" in shown.replace("\n", "").replace(" </", "</")


def test_reports_row_by_row_what_was_refused(operator_client, now, alice, salon) -> None:
    slot = make_slot(salon, capacity=5)
    orders = [book(make_user(f"emil{number}"), slot) for number in range(4)]
    for order in orders[:3]:
        pay(order)

    body = {"action": "advance_chosen", "_selected_action": [str(order.pk) for order in orders]}
    asked = operator_client.post(reverse(LIST), body).content.decode()
    sent = operator_client.post(reverse(LIST), confirmation_on(asked), follow=True)

    said = [str(message) for message in sent.context["messages"]]
    assert said == [
        "3 done, 1 refused: This order is not paid yet. It can be confirmed once the payment has arrived."
    ]
    assert Order.objects.filter(status="pickup").count() == 3


def test_refuses_at_once_what_cannot_be(operator_client, paid_order) -> None:
    advance(paid_order, to="completed")

    assert press(operator_client, "advance_chosen", paid_order)[0].startswith("0 done, 1 refused: Order ")


def test_an_order_offers_only_its_legal_moves(operator_client, paid_order) -> None:
    shown = operator_client.get(page(paid_order)).content.decode()

    assert "Start pickup" in shown
    assert "Cancel and refund" in shown
    assert "Start washing" not in shown
    assert 'name="_save"' not in shown


def test_a_button_asks_and_then_does(operator_client, dora, paid_order) -> None:
    address = reverse("admin:orders_order_to_pickup", args=[paid_order.pk])

    asked = operator_client.get(address)

    assert "The customer is told" in asked.content.decode()
    paid_order.refresh_from_db()
    assert paid_order.status == "confirmed"
    operator_client.post(address, {"confirmed": "yes"})
    paid_order.refresh_from_db()
    assert paid_order.status == "pickup"
    event = OrderEvent.objects.latest("pk")
    assert (event.actor, event.actor_role) == (dora, "operator")


def test_shows_all_that_hangs_on_an_order(operator_client, paid_order, alice) -> None:
    client_for(alice).post(f"/api/orders/{paid_order.pk}/messages", {"body": "<b>Second floor</b>"})

    shown = operator_client.get(page(paid_order)).content.decode()
    said = operator_client.get(
        reverse("admin:orders_order_conversation", args=[paid_order.pk])
    ).content.decode()

    assert "&lt;b&gt;Second floor&lt;/b&gt;" in said
    assert f"pi_{paid_order.pk.hex}" in shown
    assert "captured:" in shown


@pytest.mark.parametrize("term", ["id", "email", "provider"])
def test_finds_an_order(operator_client, paid_order, salon, term) -> None:
    other = book(make_user("emil"), make_slot(salon, start=time(15)))
    wanted = {"id": str(paid_order.pk)[-8:], "email": "alice@example", "provider": "Brunos"}[term]

    found = operator_client.get(reverse(LIST), {"q": wanted}).context["cl"].queryset

    assert paid_order in found
    assert (other in found) == (term == "provider")


@pytest.mark.parametrize("queue", ["answer", "unpaid", "late", "refund"])
def test_queues_hold_what_needs_attention(
    operator_client, paid_order, alice, salon, time_machine, queue
) -> None:
    unpaid = book(alice, make_slot(salon, start=time(15)))
    time_machine.move_to(paid_order.pickup_at + timedelta(hours=1))

    found = list(operator_client.get(reverse(LIST), {"attention": queue}).context["cl"].queryset)

    assert found == {"answer": [], "unpaid": [unpaid], "late": [paid_order], "refund": []}[queue]


def test_nothing_is_added_edited_or_deleted_by_hand(operator_client, paid_order) -> None:
    before = Order.objects.values().get()

    assert operator_client.get(reverse("admin:orders_order_add")).status_code == 403
    assert operator_client.post(reverse("admin:orders_order_delete", args=[paid_order.pk])).status_code == 403
    operator_client.post(
        page(paid_order), {"status": "completed", "total_amount": "0.01", "payment_status": "refunded"}
    )

    assert Order.objects.values().get() == before


def test_customers_and_staff_without_permission_stay_out(paid_order, alice) -> None:
    address = reverse("admin:orders_order_to_pickup", args=[paid_order.pk])
    for user in (alice, make_user("emma", is_staff=True)):
        client = Client()
        client.force_login(user)
        assert client.get(page(paid_order)).status_code in {302, 403}
        assert client.post(address, {"confirmed": "yes"}).status_code in {302, 403}
    paid_order.refresh_from_db()
    assert paid_order.status == "confirmed"


def test_a_list_of_a_hundred_takes_at_most_fifteen_statements(operator_client, now, alice, salon) -> None:
    slot = make_slot(salon, capacity=100)
    for number in range(100):
        book(make_user(f"emil{number}"), slot)
    operator_client.get(reverse(LIST))

    with CaptureQueriesContext(connection) as queries:
        response = operator_client.get(reverse(LIST))

    assert len(response.context["cl"].result_list) == 100
    assert len(queries) <= 15


def test_the_page_of_an_order_leads_to_where_it_is_edited(operator_client, paid_order) -> None:
    link = f'href="/tracking/{paid_order.pk}"'

    assert link in operator_client.get(page(paid_order)).content.decode()
    advance(paid_order, to="pickup")
    assert link not in operator_client.get(page(paid_order)).content.decode()


def test_a_reason_that_a_customer_reads_is_stored_without_invisible_characters(
    operator_client, paid_order, alice
) -> None:
    note = "  The house\u200b is \u202eflooded.\r\nSorry\u2066! "

    press(operator_client, "cancel_chosen", paid_order, confirmed="yes", note=note)

    shown = client_for(alice).get(f"/api/orders/{paid_order.pk}").json()
    assert "The house is flooded.\nSorry!" in shown["cancellationReason"]


def test_a_reason_of_invisible_characters_is_none(operator_client, paid_order) -> None:
    press(operator_client, "cancel_chosen", paid_order, confirmed="yes", note="\u200b\u2066")

    paid_order.refresh_from_db()
    assert paid_order.status == "confirmed"
