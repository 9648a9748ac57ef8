"""The calls by which the two sides of a completed order rate each other."""

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
from orders.api.order_serializers import OrderSerializer
from orders.api.order_view import OrderView, responses_of
from orders.api.review_serializers import RatingSerializer, ReviewCreateSerializer, StarsSerializer
from orders.errors import NotCompleted, NotYours
from orders.lifecycle import reviewing
from orders.models import Order
from providers.api.serializers import OwnReviewSerializer, own_review_json
from providers.reviews import AlreadyReviewed, NoLongerEditable


class ReviewsView(OrderView):
    """Rating an order that the body names."""

    @extend_schema(
        operation_id="create_review",
        parameters=[IDEMPOTENCY_KEY],
        request=ReviewCreateSerializer,
        responses=responses_of(201, OwnReviewSerializer, 404, 409, 422),
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
        responses=responses_of(201, OwnReviewSerializer, 404, 409, 422),
    )
    @error_responses(NotCompleted, AlreadyReviewed)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Review one of the caller's completed orders, once."""
        return review(self, order_id, parsed(RatingSerializer, request))


class OwnReviewView(OrderView):
    """The customer's own review of an order."""

    @extend_schema(operation_id="get_own_review", responses=responses_of(200, OwnReviewSerializer, 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return one's own review of an order, also while others do not see it; 404 if there is none."""
        return Response(own_review_json(reviewing.own_review(_ordered(self, order_id)), now=clock.now()))

    @extend_schema(
        operation_id="edit_review",
        request=RatingSerializer,
        responses=responses_of(200, OwnReviewSerializer, 404, 409),
    )
    @error_responses(NoLongerEditable)
    def put(self, request: Request, order_id: UUID) -> Response:
        """Change one's own review, within an hour after it was written."""
        data, now = parsed(RatingSerializer, request), clock.now()
        _ordered(self, order_id)
        edited = reviewing.edit_review(
            order_id=order_id, rating=data["rating"], comment=data["comment"], now=now
        )
        return Response(own_review_json(edited, now=now))


class CustomerRatingView(OrderView):
    """The provider's rating of an order's customer."""

    @extend_schema(
        operation_id="rate_customer",
        request=StarsSerializer,
        responses=responses_of(200, OrderSerializer, 404, 409),
    )
    @error_responses(NotCompleted, NoLongerEditable)
    def put(self, request: Request, order_id: UUID) -> Response:
        """Rate the customer of a completed order, or change that within an hour.

        Once the customer's review is shown, it stays as it is.
        """
        data = parsed(StarsSerializer, request)
        order = selectors.order_for(user=self.user, order_id=order_id)
        if order.provider.user_id != self.user.pk:
            raise NotYours(_("Only the provider can rate the customer."))
        reviewing.rate_customer(order_id=order_id, rating=data["rating"], now=clock.now())
        return self.fresh(order_id)


def _ordered(view: OrderView, order_id: UUID) -> Order:
    """Return an order to its customer; 403 for its other viewers."""
    order = selectors.order_for(user=view.user, order_id=order_id)
    if order.customer_id != view.user.pk:
        raise NotYours(_("Only the customer can rate an order."))
    return order


def review(view: OrderView, order_id: UUID, data: dict[str, Any]) -> Response:
    """Write and render a review; 403 for viewers of the order other than its customer."""
    now = clock.now()
    _ordered(view, order_id)
    written = reviewing.review_order(
        order_id=order_id, rating=data["rating"], comment=data["comment"], now=now
    )
    return Response(own_review_json(written, now=now), status=status.HTTP_201_CREATED)
