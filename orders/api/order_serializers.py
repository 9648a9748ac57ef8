"""The shapes of orders in responses."""

from typing import Any

from rest_framework import serializers

from marketplace.money import AmountField
from orders.api.booking_fields import AddOnLineSerializer, PriceLineSerializer
from orders.api.booking_serializers import ExistingPickupSerializer
from orders.api.care_serializers import CareSerializer
from orders.api.position_serializers import SeenPositionSerializer
from orders.api.review_serializers import OrderReviewSerializer, ReviewStateSerializer
from orders.lifecycle import lateness
from orders.models import DamageClaim, Handover, OrderStatus, PaymentStatus, ServiceType
from providers.api.serializers import ProviderSerializer


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
        allow_null=True, help_text="the customer's pickup at an hour that would have come sooner"
    )
    addOns = AddOnLineSerializer(many=True, help_text="at today's price; never express")
    serviceAmount = AmountField()
    platformFee = AmountField()
    totalAmount = AmountField()


class OrderHistorySerializer(serializers.Serializer[Any]):
    """A page of orders that are over; ``next`` names the order that the next page comes before."""

    orders = OrderSerializer(many=True)
    next = serializers.UUIDField(allow_null=True)
