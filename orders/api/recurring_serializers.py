"""JSON of recurring bookings: in (checked here for shape) and out."""

from datetime import time
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from marketplace.fields import DayField, IdField, TextField, WallTimeField
from marketplace.money import AmountField
from orders.api.serializers import StrictSerializer
from orders.models import RecurringPattern, ServiceType
from orders.pricing import UNKNOWN_SERVICE, WRONG_WEIGHT
from orders.recurring.pattern import Rule
from orders.recurring.series import MISSING_ADDRESSES, PREFERRED_TIMES
from providers.api.serializers import ProviderSerializer

UNKNOWN_PATTERN = "Please choose weekly, biweekly or monthly."
WRONG_TIME = "Please choose 09:00, 11:00, 13:00, 15:00 or 17:00."
NEEDS_WEEKDAY = "Please choose a day of the week."
NEEDS_DAY = "Please choose a day of the month from 1 to 28."
ONLY_WEEKDAY = "A weekly or biweekly booking has a day of the week only."
ONLY_DAY = "A monthly booking has a day of the month only."
STATUSES = ["planned", "placed", "paid", "needs_payment", "skipped", "missed", "cancelled"]


def _errors(sentence: str, *names: str) -> dict[str, Any]:
    return dict.fromkeys(("required", "null", "blank", "invalid", *names), sentence)


class WholeField(serializers.IntegerField):
    """A whole number; the REST framework alone would also take its text, or true."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number, or refuse what is none."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


def _weight(**kwargs: Any) -> serializers.DecimalField:
    limits = ("min_value", "max_value", "max_digits", "max_decimal_places", "max_whole_digits")
    return serializers.DecimalField(
        max_digits=6,
        decimal_places=3,
        min_value=Decimal(10),
        max_value=Decimal(15),
        error_messages=_errors(WRONG_WEIGHT, *limits, "max_string_length"),
        help_text="kilograms, in steps of 0.5",
        **kwargs,
    )


def _address(**kwargs: Any) -> TextField:
    return TextField(max_length=300, error_messages=_errors(MISSING_ADDRESSES), **kwargs)


def _instructions(**kwargs: Any) -> TextField:
    return TextField(allow_blank=True, max_length=1000, required=False, **kwargs)


class RecurringBookingCreateSerializer(serializers.Serializer[Any]):
    """A recurring booking. The price is the server's; what else is sent is passed over."""

    customerId = IdField(required=False)
    providerId = IdField()
    serviceType = serializers.ChoiceField(
        ServiceType.choices, error_messages=_errors(UNKNOWN_SERVICE, "invalid_choice")
    )
    weight = _weight(required=False, default=Decimal("10.0"))
    pickupAddress = _address()
    deliveryAddress = _address()
    recurringPattern = serializers.ChoiceField(
        RecurringPattern.choices, error_messages=_errors(UNKNOWN_PATTERN, "invalid_choice")
    )
    dayOfWeek = WholeField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=6,
        error_messages=_errors(NEEDS_WEEKDAY, "min_value", "max_value"),
        help_text="0 = Sunday to 6 = Saturday; weekly and biweekly only, and required there",
    )
    dayOfMonth = WholeField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=28,
        error_messages=_errors(NEEDS_DAY, "min_value", "max_value"),
        help_text="1 to 28; monthly only, and required there",
    )
    preferredTime = serializers.ChoiceField(
        [f"{wall:%H:%M}" for wall in PREFERRED_TIMES], error_messages=_errors(WRONG_TIME, "invalid_choice")
    )
    specialInstructions = _instructions(default="")
    paymentMethodId = IdField(
        required=False, allow_null=True, help_text="the card to charge; null: the default card"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Let a pattern have its own kind of day, and no other."""
        weekday, day = attrs.get("dayOfWeek"), attrs.get("dayOfMonth")
        monthly = attrs["recurringPattern"] == RecurringPattern.MONTHLY
        wrong: dict[str, str] = {}
        if monthly and weekday is not None:
            wrong["dayOfWeek"] = ONLY_DAY
        if monthly and day is None:
            wrong["dayOfMonth"] = NEEDS_DAY
        if not monthly and day is not None:
            wrong["dayOfMonth"] = ONLY_WEEKDAY
        if not monthly and weekday is None:
            wrong["dayOfWeek"] = NEEDS_WEEKDAY
        if wrong:
            raise serializers.ValidationError({name: [sentence] for name, sentence in wrong.items()})
        attrs["rule"] = Rule(attrs["recurringPattern"], weekday, day)
        attrs["preferred_time"] = time.fromisoformat(attrs["preferredTime"])
        return attrs


class RecurringBookingPatchSerializer(StrictSerializer):
    """What can be changed of a recurring booking; any other field is refused by name."""

    providerId = IdField(required=False)
    paymentMethodId = IdField(
        required=False, allow_null=True, help_text="the card to charge; null: the default card"
    )
    weight = _weight(required=False)
    pickupAddress = _address(required=False)
    deliveryAddress = _address(required=False)
    specialInstructions = _instructions()


COLUMNS = {
    "providerId": "provider_id",
    "paymentMethodId": "saved_card_id",
    "weight": "weight",
    "pickupAddress": "pickup_address",
    "deliveryAddress": "delivery_address",
    "specialInstructions": "special_instructions",
}


class PauseSerializer(serializers.Serializer[Any]):
    """The day on which pickups begin again."""

    until = DayField()


class OccurrenceMoveSerializer(serializers.Serializer[Any]):
    """Another day and hour for one pickup, in Swiss wall time."""

    date = DayField()
    time = WallTimeField()


class OccurrenceSerializer(serializers.Serializer[Any]):
    """One date of a recurring booking."""

    id = serializers.UUIDField()
    date = serializers.DateField(help_text="the day of the pickup")
    time = serializers.CharField(help_text="HH:mm, Swiss wall time")
    originalDate = serializers.DateField(help_text="the day that the pattern gives")
    status = serializers.ChoiceField(STATUSES)
    orderId = serializers.UUIDField(allow_null=True)
    reason = serializers.CharField(allow_null=True, help_text="why it does not take place, a sentence")
    canSkip = serializers.BooleanField()
    canMove = serializers.BooleanField()


class RecurringBookingSerializer(serializers.Serializer[Any]):
    """A recurring booking with its occurrences of the last four weeks and all that come."""

    id = serializers.UUIDField()
    customerId = serializers.UUIDField()
    providerId = serializers.UUIDField()
    provider = ProviderSerializer()
    serviceType = serializers.ChoiceField(ServiceType.choices)
    weight = serializers.DecimalField(max_digits=4, decimal_places=1, help_text="kilograms")
    pickupAddress = serializers.CharField()
    deliveryAddress = serializers.CharField()
    recurringPattern = serializers.ChoiceField(RecurringPattern.choices)
    dayOfWeek = serializers.IntegerField(allow_null=True, help_text="0 = Sunday to 6 = Saturday")
    dayOfMonth = serializers.IntegerField(allow_null=True)
    preferredTime = serializers.CharField(help_text="HH:mm, Swiss wall time")
    specialInstructions = serializers.CharField(allow_blank=True)
    isActive = serializers.BooleanField()
    pausedUntil = serializers.DateField(allow_null=True, help_text="pickups begin again on this day")
    nextBookingDate = serializers.DateField(allow_null=True, help_text="the next date not yet placed")
    totalAmount = AmountField(help_text="the price of one pickup")
    paymentMethodId = serializers.UUIDField(allow_null=True, help_text="null: the default card, if any")
    providerAvailable = serializers.BooleanField()
    occurrences = OccurrenceSerializer(many=True)


class SkipLinkSerializer(serializers.Serializer[Any]):
    """One pickup, as whoever holds the link to skip it may see it."""

    providerName = serializers.CharField()
    serviceType = serializers.ChoiceField(ServiceType.choices)
    date = serializers.DateField()
    time = serializers.CharField(help_text="HH:mm, Swiss wall time")
    totalAmount = AmountField()
    status = serializers.ChoiceField(STATUSES)
    canSkip = serializers.BooleanField()
