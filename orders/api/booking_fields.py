"""The fields that orders and recurring bookings share."""

from decimal import Decimal
from typing import Any

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from marketplace.http.fields import ParagraphsField, StrictSerializer, TextField, WholeField, missing
from marketplace.money import AmountField
from orders.models import OrderLine, ServiceType
from orders.prices.pricing import ADD_ON_CHOICES, MOST_OF_AN_ADD_ON, UNKNOWN_SERVICE, WRONG_WEIGHT

LONGEST_ADDRESS = 300
LONGEST_NOTE = 1000


def says(sentence: str | Promise, *names: str) -> dict[str, Any]:
    """Return ``error_messages`` with one sentence for all errors; ``names`` are additional error keys."""
    return missing(sentence) | dict.fromkeys(("invalid", *names), sentence)


def service_field(**kwargs: Any) -> serializers.ChoiceField:
    """Return a field for one of the services."""
    messages = says(UNKNOWN_SERVICE, "invalid_choice")
    return serializers.ChoiceField(ServiceType.choices, error_messages=messages, **kwargs)


def weight_field(**kwargs: Any) -> serializers.DecimalField:
    """Return a field for kilograms, from 10 to 15; the steps are checked by the price."""
    limits = ("min_value", "max_value", "max_digits", "max_decimal_places", "max_whole_digits")
    return serializers.DecimalField(
        max_digits=6,
        decimal_places=3,
        min_value=Decimal(10),
        max_value=Decimal(15),
        error_messages=says(WRONG_WEIGHT, *limits, "max_string_length"),
        help_text="kilograms, in steps of 0.5",
        **kwargs,
    )


def expected_total() -> AmountField:
    """Return a field for the total that the person saw."""
    return AmountField(
        required=False,
        help_text="The total that was shown. If it is another by now, nothing is booked (price_changed).",
    )


def expected_charge() -> AmountField:
    """Return a field for what the person saw to be charged at once."""
    return AmountField(
        required=False,
        help_text="What was shown to be charged at once, 0.00 for nothing. If it is more by now, nothing is "
        "changed (charged_at_once).",
    )


def refuse_second_pickup() -> serializers.BooleanField:
    """Return a field by which a second pickup within an hour is refused."""
    return serializers.BooleanField(
        required=False,
        help_text="409 pickup_exists if the customer has a pickup within that hour, booked or planned",
    )


def address_field(sentence: str | Promise, **kwargs: Any) -> TextField:
    """Return a field for an address in one line; ``sentence`` is the error where there is none."""
    return TextField(max_length=LONGEST_ADDRESS, error_messages=missing(sentence), **kwargs)


def note_field(**kwargs: Any) -> TextField:
    """Return a field for what the provider should know."""
    return ParagraphsField(allow_blank=True, max_length=LONGEST_NOTE, required=False, **kwargs)


WRONG_QUANTITY = format_lazy(
    gettext_lazy("Please choose from 1 to {most} pieces, in whole numbers."), most=MOST_OF_AN_ADD_ON
)


class AddOnSerializer(StrictSerializer):
    """An add-on and how many of it; the price list names them, and nobody else names a price."""

    unknown_field = gettext_lazy("An add-on has an id and a quantity, and no price: that is ours.")

    id = TextField(max_length=16)
    quantity = WholeField(
        min_value=1,
        max_value=MOST_OF_AN_ADD_ON,
        error_messages=says(WRONG_QUANTITY, "min_value", "max_value", "max_string_length"),
    )


def add_ons_field(**kwargs: Any) -> AddOnSerializer:
    """Return a field for the add-ons of an order."""
    messages = says(gettext_lazy("Please list the add-ons, each with its id and a quantity."), "not_a_list")
    return AddOnSerializer(many=True, required=False, error_messages=messages, **kwargs)


def quantities(asked: list[dict[str, Any]]) -> dict[str, int]:
    """Return how many of each; an add-on that is named twice is refused (400)."""
    if len({one["id"] for one in asked}) < len(asked):
        raise serializers.ValidationError(_("Please name each add-on once, with how many."))
    return {one["id"]: one["quantity"] for one in asked}


class PriceLineSerializer(serializers.Serializer[Any]):
    """A line of a price, as it is called everywhere; ``amount`` is for all of the ``quantity``."""

    id = serializers.ChoiceField(OrderLine.Kind.choices)
    name = serializers.CharField()
    quantity = serializers.IntegerField()
    amount = AmountField()


class AddOnLineSerializer(PriceLineSerializer):
    """The line of an add-on."""

    id = serializers.ChoiceField(ADD_ON_CHOICES)
