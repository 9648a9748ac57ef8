"""Refunds by operators on the order's page: amount, reason, preview, then once."""

import re
from datetime import timedelta
from decimal import Decimal

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse

from conftest import NOW, client_for, make_operator, make_slot
from marketplace.tests.proof import record
from orders.models import Dispute, Order, Refund
from orders.payouts.tests.earning import dispute
from orders.tests.booking import advance, book, pay
from orders.tests.money import books


@pytest.fixture
def fiona(db):
    """Return an operator of the group finance."""
    return make_operator("fiona", group="finance")


def operator_client_of(operator) -> Client:
    client = Client()
    client.force_login(operator)
    return client


def page(order: Order) -> str:
    return reverse("admin:orders_order_refund", args=[order.pk])


def form_of(operator_client: Client, order: Order) -> dict[str, str]:
    """Return the hidden fields of the page, as a browser sends them."""
    shown = operator_client.get(page(order)).content.decode()
    return {name: re.search(rf'name="{name}" value="([^"]+)"', shown)[1] for name in ("version", "key")}


def said(response) -> list[str]:
    return [str(message) for message in response.context["messages"]]


def give_back(operator_client: Client, order: Order, amount: str, **changes: str):
    body = form_of(operator_client, order) | {"amount": amount, "note": "A shirt was torn"} | changes
    return operator_client.post(page(order), body | {"confirmed": "yes"}, follow=True)


def test_shows_what_a_refund_means_before_it_returns_anything(fiona, paid_order) -> None:
    order, operator_client = advance(paid_order, to="completed"), operator_client_of(fiona)

    body = form_of(operator_client, order) | {"amount": "26.00", "note": "A shirt was torn"}
    response = operator_client.post(page(order), body, follow=True)
    # A redirect to a GET, so that Back and reload resend nothing.
    assert response.redirect_chain == [(f"{page(order)}?look=1", 302)]
    shown = response.content.decode()

    assert f"of {order.customer.known_name} with" in shown
    assert "CHF 27.50 can be returned" in shown
    assert "CHF 26.00 goes back to Alice M.; " in shown
    assert "CHF 1.50 is left" in shown
    assert "is owed CHF 25.00 less" in shown
    assert "Our fee is CHF 1.00 less" in shown
    assert "A shirt was torn" in shown
    assert not Refund.objects.exists()


def test_returns_a_part_long_after_the_end_with_its_reason(
    fiona, paid_order, alice, bruno, time_machine
) -> None:
    order = advance(paid_order, to="completed")
    time_machine.move_to(NOW + timedelta(days=90))

    assert said(give_back(operator_client_of(fiona), order, "10.00")) == ["CHF 10.00 goes back to Alice M."]

    refund = Refund.objects.get()
    assert (refund.amount, refund.note, refund.requested_by) == (Decimal("10.00"), "A shirt was torn", fiona)
    assert books() == {
        "stripe": Decimal("17.50"),
        "provider": Decimal("-15.00"),
        "platform": Decimal("-2.50"),
    }
    assert alice.notifications.get(kind="payment_returned").body == (
        "We are returning CHF 10.00 of this order to you."
    )
    assert "your share is CHF 10.00 less" in bruno.notifications.get(kind="payment_returned").body


def test_returns_the_rest_in_full_and_offers_no_more(fiona, paid_order) -> None:
    order, operator_client = advance(paid_order, to="completed"), operator_client_of(fiona)
    own_page = reverse("admin:orders_order_change", args=[order.pk])
    give_back(operator_client, order, "10.00")

    assert 'value="17.50"' in operator_client.get(page(order)).content.decode()
    assert page(order) in operator_client.get(own_page).content.decode()
    give_back(operator_client, order, "17.50")

    order.refresh_from_db()
    assert (order.payment_status, books()) == ("refunded", {})
    assert page(order) not in operator_client.get(own_page).content.decode()
    assert said(give_back(operator_client, order, "0.01")) == [
        "0 done, 1 refused: Nothing is left of this order's payment that could be returned."
    ]


@pytest.mark.proof
def test_sending_the_same_form_twice_returns_once(fiona, paid_order) -> None:
    operator_client = operator_client_of(fiona)
    body = form_of(operator_client, paid_order) | {"amount": "5.00", "note": "Late", "confirmed": "yes"}

    for _ in range(5):
        operator_client.post(page(paid_order), body)

    assert Refund.objects.get().amount == Decimal("5.00")
    record("R16 (operators)", "the same form 5 times: 1 refund", "1 refund")


def test_the_second_of_two_operators_is_notified(fiona, dora, paid_order) -> None:
    first, second = operator_client_of(fiona), operator_client_of(dora)
    seen = form_of(second, paid_order)
    give_back(first, paid_order, "5.00")

    response = give_back(second, paid_order, "5.00", **seen)

    [sentence] = said(response)
    assert sentence.startswith("0 done, 1 refused: This order has changed in the meantime.")
    assert Refund.objects.count() == 1


@pytest.mark.parametrize("confirmed", [{}, {"confirmed": "yes"}])
def test_more_than_was_paid_is_refused_and_written_down(fiona, paid_order, confirmed) -> None:
    operator_client = operator_client_of(fiona)
    body = form_of(operator_client, paid_order) | {"amount": "27.51", "note": "A shirt was torn"}

    shown = operator_client.post(page(paid_order), body | confirmed, follow=True).content.decode()

    assert "This would return more than the customer paid." in shown
    assert not Refund.objects.exists()
    entry = LogEntry.objects.exclude(change_message="Opened the order.").get()
    assert (entry.user, entry.object_id) == (fiona, str(paid_order.pk))
    assert entry.change_message == (
        "Pressed “Refund”, refused (refund_exceeds_payment): CHF 27.51, A shirt was torn"
    )


@pytest.mark.sweep
@pytest.mark.parametrize("amount", ["27.51", "0.00", "-1.00", "1.005", "NaN", "", "much"])
def test_refuses_what_is_no_part_of_what_was_paid(fiona, paid_order, amount) -> None:
    give_back(operator_client_of(fiona), paid_order, amount)

    assert not Refund.objects.exists()


def test_needs_a_reason(fiona, paid_order) -> None:
    give_back(operator_client_of(fiona), paid_order, "1.00", note=" ")

    assert not Refund.objects.exists()


def test_a_pending_order_that_is_returned_in_full_is_cancelled(now, fiona, alice, salon) -> None:
    salon.accepts_instantly = False
    salon.save()
    slot = make_slot(salon)
    order = book(alice, slot)
    pay(order)
    operator_client = operator_client_of(fiona)

    body = form_of(operator_client, order) | {"amount": "27.50", "note": "The provider is ill"}
    response = operator_client.post(page(order), body, follow=True)
    # A redirect to a GET, so that Back and reload resend nothing.
    assert response.redirect_chain == [(f"{page(order)}?look=1", 302)]
    shown = response.content.decode()
    give_back(operator_client, order, "27.50")

    assert "The order is cancelled, and its place is free again." in shown
    order.refresh_from_db()
    slot.refresh_from_db()
    assert (order.status, order.cancel_reason, slot.booked) == ("cancelled", "by_operator", 0)
    assert client_for(alice).get(f"/api/orders/{order.pk}").json()["refundedAmount"] == "27.50"


def test_what_we_bear_of_a_late_fee_is_no_fee_of_ours(time_machine, fiona, paid_order, alice) -> None:
    operator_client = operator_client_of(fiona)
    give_back(operator_client, paid_order, "15.00", borne_by="platform")
    time_machine.move_to(paid_order.pickup_at - timedelta(minutes=30))
    client_for(alice).post(f"/api/orders/{paid_order.pk}/cancellation", {})

    body = form_of(operator_client, paid_order) | {"amount": "12.50", "note": "She was ill"}
    shown = operator_client.post(page(paid_order), body, follow=True).text

    assert "CHF 0.00 is left" in shown
    assert "We bear CHF 12.50." in shown
    assert "Our fee" not in shown


@pytest.mark.parametrize(("group", "status"), [("finance", 200), ("operations", 403), ("support", 403)])
def test_only_finance_returns_money(now, paid_order, group, status) -> None:
    operator_client = operator_client_of(make_operator("emil", group=group))
    body = {
        "amount": "1.00",
        "note": "x",
        "version": str(paid_order.version),
        "key": "c8a1d6d2-6f2e-4a0c-9d63-1c0b5a0f7a11",
        "confirmed": "yes",
    }

    assert operator_client.get(page(paid_order)).status_code == status
    operator_client.post(page(paid_order), body)

    assert Refund.objects.count() == (1 if status == 200 else 0)


def test_disputes_are_shown(fiona, paid_order) -> None:
    row = Dispute.objects.create(
        stripe_dispute_id="dp_1",
        order=paid_order,
        payment=paid_order.payments.get(),
        status="needs_response",
        reason="fraudulent",
        amount=Decimal("27.50"),
        opened_at=NOW,
        respond_by=NOW + timedelta(days=9),
        changed_at=NOW,
    )
    operator_client = operator_client_of(fiona)

    listed = operator_client.get(reverse("admin:orders_dispute_changelist"), {"q": "dp_1"})
    queue = operator_client.get(reverse("admin:orders_order_changelist"), {"attention": "dispute"})
    shown = operator_client.get(reverse("admin:orders_order_change", args=[paid_order.pk])).content.decode()

    assert len(listed.context["cl"].result_list) == len(queue.context["cl"].result_list) == 1
    assert "The cardholder says that they did not pay this" in shown

    [waiting] = [
        queue
        for queue in operator_client.get("/admin/").context["queues"]
        if queue.title == "Dispute to answer"
    ]
    assert waiting.count == len(operator_client.get(waiting.link).context["cl"].result_list) == 1
    Dispute.objects.update(status="won")
    assert len(operator_client.get(waiting.link).context["cl"].result_list) == 0
    page_of_it = operator_client.get(reverse("admin:orders_dispute_change", args=[row.pk])).content.decode()
    assert "Dispute of CHF 27.50" in page_of_it


def test_a_dispute_says_what_to_do_and_where(operator_client, paid_order, settings):
    settings.STRIPE_SECRET_KEY = "sk_test_1"
    row = dispute(paid_order)
    Dispute.objects.update(reason="product_not_received")
    page = reverse("admin:orders_dispute_change", args=[row.pk])

    shown = operator_client.get(page).content.decode()

    assert "Answer it in Stripe&#x27;s dashboard" in shown
    assert f"https://dashboard.stripe.com/test/payments/{row.payment.intent_id}" in shown
    assert "the proof of the pickup and of the delivery" in shown
    assert "CHF 27.50" in shown
    assert "The service is said not to have been received" in shown
    assert "product_not_received" not in shown
    assert "needs_response" not in shown

    Dispute.objects.update(status="won")
    assert "the proof of the pickup" not in operator_client.get(page).content.decode()
