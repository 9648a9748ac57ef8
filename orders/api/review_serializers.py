"""Reviews of orders: the stars and words that are sent, and how a review stands."""

from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers

from marketplace.http.fields import IdField, ParagraphsField

STARS = gettext_lazy("Please select a star rating before submitting.")
STAR_ERRORS: dict[str, Any] = dict.fromkeys(("required", "null", "invalid", "min_value", "max_value"), STARS)


class StarsSerializer(serializers.Serializer[Any]):
    """Stars."""

    rating = serializers.IntegerField(min_value=1, max_value=5, error_messages=STAR_ERRORS)


class RatingSerializer(StarsSerializer):
    """Stars and comment."""

    comment = ParagraphsField(required=False, default="", allow_blank=True, max_length=2000)


class ReviewCreateSerializer(RatingSerializer):
    """Stars and comment for an order that the body names."""

    orderId = IdField()


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
