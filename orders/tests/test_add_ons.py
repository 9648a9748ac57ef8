"""Add-ons are booked with an order and priced by the server, wherever the order and its money are shown."""

from datetime import time, timedelta
from decimal import Decimal

import pytest

from conftest import WEDNESDAY as NOW
from conftest import client_for, make_slot
from marketplace import clock
from orders.documents.tests.reading import words_of
from orders.lifecycle import lateness
from orders.models import LedgerEntry, Order
from orders.tests.booking import advance, book, make_receipts, order_payload, pay

pytestmark = pytest.mark.at(NOW)

PIECES = [{"id": "coat", "quantity": 1}, {"id": "shirt", "quantity": 3}, {"id": "delicate", "quantity": 1}]
EXPRESS = [{"id": "express", "quantity": 1}]


@pytest.fixture
def today(salon):
    """Return an hour of bruno's today, 15:00."""
    return make_slot(salon, day=clock.local_date(NOW), start=time(15))


def post(user, slot, add_ons, **changes):
    return client_for(user).post("/api/orders", order_payload(slot, addOns=add_ons, **changes))


def seen(user, order) -> dict:
    return client_for(user).get(f"/api/orders/{order.pk}").json()


def test_add_ons_are_priced_by_the_table(now, alice, slot) -> None:
    response = post(alice, slot, PIECES, weight="11")

    assert response.status_code == 201
    body = response.json()
    assert (body["serviceAmount"], body["platformFee"], body["totalAmount"]) == ("103.50", "2.50", "106.00")
    assert body["addOns"] == [
        {"id": "delicate", "name": "Delicate items", "quantity": 1, "amount": "5.00"},
        {"id": "shirt", "name": "Dry cleaning: shirt or blouse", "quantity": 3, "amount": "45.00"},
        {"id": "coat", "name": "Dry cleaning: coat", "quantity": 1, "amount": "25.00"},
    ]
    order = Order.objects.get()
    assert sum(line.amount for line in order.lines.all()) == Decimal("106.00")


def test_every_reader_sees_the_same_add_ons(now, alice, bruno, dora, slot) -> None:
    order = book(alice, slot, addOns=PIECES)
    pay(order)
    shown = seen(alice, order)["addOns"]

    lists = [
        client_for(alice).get("/api/orders").json(),
        client_for(bruno).get("/api/provider/orders").json(),
        [seen(dora, order)],
    ]
    assert len(shown) == 3
    assert [one[0]["addOns"] for one in lists] == [shown] * 3


def test_without_add_ons_an_order_costs_what_it_did(now, alice, slot) -> None:
    for order in (book(alice, slot), book(alice, slot, addOns=[])):
        body = seen(alice, order)
        assert (body["addOns"], body["totalAmount"]) == ([], "27.50")


@pytest.mark.parametrize(
    ("add_ons", "code"),
    [
        ([{"id": "gold", "quantity": 1}], "unknown_add_on"),
        ([{"id": "base", "quantity": 1}], "unknown_add_on"),
        ([{"id": "platform_fee", "quantity": 1}], "unknown_add_on"),
        ([{"id": "delicate", "quantity": 2}], "unknown_add_on"),
        ([{"id": "express", "quantity": 2}], "unknown_add_on"),
        ([{"id": "coat", "quantity": 51}], "invalid"),
        ([{"id": "coat", "quantity": 1_000_000_000}], "invalid"),
        ([{"id": "coat", "quantity": True}], "invalid"),
        ([{"id": "coat", "quantity": "2"}], "invalid"),
        ([{"id": "coat", "quantity": None}], "invalid"),
        ([{"id": "coat"}], "invalid"),
        ([{"id": 7, "quantity": 1}], "invalid"),
        ([{"id": "coat", "quantity": 1, "price": "0.01"}], "invalid"),
        ([{"id": "coat", "quantity": 1, "amount": "0.01"}], "invalid"),
        ([5], "invalid"),
        ([None], "invalid"),
        (None, "invalid"),
        ([{"id": "coat", "quantity": 0}], "invalid"),
        ([{"id": "coat", "quantity": -1}], "invalid"),
        ([{"id": "coat", "quantity": 1.5}], "invalid"),
        ([{"id": "coat", "quantity": 1}, {"id": "coat", "quantity": 2}], "invalid"),
        ([{"quantity": 1}], "invalid"),
        (["coat"], "invalid"),
        ("coat", "invalid"),
        ({"id": "coat"}, "invalid"),
    ],
)
def test_what_is_no_add_on_is_refused_and_nothing_is_booked(now, alice, slot, add_ons, code) -> None:
    response = post(alice, slot, add_ons)

    assert (response.status_code, response.json()["code"]) == (400, code)
    assert list(response.json()["fields"]) == ["addOns"]
    assert not Order.objects.exists()


@pytest.mark.parametrize("quantity", [0, -1, 1.5, 51, 1_000_000_000, None, "2"])
def test_a_wrong_number_of_pieces_says_what_may_be_chosen(now, alice, slot, quantity) -> None:
    said = "Please choose from 1 to 50 pieces, in whole numbers."

    assert post(alice, slot, [{"id": "coat", "quantity": quantity}]).json()["fields"] == {"addOns": [said]}


@pytest.mark.parametrize("add_ons", ["shirt", 1, {"id": "shirt"}, ["shirt"], None])
def test_what_is_no_list_of_add_ons_says_what_one_is(now, alice, slot, add_ons) -> None:
    response = post(alice, slot, add_ons)

    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert response.json()["message"] == "Please list the add-ons, each with its id and a quantity."


def test_a_list_of_thousands_is_refused(now, alice, slot) -> None:
    assert post(alice, slot, [{"id": f"x{number}"} for number in range(1_000)]).status_code == 400


def test_fifty_of_each_piece_are_taken(now, alice, slot) -> None:
    pieces = [{"id": kind, "quantity": 50} for kind in ("shirt", "trousers", "dress", "coat")]

    assert post(alice, slot, pieces).json()["serviceAmount"] == "3925.00"


def test_the_list_of_services_is_public() -> None:
    body = client_for(None).get("/api/services").json()

    assert body == {
        "services": [
            {"id": "standard", "name": "Standard wash and fold", "price": "25.00", "maxWeight": "15.0"},
            {"id": "premium", "name": "Premium care", "price": "30.00", "maxWeight": "15.0"},
            {"id": "ironing", "name": "Ironing only", "price": "7.00", "maxWeight": "15.0"},
        ],
        "addOns": [
            {"id": "express", "name": "Express same-day", "price": "10.00", "perPiece": False},
            {"id": "delicate", "name": "Delicate items", "price": "5.00", "perPiece": False},
            {"id": "shirt", "name": "Dry cleaning: shirt or blouse", "price": "15.00", "perPiece": True},
            {"id": "trousers", "name": "Dry cleaning: trousers or skirt", "price": "18.00", "perPiece": True},
            {"id": "dress", "name": "Dry cleaning: dress or jacket", "price": "20.00", "perPiece": True},
            {"id": "coat", "name": "Dry cleaning: coat", "price": "25.00", "perPiece": True},
        ],
        "platformFee": "2.50",
    }


# --- Express --------------------------------------------------------------------------------------------


def test_express_is_picked_up_today_and_back_within_a_day(now, alice, today) -> None:
    order = book(alice, today, addOns=EXPRESS)

    body = seen(alice, order)
    assert (body["totalAmount"], body["addOns"][0]["id"]) == ("37.50", "express")
    assert body["returnBy"] == "2026-11-19T14:00:00Z"


def test_express_on_another_day_is_refused(now, alice, slot) -> None:
    response = post(alice, slot, EXPRESS)

    assert (response.status_code, response.json()["code"]) == (400, "express_not_available")
    assert list(response.json()["fields"]) == ["addOns"]
    assert not Order.objects.exists()


def test_today_ends_at_midnight_in_zurich(alice, salon, slot, past_midnight) -> None:
    # Already the 19th in Zurich, but not in UTC.
    assert post(alice, slot, EXPRESS).status_code == 201


def test_an_express_order_stays_on_its_day(now, alice, salon, today, slot) -> None:
    later = make_slot(salon, day=clock.local_date(NOW), start=time(17))
    order = book(alice, today, addOns=EXPRESS)
    client, path = client_for(alice), f"/api/orders/{order.pk}/reschedule"

    refused = client.patch(path, {"newPickupDate": slot.date.isoformat(), "newPickupTime": "12:00"})
    moved = client.patch(path, {"newPickupDate": later.date.isoformat(), "newPickupTime": "17:00"})

    assert (refused.status_code, refused.json()["code"]) == (400, "express_not_available")
    assert (moved.status_code, moved.json()["totalAmount"]) == (200, "37.50")


def test_an_express_order_is_late_after_its_day(now, alice, today) -> None:
    order = book(alice, today, addOns=EXPRESS)
    plain = book(alice, today)
    for one in (order, plain):
        pay(one)
        advance(one, to="washing")
        one.refresh_from_db()
    then = NOW + timedelta(days=2)

    assert [lateness.is_late(one, now=then) for one in (order, plain)] == [True, False]
    assert list(Order.objects.filter(lateness.late(then))) == [order]


# --- Money ----------------------------------------------------------------------------------------------


def test_the_provider_earns_the_add_ons(now, alice, slot) -> None:
    order = book(alice, slot, addOns=PIECES)
    pay(order)
    advance(order, to="completed")

    earned = LedgerEntry.objects.get(account="provider", order=order)
    assert -earned.amount == Decimal("100.00")
    assert LedgerEntry.objects.get(account="platform", order=order).amount == Decimal("-2.50")


def test_a_late_fee_is_of_the_add_ons_as_well(time_machine, now, alice, today) -> None:
    order = book(alice, today, addOns=PIECES)
    pay(order)
    time_machine.move_to(today.starts_at - timedelta(minutes=30))

    preview = client_for(alice).get(f"/api/orders/{order.pk}/cancellation").json()

    assert (preview["fee"], preview["refund"]) == ("50.00", "52.50")


def test_the_receipt_names_each(now, alice, slot) -> None:
    order = book(alice, slot, addOns=PIECES)
    pay(order)
    make_receipts()

    text = words_of(client_for(alice).get(f"/api/orders/{order.pk}/receipt.pdf").content)

    assert (
        "10 kg 25.00 Delicate items 5.00 3 × Dry cleaning: shirt or blouse 45.00 "  # noqa: RUF001
        "Dry cleaning: coat 25.00 Platform fee 2.50 Total, paid 102.50"
    ) in text


# --- Once more ------------------------------------------------------------------------------------------


def test_booking_again_carries_the_pieces_and_no_express(now, alice, today) -> None:
    order = book(alice, today, addOns=[*PIECES, *EXPRESS])
    pay(order)
    advance(order, to="completed")

    (suggestion,) = client_for(alice).get("/api/orders/again").json()

    assert [one["id"] for one in suggestion["addOns"]] == ["delicate", "shirt", "coat"]
    assert suggestion["totalAmount"] == "102.50"
    assert client_for(alice).get(f"/api/orders/{order.pk}/again").json()["addOns"] == suggestion["addOns"]
