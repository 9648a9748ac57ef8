"""The calls about a provider's position: shared by the provider, seen by the customer."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.errors import Forbidden
from marketplace.http.fields import NumberField
from marketplace.http.parsing import parsed
from marketplace.http.schema import error_responses
from orders import selectors
from orders.api.order_view import OrderView, responses_of
from orders.api.rendering import instant
from orders.lifecycle import positions
from orders.lifecycle.positions import (
    ImplausiblePosition,
    LocationSwitchedOff,
    NotOnTheWay,
    OutsideSwitzerland,
    Seen,
)
from orders.models import Order
from orders.models.position import MOST_ACCURACY_M
from providers.distance import Point
from providers.localities import city_of


class PositionSerializer(serializers.Serializer[Any]):
    """Where the provider is, as their device says."""

    latitude = NumberField(min_value=-90, max_value=90, help_text="degrees (WGS 84)")
    longitude = NumberField(min_value=-180, max_value=180, help_text="degrees (WGS 84)")
    accuracyM = NumberField(
        min_value=0, max_value=MOST_ACCURACY_M, help_text="the accuracy in metres that the device reports"
    )
    at = serializers.DateTimeField(required=False, help_text="when the device was there; without it: now")


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
    accuracyM = serializers.IntegerField(help_text="metres")
    at = serializers.DateTimeField()
    currentUntil = serializers.DateTimeField(help_text="after this it is an old position")
    keptUntil = serializers.DateTimeField(help_text="after this it is deleted")
    minutesAway = serializers.IntegerField(
        allow_null=True, help_text="a rough estimate in steps of five; null where none can be made"
    )
    destination = DestinationSerializer(allow_null=True)
    landmarks = LandmarkSerializer(many=True, help_text="for a map without streets")


class OrderPositionSerializer(serializers.Serializer[Any]):
    """The position that an order's provider shares with its customer."""

    position = SeenPositionSerializer(allow_null=True, help_text="null: none is shared")


def seen_json(seen: Seen) -> dict[str, Any]:
    """Return a position as its customer sees it."""
    position, point = seen.position, seen.point
    destination = point and {
        "postalCode": seen.place,
        "city": city_of(seen.place),
        "latitude": point.latitude,
        "longitude": point.longitude,
    }
    return {
        "latitude": position.latitude,
        "longitude": position.longitude,
        "accuracyM": position.accuracy_m,
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


class PositionView(OrderView):
    """Where an order's provider is."""

    @extend_schema(operation_id="get_position", responses=responses_of(200, OrderPositionSerializer, 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return the provider's position, to the order's customer only; null unless it is shared."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        seen = positions.seen_by(viewer=self.user, order=order, now=clock.now())
        return Response({"position": seen and seen_json(seen)})

    @extend_schema(
        operation_id="share_position",
        request=PositionSerializer,
        responses=responses_of(204, None, 403, 404, 409),
    )
    @error_responses(LocationSwitchedOff, NotOnTheWay, OutsideSwitzerland, ImplausiblePosition)
    def put(self, request: Request, order_id: UUID) -> Response:
        """Share the position with the order's customer, as its provider, while on the way to them.

        Only the last one is kept; one within five seconds of the last is passed over.
        """
        order = self._theirs(order_id)
        given = parsed(PositionSerializer, request)
        positions.share(
            order_id=order.pk,
            at=Point(given["latitude"], given["longitude"]),
            accuracy_m=round(given["accuracyM"]),
            found_at=given.get("at"),
            now=clock.now(),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="stop_sharing_position", responses=responses_of(204, None, 404))
    def delete(self, request: Request, order_id: UUID) -> Response:
        """Stop sharing the position: it is deleted at once. Idempotent."""
        positions.stop(order=self._theirs(order_id), now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _theirs(self, order_id: UUID) -> Order:
        """Return an order to its provider; 403 to its customer and to operators, 404 to strangers."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        if order.provider.user_id != self.user.pk:
            raise Forbidden(_("Only the provider of this order can share where they are."))
        return order
