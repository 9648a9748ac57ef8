"""The calls about the position that a provider on the way shares; its customer reads it with the order."""

from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.http.parsing import parsed, query_id
from marketplace.http.schema import error_responses
from orders.api.job_views import JobsView
from orders.api.order_view import responses_of
from orders.api.position_serializers import PositionSerializer
from orders.lifecycle import positions
from orders.lifecycle.positions import (
    ImplausiblePosition,
    LocationSwitchedOff,
    NotOnTheWay,
    OrderNeeded,
    OutsideSwitzerland,
)
from providers.distance import Point


class PositionView(JobsView):
    """Where the signed-in provider is."""

    @extend_schema(
        operation_id="share_position",
        request=PositionSerializer,
        responses=responses_of(204, None, 404, 409),
    )
    @error_responses(LocationSwitchedOff, NotOnTheWay, OrderNeeded, OutsideSwitzerland, ImplausiblePosition)
    def put(self, request: Request) -> Response:
        """Share the position with the customer to whom the provider is on the way, and with nobody else.

        Only the last one is kept; one within five seconds of the last is passed over. Sharing with another
        customer ends the one before.
        """
        provider, given = self.provider(), parsed(PositionSerializer, request)
        self.acts_on = positions.shared_order(provider=provider, order_id=given.get("orderId"))
        positions.share(
            order_id=self.acts_on,
            at=Point(given["latitude"], given["longitude"]),
            accuracy_m=round(given["accuracy"]),
            found_at=given.get("at"),
            now=clock.now(),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        operation_id="stop_sharing_position",
        parameters=[
            OpenApiParameter("orderId", UUID, description="Only if it is shared with this order's customer.")
        ],
        responses=responses_of(204, None),
    )
    def delete(self, request: Request) -> Response:
        """Stop sharing the position: it is deleted at once. Idempotent."""
        provider = self.provider()
        order_id = query_id(request, "orderId", _("orderId must be the id of an order."))
        positions.stop(provider=provider, order_id=order_id, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
