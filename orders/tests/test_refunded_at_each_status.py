"""At each status, whatever was returned of the payment: who sees and does what."""

from datetime import timedelta
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from accounts import closing
from accounts.models import Notification, User
from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace import clock
from marketplace.tests.proof import record
from orders import selectors
from orders.lifecycle import cancelling
from orders.models import SYSTEM, Actor, ActorRole, Order
from orders.payments import refunding
from orders.payments.refunding import NothingToReturn
from orders.tests.booking import advance, book, pay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("now"), pytest.mark.at(NOW)]

PHONES = {"alice": "+41 79 555 00 01", "bruno": "+41 79 555 00 02"}
# Who may take which next step, by status; the step is the same whatever was returned.
STEPS = {
    "unpaid": {"customer": ["cancelled"], "provider": ["cancelled"], "operator": ["cancelled"]},
    "unanswered": {
        "customer": ["cancelled"],
        "provider": ["confirmed", "cancelled"],
        "operator": ["confirmed", "cancelled"],
    },
    "confirmed": {
        "customer": ["cancelled"],
        "provider": ["pickup"],
        "operator": ["pickup", "cancelled"],
    },
    "pickup": {"customer": [], "provider": ["washing"], "operator": ["washing"]},
    "washing": {"customer": [], "provider": ["delivery"], "operator": ["delivery"]},
    "delivery": {"customer": [], "provider": ["completed"], "operator": ["completed"]},
    "completed": {"customer": [], "provider": [], "operator": []},
    "cancelled": {"customer": [], "provider": [], "operator": []},
}
# An order with its money back ends before its provider has accepted it, and its provider may not see it.
ENDS = ("unanswered", "full")
RETURNED = {"none": Decimal("0.00"), "part": Decimal("10.00"), "full": Decimal("27.50")}


class Case(NamedTuple):
    """An order at a status with a part of its payment returned, and what follows of the two."""

    order: Order
    steps: dict[str, list[str]]
    was_paid: bool
    is_undone: bool
    is_open: bool


def _refund(order: Order, dora: User, amount: Decimal) -> None:
    actor = Actor(ActorRole.OPERATOR, dora.pk)
    refunding.refund_order(
        actor=actor, order_id=order.pk, amount=amount, note="Goodwill", key=uuid4(), now=NOW
    )


def _cancel(order: Order, returned: str, time_machine) -> None:
    """Cancel an order: before it is paid, against the late fee, or for free."""
    if returned == "none":
        cancelling.cancel_order(
            order_id=order.pk, actor=SYSTEM, now=NOW, cancel_reason="payment_not_completed"
        )
        return
    pay(order)
    if returned == "part":
        time_machine.move_to(order.pickup_at - timedelta(minutes=30))
    customer = Actor(ActorRole.CUSTOMER, order.customer_id)
    cancelling.cancel_order(order_id=order.pk, actor=customer, now=clock.now())


@pytest.fixture
def people(alice, bruno, chiara, dora) -> dict[str, User]:
    for user, phone in ((alice, PHONES["alice"]), (bruno, PHONES["bruno"])):
        user.phone = phone
        user.save(update_fields=["phone"])
    return {"customer": alice, "provider": bruno, "operator": dora, "stranger": chiara}


@pytest.fixture
def case(people, salon, time_machine, status, returned) -> Case:
    """Return an order brought to ``status`` by the rules, with ``returned`` given back by them."""
    salon.accepts_instantly = False
    salon.save(update_fields=["accepts_instantly"])
    order, operator = (
        book(people["customer"], make_slot(salon), specialInstructions="Ring twice."),
        people["operator"],
    )
    amount = RETURNED[returned]
    if status == "cancelled":
        _cancel(order, returned, time_machine)
    elif status == "unpaid" and amount:
        with pytest.raises(NothingToReturn):
            _refund(order, operator, amount)
    elif status != "unpaid":
        pay(order)
        order = advance(order, to="pending" if status == "unanswered" else status)
        if amount:
            _refund(order, operator, amount)
    order.refresh_from_db()
    was_paid = status != "unpaid" and (status, returned) != ("cancelled", "none")
    ended = status == "cancelled" or (status, returned) == ENDS
    return Case(
        order,
        STEPS["cancelled" if ended else status],
        was_paid=was_paid,
        is_undone=was_paid and ended and returned == "full",
        is_open=not ended and status != "completed",
    )


def read(user: User, order: Order) -> dict[str, Any]:
    response = client_for(user).get(f"/api/orders/{order.pk}")
    assert response.status_code == 200, response.json()
    return response.json()


def calendar(user: User, order: Order) -> str:
    return client_for(user).get(f"/api/orders/{order.pk}/calendar.ics").content.decode().replace("\r\n ", "")


def expect_provider_sees(case: Case, provider: User) -> None:
    """The provider sees whose it is and where it goes once it was paid, unless all of it was called off."""
    shown, is_shown = read(provider, case.order), case.was_paid and not case.is_undone

    assert shown["allowedTransitions"] == case.steps["provider"]
    assert (shown["customer"]["phone"] == PHONES["alice"]) == is_shown
    assert (shown["customer"]["lastName"] == "Meier") == is_shown
    assert (shown["deliveryAddress"] is not None) == is_shown
    assert (shown["specialInstructions"] == "Ring twice.") == is_shown
    assert ("Bahnhofstrasse" in calendar(provider, case.order)) == is_shown
    listed = client_for(provider).get("/api/provider/orders").json()
    assert [job["allowedTransitions"] for job in listed] == [case.steps["provider"]]
    assert [job["pickupAddress"] is not None for job in listed] == [is_shown]
    assert shown["needsProviderAnswer"] == ("confirmed" in case.steps["provider"])


def expect_customer_sees(case: Case, customer: User, provider: User) -> None:
    """The customer reaches a provider whom they have paid, and edits and cancels as before the refund."""
    shown, preview = read(customer, case.order), f"/api/orders/{case.order.pk}/cancellation"

    assert shown["allowedTransitions"] == case.steps["customer"]
    assert (shown["provider"]["phone"] == PHONES["bruno"]) == (case.was_paid and not case.is_undone)
    assert client_for(customer).get(preview).json()["allowed"] == ("cancelled" in case.steps["customer"])
    edited = client_for(customer).patch(f"/api/orders/{case.order.pk}", {"specialInstructions": "Ring once."})
    assert edited.status_code == (200 if case.steps["customer"] else 409)
    has_notice = Notification.objects.filter(user=provider, kind="order_edited").exists()
    assert has_notice == (bool(case.steps["customer"]) and case.was_paid)


def expect_operator_sees(case: Case, operator: User) -> None:
    """Operators are offered the step, see everything, and find it once one of its accounts is closed."""
    shown = read(operator, case.order)

    assert shown["allowedTransitions"] == case.steps["operator"]
    assert (shown["customer"]["phone"], shown["deliveryAddress"] is None) == (PHONES["alice"], False)
    closing.close(user_id=case.order.provider.user_id, now=clock.now())
    # What was paid and is not over needs somebody who decides.
    assert list(selectors.running_of_closed_accounts()) == (
        [case.order] if case.was_paid and case.is_open else []
    )


@pytest.mark.proof
@pytest.mark.sweep
@pytest.mark.parametrize("actor", ["customer", "provider", "operator", "stranger"])
@pytest.mark.parametrize("returned", list(RETURNED))
@pytest.mark.parametrize("status", list(STEPS))
def test_each_side_sees_and_does_what_the_status_says(case, people, status, returned, actor) -> None:
    if actor == "provider":
        expect_provider_sees(case, people["provider"])
    elif actor == "customer":
        expect_customer_sees(case, people["customer"], people["provider"])
    elif actor == "operator":
        expect_operator_sees(case, people["operator"])
    else:
        assert client_for(people["stranger"]).get(f"/api/orders/{case.order.pk}").status_code == 404

    record(
        "R24",
        f"{status}, {returned} returned, {actor}: as the status says",
        "8 statuses x refund none, part, full x actor",
    )
