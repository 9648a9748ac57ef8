"""JSON in (checked here for shape, in the rules for meaning) and the shapes of JSON out."""

from datetime import UTC, datetime
from typing import Any

from django.core.validators import RegexValidator
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from marketplace.http.fields import (
    DayField,
    IdField,
    ParagraphsField,
    StrictSerializer,
    TextField,
    WallTimeField,
)
from marketplace.http.schema import ErrorSerializer
from marketplace.money import AmountField
from orders.api.booking_fields import (
    AddOnLineSerializer,
    PriceLineSerializer,
    add_ons_field,
    address_field,
    expected_total,
    note_field,
    quantities,
    service_field,
    weight_field,
)
from orders.api.cancellation_serializers import cancel_note
from orders.api.care_serializers import CareSerializer
from orders.api.position_serializers import SeenPositionSerializer
from orders.lifecycle import lateness
from orders.lifecycle.addresses import MISSING
from orders.lifecycle.order_actions import EDITABLE_FIELDS
from orders.models import DamageClaim, Handover, OrderStatus, PaymentStatus, ServiceType
from providers.api.serializers import ListedProviderSerializer, ProviderSerializer

WRONG_MOMENT = gettext_lazy(
    "Please give the time as ISO 8601 with its offset, for example 2026-11-19T12:00:00+01:00."
)
WRONG_TIME = gettext_lazy(
    "Please give the pickup time as ISO 8601 with its offset, for example 2026-11-19T12:00:00+01:00."
)
FOUR_DIGITS = gettext_lazy("Please type the four digits of the code.")
STARS = gettext_lazy("Please select a star rating before submitting.")
STAR_ERRORS: dict[str, Any] = dict.fromkeys(("required", "null", "invalid", "min_value", "max_value"), STARS)


@extend_schema_field(OpenApiTypes.DATETIME)
class InstantField(serializers.Field[datetime, str, str, Any]):
    """An ISO 8601 time with offset; a naive one is refused, because it would mean two instants."""

    default_error_messages = {"invalid": WRONG_TIME, "required": WRONG_TIME, "null": WRONG_TIME}

    def to_internal_value(self, data: str) -> datetime:
        """Return the instant in UTC."""
        try:
            at = parse_datetime(data) if isinstance(data, str) else None
        except ValueError:
            at = None
        if at is None or at.tzinfo is None or not 2000 <= at.year <= 2100:
            self.fail("invalid")
        return at.astimezone(UTC)

    def to_representation(self, value: datetime) -> str:
        """Return ISO 8601."""
        return value.isoformat()


class OrderCreateSerializer(serializers.Serializer[Any]):
    """A booking. The server sets prices and status; other fields are ignored."""

    customerId = IdField(required=False)
    providerId = IdField()
    serviceType = service_field()
    weight = weight_field()
    pickupAddress = address_field(MISSING)
    deliveryAddress = address_field(MISSING)
    pickupTime = InstantField()
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
    refuseSecondPickup = serializers.BooleanField(
        required=False, help_text="409 pickup_exists if the customer has an open order within that hour"
    )

    def validate_addOns(self, value: list[dict[str, Any]]) -> dict[str, int]:
        """Return how many of each."""
        return quantities(value)


class AddressErrorSerializer(ErrorSerializer):
    """An error; ``not_served`` names up to three providers who serve the addresses."""

    providers = ListedProviderSerializer(many=True, required=False, help_text="with not_served only")


class TooSoonSerializer(ErrorSerializer):
    """An error of a booking; ``instant_provider_needed`` names up to three providers with that hour free."""

    providers = ListedProviderSerializer(
        many=True, required=False, help_text="with instant_provider_needed only"
    )


class PriceNowSerializer(serializers.Serializer[Any]):
    """What a booking costs now."""

    serviceAmount = AmountField()
    platformFee = AmountField()
    totalAmount = AmountField()


class PriceErrorSerializer(ErrorSerializer):
    """An error of a booking; ``price_changed`` carries the present price."""

    price = PriceNowSerializer(required=False, help_text="with price_changed only")


class ExistingPickupSerializer(serializers.Serializer[Any]):
    """An open order of the customer, by its pickup."""

    orderId = serializers.UUIDField()
    providerName = serializers.CharField()
    pickupTime = serializers.DateTimeField()


class BookingErrorSerializer(TooSoonSerializer, PriceErrorSerializer):
    """An error of a booking, with other providers, the present price or the order in the way."""

    existingPickup = ExistingPickupSerializer(required=False, help_text="with pickup_exists only")


class OrderPatchSerializer(StrictSerializer):
    """What a customer may change until pickup; any other field is refused by name."""

    pickupAddress = address_field(MISSING, required=False)
    deliveryAddress = address_field(MISSING, required=False)
    specialInstructions = note_field()
    care = CareSerializer(required=False, allow_null=True, help_text="null: nothing is wanted")


assert set(EDITABLE_FIELDS) == set(OrderPatchSerializer().fields)  # noqa: S101 - one list, said in two places


class RescheduleSerializer(serializers.Serializer[Any]):
    """A new pickup in Swiss wall time."""

    newPickupDate = DayField()
    newPickupTime = WallTimeField()


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
        error_messages={"invalid": WRONG_MOMENT, "null": WRONG_MOMENT},
        help_text="when a stage was reached that could not be told at once; now, if left out or `confirmed`",
    )


class StarsSerializer(serializers.Serializer[Any]):
    """Stars."""

    rating = serializers.IntegerField(min_value=1, max_value=5, error_messages=STAR_ERRORS)


class RatingSerializer(StarsSerializer):
    """Stars and comment."""

    comment = ParagraphsField(required=False, default="", allow_blank=True, max_length=2000)


class ReviewCreateSerializer(RatingSerializer):
    """Stars and comment for an order that the body names."""

    orderId = IdField()


class TimelineStepSerializer(serializers.Serializer[Any]):
    """One stage and when it was reached."""

    status = serializers.ChoiceField(OrderStatus.choices)
    at = serializers.DateTimeField(allow_null=True)


class OrderProviderSerializer(ProviderSerializer):
    """The provider of an order; the phone is shown once the order is paid."""

    phone = serializers.CharField(allow_null=True)


class CustomerAverageSerializer(serializers.Serializer[Any]):
    """What providers have given a customer, on average."""

    average = serializers.FloatField(help_text="one decimal")
    count = serializers.IntegerField()


class OrderCustomerSerializer(serializers.Serializer[Any]):
    """The customer of an order; first name and initial until it is paid, and 30 days after its end again."""

    id = serializers.UUIDField()
    firstName = serializers.CharField()
    lastName = serializers.CharField(allow_blank=True)
    phone = serializers.CharField(allow_null=True)


class ReviewStateSerializer(serializers.Serializer[Any]):
    """How the viewer's own side of the two-way review stands.

    Neither side sees the other's before both have written, or until seven days after the completion.
    """

    shownBy = serializers.DateTimeField(
        allow_null=True, help_text="when one's own is shown at the latest; null: it is, or is not written"
    )
    editableUntil = serializers.DateTimeField(
        allow_null=True, help_text="until when one's own can be changed; null: not, or not any more"
    )
    customerRating = serializers.IntegerField(
        allow_null=True, help_text="the stars that the provider gave the customer; for that provider only"
    )
    canRateCustomer = serializers.BooleanField()


class OrderReviewSerializer(serializers.Serializer[Any]):
    """The customer's review of an order, as its provider reads and answers it."""

    id = serializers.UUIDField()
    rating = serializers.IntegerField(min_value=1, max_value=5)
    comment = serializers.CharField(allow_blank=True)
    createdAt = serializers.DateTimeField()
    answer = serializers.CharField(allow_null=True)


class DeadlineSerializer(serializers.Serializer[Any]):
    """What an order that is under way waits for, and by when it is due."""

    step = serializers.ChoiceField(lateness.Step.choices)
    at = serializers.DateTimeField()


class CreditNoteSerializer(serializers.Serializer[Any]):
    """A credit note of an order."""

    position = serializers.IntegerField(help_text="counted from 1, as in its address")
    number = serializers.CharField()


class OrderSerializer(serializers.Serializer[Any]):
    """An order as its viewer may see it. A response with one order also has its tag as ``ETag`` header."""

    id = serializers.UUIDField()
    etag = serializers.CharField(
        help_text="the entity tag of what is shown here: send it back as If-Match, as it is"
    )
    status = serializers.ChoiceField(OrderStatus.choices)
    paymentStatus = serializers.ChoiceField(PaymentStatus.choices)
    serviceType = serializers.ChoiceField(ServiceType.choices)
    weight = serializers.DecimalField(max_digits=4, decimal_places=1, help_text="kilograms")
    serviceAmount = AmountField()
    lines = PriceLineSerializer(many=True, help_text="add up to totalAmount")
    addOns = AddOnLineSerializer(many=True, help_text="as charged, within serviceAmount")
    platformFee = AmountField()
    totalAmount = AmountField()
    refundedAmount = AmountField()
    providerEarning = AmountField(
        allow_null=True,
        help_text="what the provider earns by it; null for customers, and if it was cancelled free of charge",
    )
    createdAt = serializers.DateTimeField()
    pickupTime = serializers.DateTimeField()
    pickupUntil = serializers.DateTimeField(help_text="when the pickup hour ends: an hour after pickupTime")
    returnBy = serializers.DateTimeField(help_text="the laundry is back by then")
    deadline = DeadlineSerializer(
        allow_null=True, help_text="once it has passed, the order is late; null unless the order is under way"
    )
    freeCancellationUntil = serializers.DateTimeField(
        allow_null=True,
        help_text="until then its customer cancels free of charge; null where nobody cancels any more",
    )
    holdExpiresAt = serializers.DateTimeField(allow_null=True)
    answerBy = serializers.DateTimeField(
        allow_null=True, help_text="until when the provider answers a paid order that waits for it"
    )
    messagesUntil = serializers.DateTimeField(
        allow_null=True, help_text="until when both sides may write, once the order is over"
    )
    claimsUntil = serializers.DateTimeField(
        allow_null=True, help_text="until when its customer can report damage; null unless it is completed"
    )
    handBackBy = serializers.DateTimeField(
        allow_null=True,
        help_text="the provider cannot do it; until when neighbors are asked, see its hand-back",
    )
    substituteOfferedAt = serializers.DateTimeField(
        allow_null=True,
        help_text="since when the customer may have somebody else come: the provider is late and silent",
    )
    rating = serializers.IntegerField(
        allow_null=True, help_text="the stars of the customer's review; for the provider once it is published"
    )
    reviewState = ReviewStateSerializer(
        allow_null=True, help_text="null unless the order is completed and the viewer one of its two sides"
    )
    review = OrderReviewSerializer(
        allow_null=True, help_text="once it is published, unless it is hidden; for the order's provider only"
    )
    customerId = serializers.UUIDField()
    providerId = serializers.UUIDField()
    pickupAddress = serializers.CharField(allow_null=True)
    deliveryAddress = serializers.CharField(allow_null=True)
    specialInstructions = serializers.CharField(allow_null=True, allow_blank=True)
    care = CareSerializer(
        allow_null=True, help_text="what the customer wants; null: nothing, or not the viewer's to see"
    )
    cancellationReason = serializers.CharField(allow_null=True, help_text="a sentence for a person")
    handoversWithCode = serializers.ListField(
        child=serializers.ChoiceField(Handover.Kind.choices),
        help_text="where the step that ends them still asks for the four digits that the customer sees",
    )
    acceptsInstantly = serializers.BooleanField(
        help_text="confirmed by its payment, as its provider's orders were when it was placed"
    )
    needsProviderAnswer = serializers.BooleanField(help_text="paid, and the provider must still accept")
    recurringBookingId = serializers.UUIDField(
        allow_null=True, help_text="the recurring booking that placed it; null for its provider"
    )
    provider = OrderProviderSerializer()
    customer = OrderCustomerSerializer(allow_null=True, help_text="for the provider and operators only")
    customerRatings = CustomerAverageSerializer(
        allow_null=True,
        help_text="what providers gave the customer; null for customers, and for fewer than three ratings",
    )
    timeline = TimelineStepSerializer(many=True)
    allowedTransitions = serializers.ListField(child=serializers.ChoiceField(OrderStatus.choices))
    claimState = serializers.ChoiceField(
        DamageClaim.State.choices,
        allow_null=True,
        help_text="of the newest damage claim: the provider is asked, to be decided, or how it was decided",
    )
    receiptNumber = serializers.CharField(
        allow_null=True, help_text="once the receipt can be downloaded; null for the provider"
    )
    creditNotes = CreditNoteSerializer(many=True, help_text="that can be downloaded; none for the provider")
    reviewable = serializers.BooleanField()
    position = SeenPositionSerializer(
        required=False,
        allow_null=True,
        help_text="where the provider is, to the customer of an order that is read alone; null: not shared",
    )


class RebookSuggestionSerializer(serializers.Serializer[Any]):
    """The last order of a provider and a service, as it could be booked again."""

    orderId = serializers.UUIDField(help_text="the order that is repeated")
    provider = ProviderSerializer()
    acceptsInstantly = serializers.BooleanField(help_text="payment confirms an order at once")
    serviceType = serializers.ChoiceField(ServiceType.choices)
    weight = serializers.DecimalField(max_digits=4, decimal_places=1, help_text="kilograms")
    pickupAddress = serializers.CharField()
    deliveryAddress = serializers.CharField()
    specialInstructions = serializers.CharField(allow_blank=True)
    pickupTime = serializers.DateTimeField(
        allow_null=True, help_text="the nearest free hour on that weekday; null: none within 28 days"
    )
    returnBy = serializers.DateTimeField(allow_null=True)
    existingPickup = ExistingPickupSerializer(
        allow_null=True, help_text="the customer's open order at an hour that would have come sooner"
    )
    addOns = AddOnLineSerializer(many=True, help_text="at today's price; never express")
    serviceAmount = AmountField()
    platformFee = AmountField()
    totalAmount = AmountField()


class OrderHistorySerializer(serializers.Serializer[Any]):
    """A page of orders that are over; ``next`` names the order that the next page comes before."""

    orders = OrderSerializer(many=True)
    next = serializers.UUIDField(allow_null=True)
