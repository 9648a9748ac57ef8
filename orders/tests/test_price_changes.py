"""Changes of prices and policy: agreed ones stay, and nobody pays another price than they saw."""

from datetime import timedelta
from decimal import Decimal

import pytest

from conftest import NOW, client_for
from marketplace.tests.deciding import SOON, decided
from orders.models import Order, RecurringBooking
from orders.recurring.tests.running_bookings import CALL, give_week
from orders.recurring.tests.running_bookings import recurring_payload as every_monday
from orders.tests.booking import book, order_payload
from providers import applying

LATER = NOW + SOON


@pytest.fixture
def dearer(now, time_machine, dora):
    """Set other figures from in a minute on, and return a function that moves the clock there."""
    decided(
        dora,
        price_standard=Decimal("26.00"),
        price_delicate=Decimal("6.50"),
        platform_fee=Decimal("3.00"),
        free_minutes_before_pickup=120,
        free_minutes_after_booking=30,
        hold_minutes=20,
        late_fee_percent=40,
    )
    return lambda: time_machine.move_to(LATER)


def test_an_order_keeps_what_was_agreed_and_the_next_one_follows(dearer, alice, slot) -> None:
    before = book(alice, slot, addOns=[{"id": "delicate", "quantity": 1}])
    dearer()
    after = book(alice, slot, addOns=[{"id": "delicate", "quantity": 1}])

    before.refresh_from_db()
    assert [str(one.total_amount) for one in (before, after)] == ["32.50", "35.50"]
    assert [str(one.platform_fee) for one in (before, after)] == ["2.50", "3.00"]
    assert [one.free_until_minutes_before_pickup for one in (before, after)] == [60, 120]
    assert [one.free_for_minutes_after_booking for one in (before, after)] == [60, 30]
    assert before.hold_expires_at == NOW + timedelta(minutes=15)
    assert after.hold_expires_at == LATER + timedelta(minutes=20)


def test_who_saw_another_total_is_notified_and_nothing_is_booked(dearer, alice, slot) -> None:
    dearer()

    response = client_for(alice).post("/api/orders", order_payload(slot, expectedTotal="27.50"))

    assert response.status_code == 409
    assert response.json() == {
        "message": "The price has changed since you looked. It is now CHF 29.00. Please confirm again.",
        "code": "price_changed",
        "price": {"serviceAmount": "26.00", "platformFee": "3.00", "totalAmount": "29.00"},
    }
    assert not Order.objects.exists()
    slot.refresh_from_db()
    assert slot.booked == 0
    again = client_for(alice).post("/api/orders", order_payload(slot, expectedTotal="29.00"))
    assert (again.status_code, again.json()["totalAmount"]) == (201, "29.00")


def test_booking_again_names_todays_price(dearer, alice, paid_order) -> None:
    dearer()

    [suggestion] = client_for(alice).get("/api/orders/again").json()

    assert suggestion["totalAmount"] == "29.00"


def test_a_recurring_booking_keeps_its_price_until_something_else_is_booked(dearer, alice, salon) -> None:
    def edited(**changes) -> dict:
        return client_for(alice).patch(f"{CALL}/{booking['id']}", changes).json()

    give_week(salon)
    booking = client_for(alice).post(CALL, every_monday(salon, expectedTotal="27.50")).json()
    dearer()

    assert edited(specialInstructions="Ring twice.")["totalAmount"] == "27.50"
    assert edited(weight="12", expectedTotal="34.50")["code"] == "price_changed"
    assert RecurringBooking.objects.get().weight == 10
    assert edited(weight="12", expectedTotal="36.00")["totalAmount"] == "36.00"
    late = client_for(alice).post(CALL, every_monday(salon, preferredTime="17:00", expectedTotal="27.50"))
    assert (late.status_code, late.json()["code"]) == (409, "price_changed")


def test_who_applies_begins_with_the_late_fee_of_the_moment(dearer, alice) -> None:
    dearer()

    assert applying.unsaved(user=alice, now=LATER).provider.late_fee_percent == 40
