"""Money: CHF as Decimal with two places."""

from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.models.functions import Round
from rest_framework import serializers

RAPPEN = Decimal("0.01")
ZERO = Decimal("0.00")


def quantize(amount: Decimal) -> Decimal:
    """Round an amount in CHF to whole Rappen, half up."""
    return amount.quantize(RAPPEN, rounding=ROUND_HALF_UP)


def rappen(amount: Any) -> Round:
    """Round a sum that a query computes to whole Rappen: SQLite computes with binary floats."""
    return Round(amount, precision=2, output_field=MoneyField())


def to_rappen(amount: Decimal) -> int:
    """Return an amount in CHF as an integer number of Rappen, the unit of Stripe's API."""
    return int(quantize(amount) * 100)


def from_rappen(rappen: int) -> Decimal:
    """Return a number of Rappen as CHF with two places."""
    return quantize(Decimal(rappen) / 100)


def chf(amount: Decimal) -> str:
    """Return an amount in words for people: ``CHF 27.50``."""
    return f"CHF {amount:.2f}"


if TYPE_CHECKING:
    _DecimalField = models.DecimalField[Any, Any]
else:
    _DecimalField = models.DecimalField  # not subscriptable at run time


class MoneyField(_DecimalField):
    """A column for an amount in CHF: ten digits, two of them Rappen."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("max_digits", 10)
        kwargs.setdefault("decimal_places", 2)
        super().__init__(*args, **kwargs)


class AmountField(serializers.DecimalField):
    """An amount in CHF in JSON: a string with two places, for example ``"27.50"``."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("max_digits", 10)
        kwargs.setdefault("decimal_places", 2)
        kwargs.setdefault("coerce_to_string", True)
        super().__init__(**kwargs)
