"""An operator who is a side of an order acts as that side, and leaves an operator's part to another one."""

from datetime import time, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_provider, make_slot
from marketplace import clock
from orders.models import (
    Actor,
    ActorRole,
    Bearer,
    DamageClaim,
    LedgerEntry,
    Order,
    Payout,
    PayoutHold,
    Refund,
)
from orders.payments import refunding
from orders.payouts import paying
from orders.payouts.tests.earning import MONDAY, completed, give_account, payout_of
from orders.tests.booking import advance, book, pay
from orders.tests.claims import answer, decide, report
from orders.tests.handing_over import ask, seen, step

pytestmark = [pytest.mark.django_db, pytest.mark.at(NOW)]
SENTENCE = "You are the customer or the provider of this order. Please leave it to another operator."


def order_of(customer: User, provider: User, *, start: time = time(16)) -> Order:
    """Return a paid order for today."""
    salon = getattr(provider, "provider", None) or make_provider(provider)
    order = book(customer, make_slot(salon, day=clock.local_date(NOW), start=start))
    pay(order)
    order.refresh_from_db()
    return order


@pytest.fixture(params=["customer", "provider"])
def own(request, now, alice, bruno, dora) -> Order:
    """Return a paid order of CHF 27.50 of which dora is a side."""
    return order_of(dora, bruno) if request.param == "customer" else order_of(alice, dora)


@pytest.fixture
def late(now, dora, bruno, time_machine) -> Order:
    """Return dora's order with bruno, half an hour before its pickup: cancelling it costs CHF 12.50."""
    order = order_of(dora, bruno)
    time_machine.move_to(order.pickup_at - timedelta(minutes=30))
    return order


def press(client: Client, order: Order, button: str, **sent: str) -> list[str]:
    """Press a button of an order's page without looking, and return the messages of the next page."""
    address = reverse(f"admin:orders_order_{button}", args=[order.pk])
    response = client.post(address, {"confirmed": "yes", "note": "I am ill"} | sent, follow=True)
    return [str(message) for message in response.context["messages"]]


def refund_of(order: Order, operator: User) -> Refund:
    """Return a refund of CHF 5 that another operator has decided, at the provider's expense."""
    return refunding.refund_order(
        actor=Actor(ActorRole.OPERATOR, operator.pk),
        order_id=order.pk,
        amount=Decimal("5.00"),
        note="A shirt was torn",
        key=uuid4(),
        borne_by=Bearer.PROVIDER,
        now=NOW,
    )


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_a_late_cancellation_of_ones_own_costs_what_it_costs_anybody(late, dora) -> None:
    client, address = client_for(dora), f"/api/orders/{late.pk}"

    assert client.get(address).json()["allowedTransitions"] == ["cancelled"]
    for status in ("cancelled", "pickup"):
        refused = client.post(f"{address}/status", {"status": status, "reason": "I am ill"})
        assert code_of(refused) == (409, "transition_not_allowed")
    handed_back = client.post(f"{address}/hand-back", {"reason": "Ill"})
    assert code_of(handed_back) == (403, "permission_denied")

    done = client.post(f"{address}/cancellation", {"reason": "I am ill"})

    assert (done.json()["status"], done.json()["refundedAmount"]) == ("cancelled", "15.00")
    owed = [str(row.amount) for row in LedgerEntry.objects.filter(account="provider")]
    assert owed == ["-12.50"]


def test_the_admin_site_leaves_ones_own_order_to_another_operator(own, operator_client) -> None:
    before = Order.objects.values().get()
    question = reverse("admin:orders_order_to_cancelled", args=[own.pk])

    shown = operator_client.get(question, follow=True)

    assert [str(message) for message in shown.context["messages"]] == [f"0 done, 1 refused: {SENTENCE}"]
    for button in ("to_cancelled", "to_pickup"):
        assert press(operator_client, own, button) == [f"0 done, 1 refused: {SENTENCE}"]
    assert Order.objects.values().get() == before


def test_a_provider_needs_the_code_also_as_an_operator(now, alice, dora, operator_client) -> None:
    order = advance(order_of(alice, dora), to="pickup")
    ask(alice, order)

    assert client_for(dora).get(f"/api/orders/{order.pk}").json()["allowedTransitions"] == ["washing"]
    assert code_of(step(dora, order, reason="No code")) == (409, "handover_code_required")
    assert press(operator_client, order, "to_washing") == [f"0 done, 1 refused: {SENTENCE}"]
    assert step(dora, order, code=seen(alice, order)["code"]).status_code == 200


def test_a_provider_cancels_no_confirmed_order_also_as_an_operator(now, alice, dora) -> None:
    order, client = order_of(alice, dora), client_for(dora)

    moved = client.post(f"/api/orders/{order.pk}/status", {"status": "cancelled", "reason": "I am ill"})
    cancelled = client.post(f"/api/orders/{order.pk}/cancellation", {"reason": "I am ill"})

    assert code_of(moved) == (409, "transition_not_allowed")
    assert code_of(cancelled) == (403, "permission_denied")


def test_nobody_decides_a_claim_of_their_own(own, dora, operator_client) -> None:
    advance(own, to="completed")
    report(own.customer, own)
    claim = DamageClaim.objects.get()
    answer(own.provider.user, own, claim)
    page = reverse("admin:orders_damageclaim_decide_it", args=[claim.pk])

    shown = operator_client.get(page, follow=True)
    refused = decide(operator_client, claim)

    assert [str(message) for message in shown.context["messages"]] == [SENTENCE]
    assert SENTENCE in refused.content.decode()
    assert DamageClaim.objects.get().is_open
    assert not Refund.objects.exists()


def test_nobody_returns_or_holds_back_money_of_their_own_order(own, dora, operator_client) -> None:
    page = reverse("admin:orders_order_refund", args=[own.pk])
    sent = {"amount": "5", "borne_by": Bearer.PROVIDER, "version": str(own.version), "key": str(uuid4())}

    shown = operator_client.get(page, follow=True)

    assert [str(message) for message in shown.context["messages"]] == [SENTENCE]
    assert press(operator_client, own, "refund", **sent) == [f"0 done, 1 refused: {SENTENCE}"]
    assert not Refund.objects.exists()
    advance(own, to="completed")
    assert press(operator_client, own, "hold_money") == [SENTENCE]
    assert not PayoutHold.objects.exists()


def test_nobody_decides_who_bears_what_went_back_of_their_own_order(own, chiara, operator_client) -> None:
    refund = refund_of(own, chiara)
    body = {"action": "borne_by_platform", "_selected_action": [str(refund.pk)]}

    operator_client.post(reverse("admin:orders_refund_changelist"), body, follow=True)

    refund.refresh_from_db()
    assert refund.borne_by == Bearer.PROVIDER


@pytest.mark.breaks_invariants  # A refund is given its status by hand.
@pytest.mark.parametrize("button", ["try_it_again", "mark_paid_by_bank", "settle_paid_twice"])
def test_nobody_sends_or_settles_a_refund_of_their_own_order(own, chiara, operator_client, button) -> None:
    refund = refund_of(own, chiara)
    twice = {"status": "paid_by_bank", "netted_amount": Decimal("5.00"), "bank_reference": "UBS 1"}
    Refund.objects.update(**(twice if button == "settle_paid_twice" else {"status": "failed"}))
    before = Refund.objects.values().get()
    page = reverse(f"admin:orders_refund_{button}", args=[refund.pk])

    shown = operator_client.get(page, follow=True)
    body = {"confirmed": "yes", "reference": "UBS 2", "outcome": "Paid back"}
    pressed = operator_client.post(page, body, follow=True)

    for response in (shown, pressed):
        assert [str(message) for message in response.context["messages"]] == [SENTENCE]
    assert Refund.objects.values().get() == before


@pytest.mark.breaks_invariants  # A refund is given its status by hand.
def test_nobody_tries_a_refund_of_their_own_order_again_from_the_list(own, chiara, operator_client) -> None:
    refund = refund_of(own, chiara)
    Refund.objects.update(status="failed")
    body = {"action": "try_again", "_selected_action": [str(refund.pk)]}

    response = operator_client.post(reverse("admin:orders_refund_changelist"), body, follow=True)

    assert [str(message) for message in response.context["messages"]] == [f"0 done, 1 refused: {SENTENCE}"]
    assert Refund.objects.get().status == "failed"


def test_nobody_has_their_own_payout_sent_once_more(now, alice, chiara, dora, operator_client) -> None:
    salon = make_provider(dora)
    completed(alice, salon)
    give_account(salon)
    payout = payout_of(salon)
    payouts = reverse("admin:orders_payout_changelist")

    def press_on_it(button: str) -> list[str]:
        body = {"action": button, "_selected_action": [str(payout.pk)], "confirmed": "yes", "note": "AC04"}
        response = operator_client.post(payouts, body, follow=True)
        return [str(message) for message in response.context["messages"]]

    Payout.objects.update(filed_at=MONDAY)
    sentence = "This payout is yours. Please leave it to another operator."
    assert press_on_it("mark_refused") == [f"0 done, 1 refused: {sentence}"]
    assert press_on_it("make_bank_file_again") == [f"1 left out of the file: {sentence}"]
    paying.mark_paid(payout_id=payout.pk, actor_id=chiara.pk, now=MONDAY)
    assert press_on_it("mark_failed") == [f"0 done, 1 refused: {sentence}"]
    payout.refresh_from_db()
    assert (payout.status, payout.filed_at) == ("paid", MONDAY)


def test_nobody_writes_as_the_team_in_the_conversation_of_their_own_order(own, operator_client) -> None:
    page = reverse("admin:orders_order_write_message", args=[own.pk])

    for response in (
        operator_client.get(page, follow=True),
        operator_client.post(page, {"body": "Hello"}, follow=True),
    ):
        assert [str(message) for message in response.context["messages"]] == [SENTENCE]
    assert not own.messages.exists()
