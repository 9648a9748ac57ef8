"""The calls by which a customer rates an order."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import clock
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses
from orders import selectors
from orders.api.order_view import OrderView, responses_of
from orders.api.serializers import RatingSerializer, ReviewCreateSerializer
from orders.errors import NotCompleted, NotYours
from orders.lifecycle import reviewing
from providers.api.serializers import ReviewSerializer, review_json
from providers.reviews import AlreadyReviewed


class ReviewsView(OrderView):
    """Rating an order that the body names."""

    @extend_schema(
        operation_id="create_review",
        parameters=[IDEMPOTENCY_KEY],
        request=ReviewCreateSerializer,
        responses=responses_of(201, ReviewSerializer, 404, 409, 422),
    )
    @error_responses(NotCompleted, AlreadyReviewed)
    @idempotent
    def post(self, request: Request) -> Response:
        """Review one of the caller's completed orders, once."""
        data = parsed(ReviewCreateSerializer, request)
        return review(self, data["orderId"], data)


class RatingView(OrderView):
    """Rating an order that the path names."""

    @extend_schema(
        operation_id="rate_order",
        parameters=[IDEMPOTENCY_KEY],
        request=RatingSerializer,
        responses=responses_of(201, ReviewSerializer, 404, 409, 422),
    )
    @error_responses(NotCompleted, AlreadyReviewed)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Review one of the caller's completed orders, once."""
        return review(self, order_id, parsed(RatingSerializer, request))


def review(view: OrderView, order_id: UUID, data: dict[str, Any]) -> Response:
    """Write and render a review; 403 for viewers of the order other than its customer."""
    order = selectors.order_for(user=view.user, order_id=order_id)
    if order.customer_id != view.user.pk:
        raise NotYours(_("Only the customer can rate an order."))
    written = reviewing.review_order(
        order_id=order_id, rating=data["rating"], comment=data["comment"], now=clock.now()
    )
    return Response(review_json(written), status=status.HTTP_201_CREATED)
