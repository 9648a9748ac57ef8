"""What is sent to book, change and move an order (the rules check what it means), and the errors of it."""

from typing import Any

from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from marketplace.http.fields import (
    DayField,
    IdField,
    InstantField,
    StrictSerializer,
    TextField,
    WallTimeField,
)
from marketplace.http.schema import ErrorSerializer
from marketplace.money import AmountField
from orders.api.booking_fields import (
    add_ons_field,
    address_field,
    expected_total,
    note_field,
    quantities,
    refuse_second_pickup,
    service_field,
    weight_field,
)
from orders.api.cancellation_serializers import cancel_note
from orders.api.care_serializers import CareSerializer
from orders.lifecycle.addresses import MISSING
from orders.models import OrderStatus
from providers.api.serializers import ListedProviderSerializer

WRONG_TIME = gettext_lazy(
    "Please give the pickup time as ISO 8601 with its offset, for example 2026-11-19T12:00:00+01:00."
)
FOUR_DIGITS = gettext_lazy("Please type the four digits of the code.")


class OrderCreateSerializer(serializers.Serializer[Any]):
    """A booking. The server sets prices and status; other fields are ignored."""

    customerId = IdField(required=False)
    providerId = IdField()
    serviceType = service_field()
    weight = weight_field()
    pickupAddress = address_field(MISSING)
    deliveryAddress = address_field(MISSING)
    pickupTime = InstantField(error_messages=dict.fromkeys(("required", "null", "invalid"), WRONG_TIME))
    specialInstructions = note_field(default="")
    addOns = add_ons_field(default=list, help_text="each once; priced by us")
    expectedTotal = expected_total()
    voucherCode = TextField(
        required=False,
        allow_blank=True,
        allow_null=True,
        max_length=64,
        help_text="No vouchers are given out yet: any code is 400 voucher_not_usable.",
    )
    refuseSecondPickup = refuse_second_pickup()

    def validate_addOns(self, value: list[dict[str, Any]]) -> dict[str, int]:
        """Return how many of each."""
        return quantities(value)


class AddressErrorSerializer(ErrorSerializer):
    """An error; ``not_served`` names up to three providers who serve the addresses."""

    providers = ListedProviderSerializer(many=True, required=False, help_text="with not_served only")


class PriceNowSerializer(serializers.Serializer[Any]):
    """What a booking costs now."""

    serviceAmount = AmountField()
    platformFee = AmountField()
    totalAmount = AmountField()


class PriceErrorSerializer(ErrorSerializer):
    """An error of a booking; ``price_changed`` carries the present price."""

    price = PriceNowSerializer(required=False, help_text="with price_changed only")


class ExistingPickupSerializer(serializers.Serializer[Any]):
    """A pickup of the customer, booked or planned: exactly one of the ids is there."""

    orderId = serializers.UUIDField(allow_null=True)
    recurringBookingId = serializers.UUIDField(allow_null=True, help_text="whose order is placed later")
    providerName = serializers.CharField()
    pickupTime = serializers.DateTimeField()


class MoveErrorSerializer(ErrorSerializer):
    """An error of another pickup time, with providers who have it free, or the pickup in the way."""

    providers = ListedProviderSerializer(
        many=True, required=False, help_text="with instant_provider_needed only"
    )
    existingPickup = ExistingPickupSerializer(required=False, help_text="with pickup_exists only")


class BookingErrorSerializer(MoveErrorSerializer, PriceErrorSerializer):
    """An error of a booking, with other providers, the present price or the pickup in the way."""


class OrderPatchSerializer(StrictSerializer):
    """What a customer may change until pickup; any other field is refused by name."""

    pickupAddress = address_field(MISSING, required=False)
    deliveryAddress = address_field(MISSING, required=False)
    specialInstructions = note_field()
    care = CareSerializer(required=False, allow_null=True, help_text="null: nothing is wanted")


class RescheduleSerializer(serializers.Serializer[Any]):
    """A new pickup in Swiss wall time."""

    newPickupDate = DayField()
    newPickupTime = WallTimeField()
    refuseSecondPickup = refuse_second_pickup()


class StatusChangeSerializer(serializers.Serializer[Any]):
    """The status that the order is to move to."""

    status = serializers.ChoiceField(OrderStatus.choices)
    reason = cancel_note()
    code = TextField(
        required=False,
        validators=[RegexValidator(r"\A[0-9]{4}\Z", message=FOUR_DIGITS)],
        help_text="the four digits that the customer says, where the order needs them for this step",
    )
    at = InstantField(
        required=False,
        help_text="when a stage was reached that could not be told at once; now, if left out or `confirmed`",
    )
