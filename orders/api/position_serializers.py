"""The position of a provider on the way: as it is shared, and as the order's customer sees it."""

from typing import Any

from rest_framework import serializers

from marketplace.http.fields import NumberField
from orders.api.rendering import instant
from orders.lifecycle.positions import Seen
from orders.models.position import MOST_ACCURACY_M
from providers.localities import city_of


class PositionSerializer(serializers.Serializer[Any]):
    """Where the provider is, as their device says."""

    latitude = NumberField(min_value=-90, max_value=90, help_text="degrees (WGS 84)")
    longitude = NumberField(min_value=-180, max_value=180, help_text="degrees (WGS 84)")
    accuracy = NumberField(
        min_value=0, max_value=MOST_ACCURACY_M, help_text="the accuracy in metres that the device reports"
    )
    at = serializers.DateTimeField(required=False, help_text="when the device was there; without it: now")
    orderId = serializers.UUIDField(
        required=False,
        help_text="whose customer sees it; without it: of the only order at pickup or delivery",
    )


class DestinationSerializer(serializers.Serializer[Any]):
    """The middle of the postal code to which the provider is on the way."""

    postalCode = serializers.CharField()
    city = serializers.CharField(allow_blank=True)
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()


class LandmarkSerializer(serializers.Serializer[Any]):
    """Another postal code around the destination."""

    postalCode = serializers.CharField()
    latitude = serializers.FloatField()
    longitude = serializers.FloatField()


class SeenPositionSerializer(serializers.Serializer[Any]):
    """Where the provider was last, and about when they arrive."""

    latitude = serializers.FloatField(help_text="degrees (WGS 84)")
    longitude = serializers.FloatField(help_text="degrees (WGS 84)")
    accuracy = serializers.IntegerField(help_text="metres")
    at = serializers.DateTimeField()
    currentUntil = serializers.DateTimeField(help_text="after this it is an old position")
    keptUntil = serializers.DateTimeField(help_text="after this it is deleted")
    minutesAway = serializers.IntegerField(
        allow_null=True, help_text="a rough estimate in steps of five; null where none can be made"
    )
    destination = DestinationSerializer(allow_null=True)
    landmarks = LandmarkSerializer(many=True, help_text="for a map without streets")


def position_json(seen: Seen) -> dict[str, Any]:
    """Return a position as its customer sees it."""
    position, point = seen.position, seen.point
    destination = point and {
        "postalCode": seen.postal_code,
        "city": city_of(seen.postal_code),
        "latitude": point.latitude,
        "longitude": point.longitude,
    }
    return {
        "latitude": position.latitude,
        "longitude": position.longitude,
        "accuracy": position.accuracy_m,
        "at": instant(position.at),
        "currentUntil": instant(seen.current_until),
        "keptUntil": instant(seen.kept_until),
        "minutesAway": seen.minutes_away,
        "destination": destination,
        "landmarks": [
            {"postalCode": code, "latitude": at.latitude, "longitude": at.longitude}
            for code, at in seen.landmarks.items()
        ],
    }
