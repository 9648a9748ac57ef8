"""How laundry is to be done, as JSON: of a profile and of an order."""

from typing import Any

from django.utils.translation import gettext_lazy
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from marketplace.http.fields import FlagField, ParagraphsField, StrictSerializer, WholeField
from orders.api.booking_fields import says
from orders.models import TEMPERATURES, Detergent

LONGEST_TEXT = 300


@extend_schema_field({"type": "integer", "enum": TEMPERATURES})
class TemperatureField(WholeField):
    """One of the temperatures at which can be washed, in degrees Celsius."""

    default_error_messages = says(gettext_lazy("Please choose 30, 40 or 60 degrees."), "not_offered")

    def to_internal_value(self, data: Any) -> int:
        degrees = super().to_internal_value(data)
        if degrees not in TEMPERATURES:
            self.fail("not_offered")
        return degrees


class CareSerializer(StrictSerializer):
    """How laundry is to be done; always as a whole."""

    unknown_field = gettext_lazy("There is no such choice.")

    detergent = serializers.ChoiceField(
        Detergent.choices,
        error_messages=says(gettext_lazy("Please choose a detergent from the list."), "invalid_choice"),
    )
    softener = FlagField()
    temperature = TemperatureField(help_text="degrees Celsius")
    allergies = ParagraphsField(max_length=LONGEST_TEXT, allow_blank=True, required=False, default="")
    ironing = FlagField()
    notes = ParagraphsField(max_length=LONGEST_TEXT, allow_blank=True, required=False, default="")
