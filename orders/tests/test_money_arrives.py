"""When the money arrives: confirmed at once, or the provider answers, or the order is revived or refunded."""

from datetime import timedelta

import pytest

from conftest import NOW, client_for, make_slot, make_user
from orders import holds
from orders.confirming import Verdict, money_arrived
from orders.models import Order, OrderEvent, Reservation
from orders.tests.booking import book, pay
from scheduling.models import TimeSlot

AFTER_HOLD = NOW + timedelta(minutes=15)


def test_confirms_at_once_where_the_provider_accepts_instantly(order, alice) -> None:
    assert pay(order) is Verdict.CONFIRMED
    assert (order.status, order.hold_expires_at, order.answer_due_at) == ("confirmed", None, None)


def test_lets_the_provider_answer_within_two_hours(now, alice, bruno, salon, slot) -> None:
    salon.accepts_instantly = False
    salon.save()
    order = book(alice, slot)

    assert pay(order) is Verdict.AWAITS_PROVIDER

    assert (order.status, order.answer_due_at) == ("pending", NOW + timedelta(hours=2))
    assert bruno.notifications.get(kind="order_paid").title == "Please answer"
    assert alice.notifications.get(kind="order_paid").title == "Waiting for provider confirmation"
    told = client_for(alice).get(f"/api/orders/{order.pk}").json()
    assert (told["needsProviderAnswer"], told["holdExpiresAt"]) == (True, None)


def test_arriving_twice_changes_nothing_more(paid_order) -> None:
    before = Order.objects.values().get()

    assert money_arrived(order_id=paid_order.pk, now=NOW) is Verdict.NOTHING_TO_DO
    assert Order.objects.values().get() == before


def test_money_that_is_late_revives_an_order_whose_place_is_free(order, alice, slot) -> None:
    assert holds.expire_unpaid(now=AFTER_HOLD) == 1

    assert pay(order, now=AFTER_HOLD) is Verdict.CONFIRMED

    assert (order.status, order.cancel_reason) == ("confirmed", "")
    slot.refresh_from_db()
    assert slot.booked == 1
    assert Reservation.objects.filter(released_at=None).count() == 1
    assert list(OrderEvent.objects.order_by("pk").values_list("to_status", flat=True)) == [
        "pending",
        "cancelled",
        "pending",
        "confirmed",
    ]
    steps = client_for(alice).get(f"/api/orders/{order.pk}").json()["timeline"]
    assert [step["status"] for step in steps if step["at"]] == ["pending", "confirmed"]


def test_money_that_is_late_goes_back_when_the_place_is_gone(now, alice, salon) -> None:
    slot = make_slot(salon, capacity=1)
    order = book(alice, slot)
    holds.expire_unpaid(now=AFTER_HOLD)
    book(make_user("emil"), slot)

    assert pay(order, now=AFTER_HOLD) is Verdict.REFUND

    assert (order.status, order.cancel_reason) == ("cancelled", "payment_not_completed")
    assert alice.notifications.get(kind="payment_returned").body.endswith("We are returning CHF 27.50.")
    slot.refresh_from_db()
    assert slot.booked == 1


def test_money_for_an_order_that_its_customer_cancelled_goes_back(order, alice) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    assert pay(order) is Verdict.REFUND
    assert order.status == "cancelled"


def test_money_after_the_hour_has_begun_goes_back(order) -> None:
    holds.expire_unpaid(now=AFTER_HOLD)

    assert pay(order, now=order.pickup_at) is Verdict.REFUND


@pytest.mark.parametrize(("second", "lapses"), [(-1, False), (0, True), (1, True)])
def test_the_hold_ends_after_fifteen_minutes(order, slot, second, lapses) -> None:
    done = holds.expire_unpaid(now=AFTER_HOLD + timedelta(seconds=second))

    order.refresh_from_db()
    slot.refresh_from_db()
    assert done == int(lapses)
    assert order.status == ("cancelled" if lapses else "pending")
    assert slot.booked == int(not lapses)


def test_sweeping_twice_cancels_once(order, alice) -> None:
    assert holds.expire_unpaid(now=AFTER_HOLD) == 1
    assert holds.expire_unpaid(now=AFTER_HOLD) == 0
    told = client_for(alice).get(f"/api/orders/{order.pk}").json()
    assert told["cancellationReason"] == "The payment was not completed in time."
    assert alice.notifications.filter(kind="order_cancelled").count() == 1


def test_a_paid_order_does_not_lapse(paid_order) -> None:
    assert holds.expire_unpaid(now=AFTER_HOLD) == 0


def test_an_unanswered_order_is_cancelled_and_refunded(now, alice, salon, slot) -> None:
    salon.accepts_instantly = False
    salon.save()
    order = book(alice, slot)
    pay(order)
    due = NOW + timedelta(hours=2)

    assert holds.cancel_unanswered(now=due - timedelta(seconds=1)) == 0
    assert holds.cancel_unanswered(now=due) == 1
    assert holds.cancel_unanswered(now=due) == 0

    order.refresh_from_db()
    assert (order.status, order.cancel_reason, order.payment_status) == (
        "cancelled",
        "not_answered",
        "refunded",
    )
    assert TimeSlot.objects.get().booked == 0
