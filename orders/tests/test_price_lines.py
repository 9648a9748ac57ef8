"""A price has the same lines wherever it is read; the web app's tests read the same table."""

import json
from decimal import Decimal
from pathlib import Path

import pytest
from django.urls import reverse
from django.utils import translation

from conftest import WEDNESDAY as NOW
from conftest import client_for
from marketplace.figures import specified
from orders.documents.tests.reading import words_of
from orders.models import Order
from orders.prices import price_lines
from orders.prices.pricing import price
from orders.recurring.tests.running_bookings import give_week, set_up
from orders.recurring.tests.running_bookings import shown as shown_booking
from orders.tests.booking import book, make_receipts, pay

TABLE = json.loads(Path(__file__).with_name("price_lines.json").read_text())
PIECES = [{"id": "coat", "quantity": 2}, {"id": "delicate", "quantity": 1}]
LINES = [
    {"id": "base", "name": "Premium care, 10 kg", "quantity": 1, "amount": "30.00"},
    {"id": "extra_weight", "name": "Extra weight (2.5 kg)", "quantity": 1, "amount": "8.75"},
    {"id": "delicate", "name": "Delicate items", "quantity": 1, "amount": "5.00"},
    {"id": "coat", "name": "Dry cleaning: coat", "quantity": 2, "amount": "50.00"},
    {"id": "platform_fee", "name": "Platform fee", "quantity": 1, "amount": "2.50"},
]

pytestmark = pytest.mark.at(NOW)


@pytest.fixture
def order(now, alice, slot) -> Order:
    return book(alice, slot, serviceType="premium", weight="12.5", addOns=PIECES)


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
@pytest.mark.parametrize("case", TABLE, ids=lambda case: f"{case['serviceType']} {case['weight']}")
def test_lines_are_named_as_in_the_table(case, language) -> None:
    weight = Decimal(case["weight"])
    found = price(
        service_type=case["serviceType"], weight=weight, figures=specified(), add_ons=case["addOns"]
    )

    with translation.override(language):
        lines = price_lines.named(found.lines, service_type=case["serviceType"], weight=weight)

    assert [line.text for line in lines] == case["texts"][language]
    assert [f"{line.amount:.2f}" for line in lines] == case["amounts"]
    assert str(found.total_amount) == case["totalAmount"]


def test_every_reader_of_an_order_sees_the_same_lines(order, alice, bruno, dora) -> None:
    pay(order)

    shown = [
        client_for(alice).get(f"/api/orders/{order.pk}").json(),
        client_for(bruno).get(f"/api/orders/{order.pk}").json(),
        client_for(dora).get(f"/api/orders/{order.pk}").json(),
        *client_for(alice).get("/api/orders").json(),
        *client_for(bruno).get("/api/provider/orders").json(),
    ]

    assert [one["lines"] for one in shown] == [LINES] * 5
    assert sum(Decimal(line["amount"]) for line in LINES) == Decimal(shown[0]["totalAmount"])


def test_the_receipt_has_them(order, alice) -> None:
    pay(order)
    make_receipts()

    text = words_of(client_for(alice).get(f"/api/orders/{order.pk}/receipt.pdf").content)

    coats = "2 \N{MULTIPLICATION SIGN} Dry cleaning: coat"
    assert (
        f"Premium care, 10 kg 30.00 Extra weight (2.5 kg) 8.75 Delicate items 5.00 {coats} 50.00 "
        "Platform fee 2.50 Total, paid 96.25"
    ) in text


def test_each_pickup_of_a_recurring_booking_has_them(now, alice, salon) -> None:
    give_week(salon)
    booking = set_up(alice, salon, serviceType="premium", weight="12.5", addOns=PIECES)

    body = shown_booking(booking)

    assert (body["lines"], body["platformFee"], body["totalAmount"]) == (LINES, "2.50", "96.25")


def test_the_admin_site_has_them(order, operator_client) -> None:
    page = operator_client.get(reverse("admin:orders_order_change", args=[order.pk])).content.decode()

    assert "2 \N{MULTIPLICATION SIGN} Dry cleaning: coat" in page
    assert "Extra weight (2.5 kg)" in page
