"""Money leaves an order that runs on: both sides are told, and its provider sees what they will earn."""

import re
from decimal import Decimal

import pytest
from django.urls import reverse

from accounts.models import Notification
from conftest import client_for, make_operator
from marketplace.tests.proof import record
from orders.models import Dispute, Order, Refund
from orders.payments import gateway
from orders.payments.tests.fixtures import books_agree_with, carry_on, pay, report
from orders.tests.booking import advance
from orders.tests.money import books

pytestmark = pytest.mark.django_db

STATUSES = ["confirmed", "pickup", "washing", "delivery"]


@pytest.fixture
def finance(db):
    """Return a client of an operator who may refund."""
    return client_for(make_operator("fiona", group="finance"))


def page_of(order: Order) -> str:
    return reverse("admin:orders_order_refund", args=[order.pk])


def fill_in(finance, order: Order, amount: str, **chosen: str) -> dict[str, str]:
    """Return the page's form as a browser sends it."""
    shown = finance.get(page_of(order)).content.decode()
    hidden = {name: re.search(rf'name="{name}" value="([^"]+)"', shown)[1] for name in ("version", "key")}
    return hidden | {"amount": amount, "note": "Goodwill"} | chosen


def refund(finance, order: Order, amount: str, **chosen: str) -> None:
    body = fill_in(finance, order, amount, **chosen) | {"confirmed": "yes"}
    assert finance.post(page_of(order), body, format="multipart").status_code == 302
    carry_on()


def deliver(stripe, kind: str) -> None:
    for event in stripe.events(kind):
        report(stripe, event["id"])
    carry_on()


def by_operator_all(stripe, finance, order, intent_id) -> str:
    refund(finance, order, "27.50")
    return "25.00"


def by_operator_part_of_the_platform(stripe, finance, order, intent_id) -> str:
    refund(finance, order, "10.00", borne_by="platform")
    return "25.00"


def by_operator_part_of_the_provider(stripe, finance, order, intent_id) -> str:
    refund(finance, order, "10.00", borne_by="provider")
    return "15.00"


def by_operator_all_of_the_provider(stripe, finance, order, intent_id) -> str:
    refund(finance, order, "27.50", borne_by="provider")
    return "0.00"


def in_stripes_dashboard(stripe, finance, order, intent_id) -> str:
    gateway.create_refund(
        intent_id=intent_id, amount=Decimal("20.00"), refund_id="", order_id="", idempotency_key="by-hand"
    )
    deliver(stripe, "charge.refunded")
    return "25.00"


def by_chargeback(stripe, finance, order, intent_id) -> str:
    stripe.contest(intent_id)
    deliver(stripe, "charge.dispute.created")
    return "25.00"


WAYS = [
    by_operator_all,
    by_operator_part_of_the_platform,
    by_operator_part_of_the_provider,
    by_operator_all_of_the_provider,
    in_stripes_dashboard,
    by_chargeback,
]


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("way", WAYS)
def test_both_are_notified_and_the_job_shows_what_it_earns(
    time_machine, stripe, finance, order, alice, bruno, way, status
) -> None:
    intent_id = pay(stripe, order)
    advance(order, to=status)

    earns = way(stripe, finance, order, intent_id)

    notices = Notification.objects.filter(kind="payment_returned")
    assert sorted(notices.values_list("user__first_name", flat=True)) == ["Alice", "Bruno"]
    assert f"you earn CHF {earns}" in notices.get(user=bruno).body
    job = client_for(bruno).get(f"/api/orders/{order.pk}").json()
    assert (job["status"], job["providerEarning"]) == (status, earns)
    assert client_for(alice).get(f"/api/orders/{order.pk}").json()["providerEarning"] is None
    advance(order, to="completed")
    assert -books().get("provider", Decimal(0)) == Decimal(earns)
    assert client_for(bruno).get(f"/api/orders/{order.pk}").json()["providerEarning"] == earns
    assert books_agree_with(stripe)
    record("R25", f"{way.__name__} at {status}: 2 notices, earns {earns}", "2 notices, earning, books")


@pytest.mark.parametrize(
    ("borne_by", "sentence", "ours"),
    [("platform", "will earn CHF 25.00", "We bear CHF 10.00"), ("provider", "will earn CHF 15.00", "")],
)
def test_the_preview_says_what_the_provider_will_earn(
    stripe, finance, order, borne_by, sentence, ours
) -> None:
    pay(stripe, order)

    body = fill_in(finance, order, "10.00", borne_by=borne_by)
    shown = finance.post(page_of(order), body, format="multipart", follow=True).content.decode()

    assert sentence in shown
    assert ours in shown
    assert not Refund.objects.exists()


def test_the_platform_bears_it_unless_something_else_is_said(stripe, finance, order) -> None:
    pay(stripe, order)

    shown = finance.get(page_of(order)).content.decode()

    assert re.search(r'<option value="platform"[^>]*selected', shown)


def test_an_order_that_ends_with_its_refund_frees_its_place(stripe, finance, order, slot, bruno) -> None:
    pay(stripe, order)

    body = fill_in(finance, order, "27.50", ends="on")
    shown = finance.post(page_of(order), body, format="multipart", follow=True).content.decode()
    refund(finance, order, "27.50", ends="on")

    assert "The order is cancelled, and its place is free again." in shown
    assert "The customer reads the reason." in shown
    order.refresh_from_db()
    notice = order.customer.notifications.get(kind="order_cancelled")
    assert "The order was cancelled by our support team: Goodwill." in notice.body
    slot.refresh_from_db()
    assert (order.status, order.payment_status, slot.booked, books()) == ("cancelled", "refunded", 0, {})
    assert bruno.notifications.filter(kind="order_cancelled").count() == 1
    assert books_agree_with(stripe)


def test_an_order_does_not_end_while_something_of_its_payment_is_left(stripe, finance, order) -> None:
    pay(stripe, order)

    body = fill_in(finance, order, "10.00", ends="on")
    shown = finance.post(page_of(order), body, format="multipart", follow=True).content.decode()
    refund(finance, order, "10.00", ends="on")

    assert "only if everything goes back" in shown
    order.refresh_from_db()
    assert (order.status, order.payment_status) == ("confirmed", "paid")


def test_after_the_pickup_the_page_does_not_offer_to_end_it(stripe, finance, order) -> None:
    pay(stripe, order)
    advance(order, to="washing")

    shown = finance.get(page_of(order)).content.decode()

    assert 'name="borne_by"' in shown
    assert 'name="ends"' not in shown


@pytest.mark.parametrize("when", ["washing", "completed"])
def test_an_operator_says_that_the_provider_bears_a_dispute(
    time_machine, stripe, finance, order, bruno, when
) -> None:
    intent_id = pay(stripe, order)
    by_chargeback(stripe, finance, order, intent_id)
    advance(order, to=when)
    address = reverse("admin:orders_dispute_changelist")
    dispute = Dispute.objects.get()

    chosen = {"action": "borne_by_provider", "_selected_action": [str(dispute.pk)]}
    assert finance.post(address, chosen, format="multipart").status_code == 302

    assert client_for(bruno).get(f"/api/orders/{order.pk}").json()["providerEarning"] == "0.00"
    assert bruno.notifications.filter(kind="payment_returned", body__contains="you earn CHF 0.00").exists()
    advance(order, to="completed")
    assert books() == {}
    assert books_agree_with(stripe)
    stripe.decide_dispute(dispute.stripe_dispute_id, "won")
    deliver(stripe, "charge.dispute.closed")
    assert books()["provider"] == Decimal("-25.00")
    assert books_agree_with(stripe)


@pytest.mark.parametrize("outcome", ["won", "lost"])
def test_both_are_notified_of_the_decision_about_a_running_order(
    time_machine, stripe, finance, order, alice, bruno, outcome
) -> None:
    intent_id = pay(stripe, order)
    by_chargeback(stripe, finance, order, intent_id)

    stripe.decide_dispute(Dispute.objects.get().stripe_dispute_id, outcome)
    deliver(stripe, "charge.dispute.closed")

    for person in (alice, bruno):
        assert person.notifications.filter(kind="payment_returned").count() == 2
    earned = bruno.notifications.filter(kind="payment_returned", body__contains="you earn CHF 25.00")
    assert earned.count() == 2


def test_the_month_of_a_provider_names_the_fee_that_their_share_is_less(
    time_machine, stripe, finance, order, bruno
) -> None:
    """What the platform bears is no fee, and no less of one."""
    from orders.documents.fee_invoices import retained_fees  # noqa: PLC0415
    from orders.payouts.earnings import statement_of  # noqa: PLC0415

    pay(stripe, order)
    refund(finance, order, "27.50")
    advance(order, to="completed")

    first = time_machine.now.date().replace(day=1)
    statement = statement_of(bruno.provider, first=first)
    assert (statement.paid, statement.fee, statement.amount) == (
        Decimal("27.50"),
        Decimal("2.50"),
        Decimal("25.00"),
    )
    assert retained_fees(provider_id=bruno.provider.pk, month=first).amount == Decimal("2.50")
