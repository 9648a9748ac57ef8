"""JSON of recurring bookings: in (checked here for shape) and out."""

from datetime import time
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from marketplace.http.fields import DayField, IdField, StrictSerializer, WallTimeField, WholeField
from marketplace.money import AmountField
from orders.api.booking_fields import (
    AddOnLineSerializer,
    PriceLineSerializer,
    add_ons_field,
    address_field,
    expected_charge,
    expected_total,
    note_field,
    quantities,
    refuse_second_pickup,
    says,
    service_field,
    weight_field,
)
from orders.errors import NotServed, OwnService
from orders.models import RecurringPattern, ServiceType
from orders.recurring import pattern
from orders.recurring.pattern import Rule
from orders.recurring.recurring_actions import MISSING_ADDRESSES, PREFERRED_TIMES
from orders.recurring.recurring_errors import HourIsBooked, ProviderDoesNotWork
from providers.api.serializers import ProviderSerializer

UNKNOWN_PATTERN = gettext_lazy("Please choose weekly, biweekly or monthly.")
WRONG_TIME = gettext_lazy("Please choose 09:00, 11:00, 13:00, 15:00 or 17:00.")
UNKNOWN_CODE = gettext_lazy("A Swiss postal code has four digits.")
REASONS = [error.code for error in (OwnService, NotServed, HourIsBooked, ProviderDoesNotWork)]
STATUSES = ["planned", "placed", "paid", "needs_payment", "skipped", "missed", "cancelled"]


def _pattern(**kwargs: Any) -> serializers.ChoiceField:
    messages = says(UNKNOWN_PATTERN, "invalid_choice")
    return serializers.ChoiceField(RecurringPattern.choices, error_messages=messages, **kwargs)


def _day_of_week() -> WholeField:
    return WholeField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=6,
        error_messages=says(pattern.NEEDS_WEEKDAY, "min_value", "max_value"),
        help_text="0 = Sunday to 6 = Saturday; weekly and biweekly only, and required there",
    )


def _day_of_month() -> WholeField:
    return WholeField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=28,
        error_messages=says(pattern.NEEDS_DAY, "min_value", "max_value"),
        help_text="1 to 28; monthly only, and required there",
    )


def _postal_code(help_text: str, **kwargs: Any) -> serializers.RegexField:
    messages = says(UNKNOWN_CODE, "invalid", "blank")
    return serializers.RegexField("^[0-9]{4}$", error_messages=messages, help_text=help_text, **kwargs)


class PreferredTimeField(serializers.ChoiceField):
    """One of the wall times that a recurring booking can have."""

    def __init__(self, **kwargs: Any) -> None:
        choices = [f"{wall:%H:%M}" for wall in PREFERRED_TIMES]
        super().__init__(choices, error_messages=says(WRONG_TIME, "invalid_choice"), **kwargs)

    # The stubs type every choice as a string.
    def to_internal_value(self, data: Any) -> time:  # type: ignore[override]  # narrower
        """Return the time, or refuse what is none of them."""
        return time.fromisoformat(super().to_internal_value(data))


def _card() -> IdField:
    return IdField(required=False, allow_null=True, help_text="the card to charge; null: the default card")


def _rule_of(attrs: dict[str, Any]) -> Rule:
    """Return the rule of a plan; 400 if its kind of day is missing or does not fit the pattern."""
    rule = Rule(attrs["recurringPattern"], attrs.get("dayOfWeek"), attrs.get("dayOfMonth"))
    if wrong := pattern.wrong_days(rule):
        raise serializers.ValidationError({name: [sentence] for name, sentence in wrong.items()})
    return rule


class RecurringBookingCreateSerializer(serializers.Serializer[Any]):
    """A recurring booking. The server sets the price; other fields are ignored."""

    customerId = IdField(required=False)
    providerId = IdField()
    serviceType = service_field()
    weight = weight_field(required=False, default=Decimal("10.0"))
    pickupAddress = address_field(MISSING_ADDRESSES)
    deliveryAddress = address_field(MISSING_ADDRESSES)
    recurringPattern = _pattern()
    dayOfWeek = _day_of_week()
    dayOfMonth = _day_of_month()
    preferredTime = PreferredTimeField()
    specialInstructions = note_field(default="")
    addOns = add_ons_field(default=list, help_text="each once; never express")
    paymentMethodId = _card()
    expectedTotal = expected_total()
    expectedCharge = expected_charge()
    refuseSecondPickup = refuse_second_pickup()

    def validate_addOns(self, value: list[dict[str, Any]]) -> dict[str, int]:
        """Return how many of each."""
        return quantities(value)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Let a pattern have its own kind of day, and no other."""
        attrs["rule"] = _rule_of(attrs)
        return attrs


class FirstPickupQuerySerializer(serializers.Serializer[Any]):
    """The plan that is asked about."""

    recurringPattern = _pattern()
    dayOfWeek = serializers.IntegerField(required=False, min_value=0, max_value=6)
    dayOfMonth = serializers.IntegerField(required=False, min_value=1, max_value=28)
    preferredTime = PreferredTimeField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Let a pattern have its own kind of day, and no other."""
        attrs["rule"] = _rule_of(attrs)
        return attrs


class ConflictsQuerySerializer(FirstPickupQuerySerializer):
    """The plan and the addresses that are asked about."""

    pickupPostalCode = _postal_code("whose list of providers is looked at")
    deliveryPostalCode = _postal_code("the pickup's own, unless said otherwise", required=False)


class RecurringConflictSerializer(serializers.Serializer[Any]):
    """A provider who cannot do a plan, and why."""

    providerId = serializers.UUIDField()
    reason = serializers.ChoiceField(
        REASONS, help_text="the code with which setting it up with this provider is refused"
    )


class FirstPickupSerializer(serializers.Serializer[Any]):
    """The first pickup of a plan, and when it is charged."""

    pickupAt = serializers.DateTimeField()
    chargedAt = serializers.DateTimeField(help_text="two days before the pickup; may lie in the past")
    isChargedAtOnce = serializers.BooleanField(help_text="chargedAt is not after now")


class RecurringBookingPatchSerializer(StrictSerializer):
    """What can be changed of a recurring booking; any other field is refused by name.

    A kind of day that the new pattern does not have may be left out, or null.
    """

    providerId = IdField(required=False)
    paymentMethodId = _card()
    serviceType = service_field(required=False)
    weight = weight_field(required=False)
    pickupAddress = address_field(MISSING_ADDRESSES, required=False)
    deliveryAddress = address_field(MISSING_ADDRESSES, required=False)
    recurringPattern = _pattern(required=False)
    dayOfWeek = _day_of_week()
    dayOfMonth = _day_of_month()
    preferredTime = PreferredTimeField(required=False)
    specialInstructions = note_field()
    addOns = add_ons_field(help_text="all of them: what is not named goes")
    expectedTotal = expected_total()
    expectedCharge = expected_charge()

    def validate_addOns(self, value: list[dict[str, Any]]) -> dict[str, int]:
        """Return how many of each."""
        return quantities(value)


COLUMNS = {
    "providerId": "provider_id",
    "paymentMethodId": "saved_card_id",
    "serviceType": "service_type",
    "weight": "weight",
    "pickupAddress": "pickup_address",
    "deliveryAddress": "delivery_address",
    "recurringPattern": "pattern",
    "dayOfWeek": "day_of_week",
    "dayOfMonth": "day_of_month",
    "preferredTime": "preferred_time",
    "specialInstructions": "special_instructions",
    "addOns": "add_ons",
}


class PauseSerializer(serializers.Serializer[Any]):
    """The day on which pickups begin again."""

    until = DayField()


class ResumeSerializer(serializers.Serializer[Any]):
    """What was shown before the end of a pause."""

    expectedCharge = expected_charge()


class OccurrenceMoveSerializer(serializers.Serializer[Any]):
    """Another day and hour for one pickup, in Swiss wall time."""

    date = DayField()
    time = WallTimeField()
    expectedCharge = expected_charge()
    refuseSecondPickup = refuse_second_pickup()


class DayQuerySerializer(serializers.Serializer[Any]):
    """The day that is asked about."""

    date = DayField()


class MoveTimesSerializer(serializers.Serializer[Any]):
    """The hours of a day to which a pickup can be moved."""

    date = serializers.DateField()
    times = serializers.ListField(
        child=serializers.CharField(), help_text="HH:mm, Swiss wall time, the earliest first"
    )


class OccurrenceSerializer(serializers.Serializer[Any]):
    """One date of a recurring booking."""

    id = serializers.UUIDField()
    date = serializers.DateField(help_text="the day of the pickup")
    time = serializers.CharField(help_text="HH:mm, Swiss wall time")
    originalDate = serializers.DateField(help_text="the day that the pattern gives")
    status = serializers.ChoiceField(STATUSES)
    orderId = serializers.UUIDField(allow_null=True)
    providerId = serializers.UUIDField(help_text="who comes: an order stays with its own provider")
    reason = serializers.CharField(allow_null=True, help_text="why it does not take place, a sentence")
    canSkip = serializers.BooleanField()
    canMove = serializers.BooleanField()
    placedOnResumeFrom = serializers.DateTimeField(
        allow_null=True,
        help_text="from when on resuming places and charges its order at once; null: it does not come back",
    )
    placedOnResumeUntil = serializers.DateTimeField(
        allow_null=True, help_text="from then on it is too late for that: it does not come back either"
    )
    chargedWithNewCard = AmountField(
        allow_null=True, help_text="what another card is charged for its order at once; null: nothing"
    )


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
    lines = PriceLineSerializer(many=True, help_text="of each pickup, add up to totalAmount")
    addOns = AddOnLineSerializer(many=True, help_text="of each pickup, within serviceAmount")
    serviceAmount = AmountField(help_text="of one pickup")
    platformFee = AmountField()
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
