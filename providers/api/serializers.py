"""JSON of providers and reviews.

The serializers describe the responses for the OpenAPI document; the functions build them. Lists are built
without serializers, for speed: everybody opens them first.
"""

from datetime import datetime
from typing import Any

from rest_framework import serializers

from marketplace.http.fields import ParagraphsField, TextField, WholeField
from marketplace.text import initial
from providers.distance import distance_km, locate
from providers.localities import Locality, city_of
from providers.models import Provider, Review, excerpt_of
from providers.provider_details import CHECKS, Details
from providers.reviews import editable_until


class ProviderUserSerializer(serializers.Serializer[object]):
    """The person behind a provider, as strangers may know them."""

    firstName = serializers.CharField()
    lastName = serializers.CharField(help_text="one letter without a period, or empty", allow_blank=True)
    profileImageUrl = serializers.CharField(allow_null=True)


class ProviderSerializer(serializers.Serializer[object]):
    """A provider as on a card."""

    id = serializers.UUIDField()
    rating = serializers.FloatField(help_text="one decimal; 0 until the first review")
    reviewCount = serializers.IntegerField()
    specialties = serializers.ListField(child=serializers.CharField())
    serviceArea = serializers.ListField(child=serializers.CharField(), help_text="postal codes served")
    businessName = serializers.CharField(allow_blank=True)
    user = ProviderUserSerializer()
    distanceKm = serializers.FloatField(allow_null=True, help_text="kilometres; null: unknown")


class ListedProviderSerializer(ProviderSerializer):
    """A provider who can be booked, as in the list."""

    bioExcerpt = serializers.CharField(
        allow_blank=True,
        help_text="the first sentence of what they say of themselves, at most 100 characters",
    )
    acceptsInstantly = serializers.BooleanField(help_text="payment confirms an order at once")
    nextFreeAt = serializers.DateTimeField(
        allow_null=True,
        help_text="the next pickup that can be booked; null: none that the provider could still answer",
    )


class LocalitySerializer(serializers.Serializer[object]):
    """A Swiss postal code, the place that it names, and where it lies (WGS 84 degrees)."""

    postalCode = serializers.CharField()
    city = serializers.CharField()
    canton = serializers.CharField(allow_blank=True)
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()


class ReviewSerializer(serializers.Serializer[object]):
    """What a customer said of a provider."""

    id = serializers.UUIDField()
    rating = serializers.IntegerField(min_value=1, max_value=5)
    comment = serializers.CharField(allow_blank=True)
    authorName = serializers.CharField(help_text="for example Anna M.")
    createdAt = serializers.DateTimeField()
    answer = serializers.CharField(allow_null=True)
    answeredAt = serializers.DateTimeField(allow_null=True)


class OwnReviewSerializer(ReviewSerializer):
    """A review as its author sees it."""

    publishedAt = serializers.DateTimeField(
        allow_null=True, help_text="since when others see it: both sides have written, or seven days are over"
    )
    shownBy = serializers.DateTimeField(allow_null=True, help_text="published by then; null once it is")
    editableUntil = serializers.DateTimeField(
        allow_null=True, help_text="until when it can be changed; null: not any more"
    )


class AreaSerializer(serializers.Serializer[object]):
    """A postal code that a provider serves, and where it lies (WGS 84 degrees; null: unknown)."""

    postalCode = serializers.CharField()
    city = serializers.CharField(allow_blank=True)
    latitude = serializers.FloatField(allow_null=True)
    longitude = serializers.FloatField(allow_null=True)


class StarCountSerializer(serializers.Serializer[object]):
    """How many visible reviews have a number of stars."""

    rating = serializers.IntegerField(min_value=1, max_value=5)
    count = serializers.IntegerField()


class ProviderDetailsSerializer(ListedProviderSerializer):
    """A provider with their newest reviews and their next free times."""

    bio = serializers.CharField(allow_blank=True)
    takesBookings = serializers.BooleanField(help_text="false: paused")
    nextFreeTimes = serializers.ListField(
        child=serializers.DateTimeField(), help_text="the next pickups that can be booked, at most six"
    )
    answerMinutes = serializers.IntegerField(
        allow_null=True,
        help_text="how long an answer usually takes; null: instantly, or not known",
    )
    checks = serializers.ListField(
        child=serializers.ChoiceField(choices=CHECKS), help_text="what operators have checked and recorded"
    )
    areas = AreaSerializer(many=True)
    starCounts = StarCountSerializer(many=True, help_text="five rows, 5 stars first")
    reviews = ReviewSerializer(many=True, help_text="the newest twenty")


class FavouriteSerializer(serializers.Serializer[object]):
    """A favorite provider of the account."""

    providerId = serializers.UUIDField()


class SeenReviewSerializer(serializers.Serializer[object]):
    """A review as somebody has read it."""

    rating = WholeField(min_value=1, max_value=5)
    comment = TextField(trim_whitespace=False, allow_blank=True, max_length=2000)


class ReviewAnswerSerializer(serializers.Serializer[object]):
    """The provider's one answer to a review."""

    answer = ParagraphsField(max_length=2000)
    seen = SeenReviewSerializer(
        required=False, help_text="what is answered; 409 review_changed if the review says something else now"
    )


def provider_json(
    provider: Provider, service_area_codes: list[str], distance_km: float | None = None
) -> dict[str, Any]:
    """Return a provider who serves some codes as JSON. ``user`` should be loaded with it."""
    return {
        "id": str(provider.pk),
        "rating": provider.rating,
        "reviewCount": provider.review_count,
        "specialties": provider.specialties,
        "serviceArea": service_area_codes,
        "businessName": provider.business_name,
        "user": {
            "firstName": provider.user.first_name,
            "lastName": initial(provider.user.last_name),
            "profileImageUrl": provider.profile_image_url or None,
        },
        "distanceKm": distance_km,
    }


def review_json(review: Review) -> dict[str, Any]:
    """Return a review as JSON; its author should be loaded with it."""
    return {
        "id": str(review.pk),
        "rating": review.rating,
        "comment": review.comment,
        "authorName": review.author.short_name,
        "createdAt": review.created_at,
        "answer": review.answer or None,
        "answeredAt": review.answered_at,
    }


def own_review_json(review: Review, *, now: datetime) -> dict[str, Any]:
    """Return a review as its author sees it."""
    until = editable_until(review)
    return review_json(review) | {
        "publishedAt": review.published_at,
        "shownBy": None if review.published_at else review.publish_due_at,
        "editableUntil": until if until and until > now else None,
    }


def locality_json(locality: Locality) -> dict[str, Any]:
    """Return a locality as JSON."""
    return {
        "postalCode": locality.code,
        "city": locality.name,
        "canton": locality.canton,
        "latitude": locality.point.latitude,
        "longitude": locality.point.longitude,
    }


def area_json(code: str) -> dict[str, Any]:
    """Return a served postal code as JSON."""
    point = locate(code)
    return {
        "postalCode": code,
        "city": city_of(code),
        "latitude": point.latitude if point else None,
        "longitude": point.longitude if point else None,
    }


def details_json(details: Details, *, postal_code: str | None = None) -> dict[str, Any]:
    """Return the data of a provider's page as JSON; the distance is from ``postal_code``."""
    provider = details.provider
    distance = distance_km(postal_code, provider.service_area_codes) if postal_code else None
    return provider_json(provider, provider.service_area_codes, distance) | {
        "bio": provider.bio,
        "bioExcerpt": excerpt_of(provider.bio),
        "acceptsInstantly": provider.accepts_instantly,
        "takesBookings": provider.status == Provider.Status.APPROVED,
        "nextFreeAt": details.next_free[0] if details.next_free else None,
        "nextFreeTimes": details.next_free,
        "answerMinutes": details.answer_minutes,
        "checks": details.checks,
        "areas": [area_json(code) for code in provider.service_area_codes],
        "starCounts": [{"rating": rating, "count": count} for rating, count in details.star_counts.items()],
        "reviews": [review_json(review) for review in details.reviews],
    }
