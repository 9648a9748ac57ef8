"""A payment succeeds: the order is confirmed, awaits its provider, is revived, or refunded."""

from datetime import time, timedelta

import pytest
from django.db import transaction

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot, make_user
from marketplace import clock
from orders import locking
from orders.lifecycle import cancelling, holds
from orders.lifecycle.confirming import ConfirmationResult, confirm_paid_order, on_payment_succeeded
from orders.models import Order, OrderEvent, Reservation
from orders.tests.booking import book, order_payload, pay
from scheduling.models import TimeSlot

pytestmark = pytest.mark.at(NOW)

AFTER_HOLD = NOW + timedelta(minutes=15)


def test_confirms_at_once_where_the_provider_accepts_instantly(order, alice) -> None:
    assert pay(order) is ConfirmationResult.CONFIRMED
    assert (order.status, order.hold_expires_at, order.answer_due_at) == ("confirmed", None, None)


def test_lets_the_provider_answer_within_two_hours(now, alice, bruno, salon, slot) -> None:
    salon.accepts_instantly = False
    salon.save()
    order = book(alice, slot)

    assert pay(order) is ConfirmationResult.AWAITS_PROVIDER

    assert (order.status, order.answer_due_at) == ("pending", NOW + timedelta(hours=2))
    assert bruno.notifications.get(kind="order_paid").title == "Please answer"
    assert alice.notifications.get(kind="order_paid").title == "Waiting for provider confirmation"
    data = client_for(alice).get(f"/api/orders/{order.pk}").json()
    assert (data["needsProviderAnswer"], data["holdExpiresAt"]) == (True, None)


# There is no payment behind it, which breaks an invariant.
@pytest.mark.breaks_invariants
@pytest.mark.parametrize(
    ("order_at", "instantly"),
    [("pending", True), ("pending", False), ("cancelled", True), ("waiting", False), ("lapsed", True)],
)
def test_every_step_on_the_way_of_the_money_is_one_version(
    now, alice, salon, slot, order_at, instantly
) -> None:
    salon.accepts_instantly = instantly
    salon.save()
    order = book(alice, slot)
    if order_at == "cancelled":
        client_for(alice).post(f"/api/orders/{order.pk}/cancellation")
    if order_at == "waiting":
        pay(order)
        Order.objects.update(payment_status="unpaid")
    if order_at == "lapsed":
        holds.expire_unpaid(now=AFTER_HOLD)
    before = Order.objects.get()

    with transaction.atomic():
        locked = locking.locked_order(order_id=order.pk)
        confirm_paid_order(order=locked, now=NOW)

    # An expired order is marked as paid, revived and confirmed.
    steps = 3 if order_at == "lapsed" else 1
    assert locked.version == Order.objects.get().version == before.version + steps
    assert Order.objects.get().payment_status == "paid"


@pytest.fixture
def manual_salon(now, salon):
    """Return bruno's salon with manual confirmation."""
    salon.accepts_instantly = False
    salon.save()
    return salon


def today(salon, hour: int, **changes):
    return make_slot(salon, day=clock.local_date(NOW), start=time(hour), **changes)


def test_the_time_to_answer_ends_with_the_pickup_at_the_latest(alice, manual_salon) -> None:
    # Booked at 9:30, and paid 14 minutes later.
    half_past = make_slot(manual_salon, day=NOW.date(), start=time(11, 30), capacity=1)
    early, late = book(alice, today(manual_salon, 13)), book(alice, half_past)

    pay(early, now=NOW + timedelta(minutes=14))
    pay(late, now=NOW + timedelta(minutes=14))

    assert early.answer_due_at == NOW + timedelta(hours=2, minutes=14)
    assert late.answer_due_at == late.pickup_at == NOW + timedelta(hours=2)
    assert holds.cancel_unanswered(now=late.pickup_at) == 1
    late.refresh_from_db()
    assert (late.status, late.payment_status) == ("cancelled", "refunded")


@pytest.mark.parametrize(("instantly", "code"), [(False, "instant_provider_needed"), (True, None)])
def test_a_pickup_within_two_hours_needs_a_provider_who_accepts_instantly(
    now, alice, salon, instantly, code
) -> None:
    salon.accepts_instantly = instantly
    salon.save()
    slot = today(salon, 11)

    response = client_for(alice).post("/api/orders", order_payload(slot))

    slot.refresh_from_db()
    if code is None:
        assert (response.status_code, slot.booked) == (201, 1)
    else:
        assert (response.status_code, response.json()["code"], slot.booked) == (409, code, 0)
        assert response.json()["message"].startswith("Bruno M. confirms bookings by hand")
        assert not Order.objects.exists()


def test_an_order_that_waits_for_its_provider_is_not_moved_within_two_hours(alice, manual_salon) -> None:
    order = book(alice, make_slot(manual_salon))
    pay(order)
    near, far = today(manual_salon, 11), today(manual_salon, 14)

    def move(to):
        return client_for(alice).patch(
            f"/api/orders/{order.pk}/reschedule",
            {"newPickupDate": NOW.date().isoformat(), "newPickupTime": f"{to}:00"},
        )

    refused, moved = move(11), move(14)

    assert (refused.status_code, refused.json()["code"]) == (409, "instant_provider_needed")
    assert moved.status_code == 200, moved.json()
    near.refresh_from_db()
    far.refresh_from_db()
    assert (near.booked, far.booked) == (0, 1)


def test_money_that_comes_while_the_sweep_is_at_work_keeps_the_order(
    alice, manual_salon, monkeypatch
) -> None:
    slot = make_slot(manual_salon, capacity=2)
    first, second = sorted((book(alice, slot) for _ in range(2)), key=lambda order: order.pk)
    cancel, confirm_paid_order = cancelling.cancel_locked, []

    def pay_the_other_meanwhile(**asked):
        if not confirm_paid_order:
            confirm_paid_order.append(pay(second, now=AFTER_HOLD))
        return cancel(**asked)

    monkeypatch.setattr(cancelling, "cancel_locked", pay_the_other_meanwhile)
    assert holds.expire_unpaid(now=AFTER_HOLD) == 1

    second.refresh_from_db()
    first.refresh_from_db()
    assert (first.status, second.status, second.payment_status) == ("cancelled", "pending", "paid")
    assert second.answer_due_at == AFTER_HOLD + timedelta(hours=2)


def test_a_revived_order_that_is_cancelled_frees_one_place(order, alice, slot) -> None:
    holds.expire_unpaid(now=AFTER_HOLD)
    pay(order, now=AFTER_HOLD)
    book(make_user("emil"), slot)
    freed_at = Reservation.objects.get(order=order, released_at__isnull=False).released_at

    assert client_for(alice).post(f"/api/orders/{order.pk}/cancellation").status_code == 200

    slot.refresh_from_db()
    assert slot.booked == 1
    assert sorted(Reservation.objects.filter(order=order).values_list("released_at", flat=True)) == sorted(
        [freed_at, NOW]
    )


def test_arriving_twice_changes_nothing_more(paid_order) -> None:
    before = Order.objects.values().get()

    assert on_payment_succeeded(order_id=paid_order.pk, now=NOW) is ConfirmationResult.NOTHING_TO_DO
    assert Order.objects.values().get() == before


def test_money_that_is_late_revives_an_order_whose_place_is_free(order, alice, slot) -> None:
    assert holds.expire_unpaid(now=AFTER_HOLD) == 1

    assert pay(order, now=AFTER_HOLD) is ConfirmationResult.CONFIRMED

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

    assert pay(order, now=AFTER_HOLD) is ConfirmationResult.REFUND

    assert (order.status, order.cancel_reason) == ("cancelled", "payment_not_completed")
    assert alice.notifications.get(kind="payment_returned").body.endswith("We are returning CHF 27.50.")
    slot.refresh_from_db()
    assert slot.booked == 1


def test_money_for_an_order_that_its_customer_cancelled_goes_back(order, alice) -> None:
    client_for(alice).post(f"/api/orders/{order.pk}/cancellation")

    assert pay(order) is ConfirmationResult.REFUND
    assert order.status == "cancelled"


def test_money_after_the_hour_has_begun_goes_back(order) -> None:
    holds.expire_unpaid(now=AFTER_HOLD)

    assert pay(order, now=order.pickup_at) is ConfirmationResult.REFUND


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
    data = client_for(alice).get(f"/api/orders/{order.pk}").json()
    assert data["cancellationReason"] == "The payment was not completed in time."
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
