"""Recurring bookings take add-ons, all but express: each pickup has them, and costs them."""

from decimal import Decimal

import pytest
from django.urls import reverse

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.tests.admin_forms import page_of, signed_in
from orders.models import RecurringBooking
from orders.recurring.tests.running_bookings import (
    CALL,
    ask,
    at,
    order_on,
    recurring_payload,
    set_up,
    shown,
    tick,
)

pytestmark = pytest.mark.at(NOW)

PIECES = [{"id": "coat", "quantity": 1}, {"id": "shirt", "quantity": 3}]
EXPRESS = [{"id": "express", "quantity": 1}]


def edit(booking: RecurringBooking, **changes):
    return client_for(booking.customer).patch(f"{CALL}/{booking.pk}", changes)


def test_they_are_within_the_price_of_each_pickup(now, alice, salon) -> None:
    entry = ask(alice, recurring_payload(salon, addOns=PIECES, expectedTotal="97.50")).json()

    assert (entry["serviceAmount"], entry["totalAmount"]) == ("95.00", "97.50")
    assert entry["addOns"] == [
        {"id": "shirt", "name": "Dry cleaning: shirt or blouse", "quantity": 3, "amount": "45.00"},
        {"id": "coat", "name": "Dry cleaning: coat", "quantity": 1, "amount": "25.00"},
    ]
    assert entry == shown(RecurringBooking.objects.get())


def test_each_order_has_them(time_machine, now, alice, salon) -> None:
    booking = set_up(alice, salon, addOns=PIECES)
    time_machine.move_to(at("2026-11-21 09:00"))
    tick()

    order = order_on(booking, "2026-11-23")
    body = client_for(alice).get(f"/api/orders/{order.pk}").json()

    assert (body["totalAmount"], body["addOns"]) == ("97.50", shown(booking)["addOns"])
    assert sum(line.amount for line in order.lines.all()) == Decimal("97.50")


def test_they_can_be_changed(now, alice, salon) -> None:
    booking = set_up(alice, salon, addOns=PIECES)

    less = edit(booking, addOns=[{"id": "delicate", "quantity": 1}], expectedTotal="32.50").json()
    none = edit(booking, addOns=[]).json()

    assert ([one["id"] for one in less["addOns"]], less["totalAmount"]) == (["delicate"], "32.50")
    assert (none["addOns"], none["totalAmount"]) == ([], "27.50")
    booking.refresh_from_db()
    assert booking.repriced_at is not None


def test_a_change_of_something_else_leaves_them(now, alice, salon) -> None:
    booking = set_up(alice, salon, addOns=PIECES)

    entry = edit(booking, specialInstructions="Ring twice").json()

    assert (len(entry["addOns"]), entry["totalAmount"]) == (2, "97.50")


def test_operators_read_them_in_words_alone(now, alice, salon, dora) -> None:
    page = signed_in(dora).get(page_of(set_up(alice, salon, addOns=PIECES))).content.decode()

    assert "Dry cleaning: coat" in page
    assert '"coat"' not in page


def test_express_is_refused_as_it_is_for_pickups_today(now, alice, salon) -> None:
    refused = ask(alice, recurring_payload(salon, addOns=EXPRESS))
    booking = set_up(alice, salon)
    unchanged = edit(booking, addOns=EXPRESS)

    for response in (refused, unchanged):
        assert (response.status_code, response.json()["code"]) == (400, "express_not_available")
        assert list(response.json()["fields"]) == ["addOns"]
    assert shown(booking)["addOns"] == []


@pytest.mark.sweep
@pytest.mark.parametrize(
    "add_ons",
    [
        "coat",
        {"id": "coat", "quantity": 1},
        [{"id": "gold", "quantity": 1}],
        [{"id": "coat", "quantity": 51}],
        [{"id": "coat", "quantity": 0}],
        [{"id": "coat", "quantity": 1.5}],
        [{"id": "coat", "quantity": 1}, {"id": "coat", "quantity": 1}],
        [{"id": "coat", "quantity": 1, "amount": "1.00"}],
        None,
    ],
)
def test_what_is_no_add_on_is_refused_and_changes_nothing(now, alice, salon, add_ons) -> None:
    booking = set_up(alice, salon, addOns=PIECES)

    for response in (
        ask(alice, recurring_payload(salon, dayOfWeek=4, addOns=add_ons)),
        edit(booking, addOns=add_ons),
    ):
        assert (response.status_code, list(response.json()["fields"])) == (400, ["addOns"])
    assert RecurringBooking.objects.count() == 1
    assert len(shown(booking)["addOns"]) == 2


def test_operators_see_them_in_words(now, alice, dora, salon, client) -> None:
    booking = set_up(alice, salon, addOns=PIECES)
    client.force_login(dora)

    page = client.get(reverse("admin:orders_recurringbooking_change", args=[booking.pk])).content.decode()

    assert "3 \N{MULTIPLICATION SIGN} Dry cleaning: shirt or blouse, Dry cleaning: coat" in page
