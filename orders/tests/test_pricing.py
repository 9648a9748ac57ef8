"""Prices are the table of specification point 9, to the Rappen, for everything that can be booked."""

import random
from decimal import Decimal
from fractions import Fraction

import pytest

from marketplace.errors import Invalid
from marketplace.figures import specified
from orders.prices.pricing import amount_text, price, price_table

# The oracle counts in Rappen and half kilograms with whole numbers and fractions, not in Decimal.
BASE_RAPPEN = {"standard": 2500, "premium": 3000, "ironing": 700}


def oracle(service: str, half_kilos: int) -> Fraction:
    return Fraction(BASE_RAPPEN[service] + (half_kilos - 20) * 175 + 250, 100)


def test_two_thousand_random_totals_equal_an_independent_oracle() -> None:
    chance = random.Random(9)

    for _ in range(2000):
        service, half_kilos = chance.choice(list(BASE_RAPPEN)), chance.randint(20, 30)
        found = price(service_type=service, weight=Decimal(half_kilos) / 2, figures=specified())

        assert Fraction(found.total_amount) == oracle(service, half_kilos)
        assert found.total_amount == found.service_amount + found.platform_fee
        assert sum(line.amount for line in found.lines) == found.total_amount
        assert all(line.amount.as_tuple().exponent == -2 for line in found.lines)


@pytest.mark.parametrize(
    ("service", "weight", "total"),
    [("standard", "10", "27.50"), ("premium", "12.5", "41.25"), ("ironing", "15.0", "27.00")],
)
def test_prices_of_the_table(service: str, weight: str, total: str) -> None:
    assert str(price(service_type=service, weight=Decimal(weight), figures=specified()).total_amount) == total


@pytest.mark.parametrize("weight", ["9.5", "15.5", "10.25", "-10", "0", "NaN", "Infinity", "1e9"])
def test_refuses_a_weight_that_cannot_be_booked(weight: str) -> None:
    with pytest.raises(Invalid) as error:
        price(service_type="standard", weight=Decimal(weight), figures=specified())

    assert set(error.value.fields or {}) == {"weight"}


def test_refuses_an_unknown_service() -> None:
    with pytest.raises(Invalid) as error:
        price(service_type="dry_cleaning", weight=Decimal(10), figures=specified())

    assert set(error.value.fields or {}) == {"serviceType"}


def test_the_price_table_is_json() -> None:
    assert price_table(specified()) == {
        "currency": "CHF",
        "services": {"standard": "25.00", "premium": "30.00", "ironing": "7.00"},
        "platformFee": "2.50",
        "extraKg": "3.50",
        "includedKg": "10.0",
        "minKg": "10.0",
        "maxKg": "15.0",
        "stepKg": "0.5",
        "addOns": [
            {"id": "express", "name": "Express same-day", "price": "10.00", "most": 1},
            {"id": "delicate", "name": "Delicate items", "price": "5.00", "most": 1},
            {"id": "shirt", "name": "Dry cleaning: shirt or blouse", "price": "15.00", "most": 50},
            {"id": "trousers", "name": "Dry cleaning: trousers or skirt", "price": "18.00", "most": 50},
            {"id": "dress", "name": "Dry cleaning: dress or jacket", "price": "20.00", "most": 50},
            {"id": "coat", "name": "Dry cleaning: coat", "price": "25.00", "most": 50},
        ],
        "expressWithinHours": 24,
        "returnWithinHours": {"standard": 72, "premium": 48, "ironing": 48},
    }


@pytest.mark.parametrize(
    ("service", "weight", "amount"),
    [
        ("standard", "10.0", "10 kg"),
        ("premium", "12.5", "12.5 kg"),
        ("ironing", "10.0", "up to 10 pieces"),
        ("ironing", "10.5", "about 12 pieces"),
        ("ironing", "15.0", "about 30 pieces"),
    ],
)
def test_laundry_is_weighed_and_ironing_counted(service, weight, amount) -> None:
    assert amount_text(service_type=service, weight=Decimal(weight)) == amount
