"""Add-ons as JSON: what a client asks for, and what an order carries."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from marketplace.http.fields import TextField, WholeField
from marketplace.money import AmountField
from orders.api.booking_fields import StrictSerializer
from orders.checkout.pricing import ADD_ON_CHOICES, MOST_OF_AN_ADD_ON


class AddOnSerializer(StrictSerializer):
    """An add-on and how many of it; the price list names them, and nobody else names a price."""

    unknown_field = gettext_lazy("An extra has an id and a quantity, and no price: that is ours.")

    id = TextField(max_length=16)
    quantity = WholeField(min_value=1, max_value=MOST_OF_AN_ADD_ON)


def quantities(asked: list[dict[str, Any]]) -> dict[str, int]:
    """Return how many of each; an add-on that is named twice is refused (400)."""
    if len({one["id"] for one in asked}) < len(asked):
        raise serializers.ValidationError(_("Please name each of the extras once, with how many."))
    return {one["id"]: one["quantity"] for one in asked}


class AddOnLineSerializer(serializers.Serializer[Any]):
    """An add-on of an order; ``amount`` is for all of the ``quantity``."""

    id = serializers.ChoiceField(ADD_ON_CHOICES)
    name = serializers.CharField()
    quantity = serializers.IntegerField()
    amount = AmountField()
