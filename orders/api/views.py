"""The calls about orders: each parses, calls one rule or selector, and renders."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from marketplace import clock
from marketplace.errors import Forbidden, Invalid
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, ErrorSerializer
from orders import cancelling, editing, messaging, placing, rescheduling, reviewing, selectors, stepping
from orders.api import rendering
from orders.api.preconditions import expected_version
from orders.api.serializers import (
    CancellationPreviewSerializer,
    MessageCreateSerializer,
    MessageSerializer,
    OrderCreateSerializer,
    OrderPatchSerializer,
    OrderSerializer,
    RatingSerializer,
    RescheduleSerializer,
    ReviewCreateSerializer,
    StatusChangeSerializer,
)
from orders.models import ActorRole, Order
from orders.refusals import NotYours, TransitionNotAllowed, VersionConflict
from orders.transitions import Actor
from providers.api.serializers import ReviewSerializer, review_json

IF_MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The version that the caller has seen."
)


def answers(code: int, shape: Any, *refusals: int) -> dict[int, Any]:
    """Describe an operation's answers: one success, and its refusals."""
    return {code: shape} | dict.fromkeys(
        (400, 401, 403, *refusals), OpenApiResponse(ErrorSerializer, "refused")
    )


class OrderView(APIView):
    """What the calls about orders share: an account, and the present order in a version conflict."""

    permission_classes = [IsAuthenticated]

    def handle_exception(self, exc: Exception) -> Response:
        """Add the order as it stands now to ``version_conflict``."""
        if isinstance(exc, VersionConflict):
            order = selectors.order_for(user=self.user, order_id=exc.order_id)
            exc.extra["current"] = rendering.order_json(order, self.user)
            exc.headers |= rendering.headers(order)
        return super().handle_exception(exc)

    @property
    def user(self) -> User:
        """The signed-in account."""
        user = self.request.user
        assert isinstance(user, User)  # noqa: S101 - the permission has let nobody else in
        return user

    def answer(self, order: Order, *, code: int = status.HTTP_200_OK) -> Response:
        """Render an order that carries everything its JSON shows."""
        return Response(rendering.order_json(order, self.user), status=code, headers=rendering.headers(order))

    def fresh(self, order_id: UUID) -> Response:
        """Render an order as it stands after a change."""
        return self.answer(selectors.order_for(user=self.user, order_id=order_id))

    def owned(self, order_id: UUID) -> tuple[Order, Actor]:
        """Return an order to its customer or an operator; 403 to its provider, 404 to strangers."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = selectors.owning(order, self.user)
        if actor.role == ActorRole.PROVIDER:
            raise NotYours("Only the customer can do this.")
        return order, actor

    def booker(self, customer_id: UUID | None) -> tuple[User, Actor]:
        """Return for whom is booked, and by whom: oneself, or an operator for anybody."""
        if customer_id in {None, self.user.pk}:
            return self.user, Actor(ActorRole.CUSTOMER, self.user.pk)
        if not self.user.is_staff:
            raise Forbidden("You can only book for yourself.")
        customer = User.objects.filter(pk=customer_id).first()
        if customer is None:
            raise selectors.no_such_customer()
        return customer, Actor(ActorRole.OPERATOR, self.user.pk)


class OrdersView(OrderView):
    """Placing an order, and a customer's list."""

    @extend_schema(
        operation_id="list_orders",
        parameters=[
            OpenApiParameter("customerId", UUID, description="The caller's own id, also if left out.")
        ],
        responses=answers(200, OrderSerializer(many=True), 404),
    )
    def get(self, request: Request) -> Response:
        """Return the signed-in customer's orders, newest first."""
        try:
            customer_id = UUID(request.query_params.get("customerId") or str(self.user.pk))
        except ValueError:
            sentence = "customerId must be the id of an account."
            raise Invalid(sentence, fields={"customerId": [sentence]}) from None
        return orders_of(self, customer_id)

    @extend_schema(
        operation_id="create_order",
        parameters=[IDEMPOTENCY_KEY],
        request=OrderCreateSerializer,
        responses=answers(201, OrderSerializer, 404, 409, 422),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Place an order: it holds its place for 15 minutes and waits for its payment."""
        wish = parsed(OrderCreateSerializer, request)
        customer, placed_by = self.booker(wish.get("customerId"))
        order = placing.place_order(
            customer=customer,
            provider_id=wish["providerId"],
            service_type=wish["serviceType"],
            weight=wish["weight"],
            pickup_address=wish["pickupAddress"],
            delivery_address=wish["deliveryAddress"],
            pickup_at=wish["pickupTime"],
            special_instructions=wish["specialInstructions"],
            now=clock.now(),
            placed_by=placed_by,
        )
        return self.answer(order, code=status.HTTP_201_CREATED)


def orders_of(view: OrderView, customer_id: UUID) -> Response:
    """Render a customer's orders to that customer or an operator; to others they do not exist."""
    found = selectors.orders_of_customer(viewer=view.user, customer_id=customer_id)
    return Response([rendering.order_json(order, view.user) for order in found])


class CustomerOrdersView(OrderView):
    """A customer's list by path."""

    @extend_schema(
        operation_id="list_customer_orders", responses=answers(200, OrderSerializer(many=True), 404)
    )
    def get(self, request: Request, customer_id: UUID) -> Response:
        """Return the signed-in customer's orders, newest first."""
        return orders_of(self, customer_id)


class ProviderOrdersView(OrderView):
    """The provider's jobs."""

    @extend_schema(operation_id="list_provider_orders", responses=answers(200, OrderSerializer(many=True)))
    def get(self, request: Request) -> Response:
        """Return every order of the signed-in provider, newest first; unpaid ones without addresses."""
        provider = getattr(self.user, "provider", None)
        if provider is None:
            raise Forbidden("Only providers have a workspace. You can become one from your profile.")
        found = selectors.orders_of_provider(provider_id=provider.pk)
        return Response([rendering.order_json(order, self.user) for order in found])


class OneOrderView(OrderView):
    """One order."""

    @extend_schema(operation_id="get_order", responses=answers(200, OrderSerializer, 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return an order to its customer, its provider or an operator."""
        return self.fresh(order_id)

    @extend_schema(
        operation_id="edit_order",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=OrderPatchSerializer,
        responses=answers(200, OrderSerializer, 404, 409, 422),
    )
    @idempotent
    def patch(self, request: Request, order_id: UUID) -> Response:
        """Change addresses or instructions until pickup."""
        self.owned(order_id)
        editing.edit(
            order_id=order_id,
            changes=parsed(OrderPatchSerializer, request),
            now=clock.now(),
            expected_version=expected_version(request),
        )
        return self.fresh(order_id)


class RescheduleView(OrderView):
    """Another pickup time."""

    @extend_schema(
        operation_id="reschedule_order",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=RescheduleSerializer,
        responses=answers(200, OrderSerializer, 404, 409, 422),
    )
    @idempotent
    def patch(self, request: Request, order_id: UUID) -> Response:
        """Move the pickup, as long as cancelling would be free."""
        self.owned(order_id)
        wish = parsed(RescheduleSerializer, request)
        rescheduling.reschedule(
            order_id=order_id,
            pickup_at=rescheduling.pickup_instant(day=wish["newPickupDate"], wall=wish["newPickupTime"]),
            now=clock.now(),
            expected_version=expected_version(request),
        )
        return self.fresh(order_id)


class StatusView(OrderView):
    """The next stage."""

    @extend_schema(
        operation_id="change_order_status",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=StatusChangeSerializer,
        responses=answers(200, OrderSerializer, 404, 409, 422),
    )
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Move an order on, for its provider or an operator."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        actor = selectors.acting_on(order, self.user)
        wish = StatusChangeSerializer(data=request.data)
        # A customer moves nothing here, and is told so whatever they send.
        if not wish.is_valid() and actor.role == ActorRole.CUSTOMER:
            raise TransitionNotAllowed("Please use the cancellation of your order.")
        wish.is_valid(raise_exception=True)
        stepping.step(
            order_id=order_id,
            to=wish.validated_data["status"],
            actor=actor,
            now=clock.now(),
            expected_version=expected_version(request),
        )
        return self.fresh(order_id)


class CancellationView(OrderView):
    """What cancelling would cost, and doing it."""

    @extend_schema(
        operation_id="preview_cancellation", responses=answers(200, CancellationPreviewSerializer, 404)
    )
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return what a cancellation by the caller would return and keep now."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        by = selectors.owning(order, self.user).role
        decision = cancelling.preview(order, now=clock.now(), by=by)
        return Response(
            {
                "allowed": decision.allowed,
                "refund": rendering.money(decision.refund),
                "fee": rendering.money(decision.fee),
                "reason": decision.reason,
            }
        )

    @extend_schema(
        operation_id="cancel_order",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=None,
        responses=answers(200, OrderSerializer, 404, 409, 422),
    )
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Cancel, with the refund that the preview shows."""
        _, actor = self.owned(order_id)
        cancelling.cancel_order(
            order_id=order_id, actor=actor, now=clock.now(), expected_version=expected_version(request)
        )
        return self.fresh(order_id)


class MessagesView(OrderView):
    """The conversation of an order."""

    @extend_schema(operation_id="list_messages", responses=answers(200, MessageSerializer(many=True), 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return the conversation, oldest first."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        lines = selectors.messages_of(order=order)
        return Response([rendering.message_json(line, self.user) for line in lines])

    @extend_schema(
        operation_id="send_message",
        parameters=[IDEMPOTENCY_KEY],
        request=MessageCreateSerializer,
        responses=answers(201, MessageSerializer, 404, 409, 422),
    )
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Write to the other side."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        body = parsed(MessageCreateSerializer, request)["body"]
        message = messaging.send_message(order=order, sender=self.user, body=body, now=clock.now())
        return Response(rendering.message_json(message, self.user), status=status.HTTP_201_CREATED)


class ReviewsView(OrderView):
    """Rating an order that the body names."""

    @extend_schema(
        operation_id="create_review",
        parameters=[IDEMPOTENCY_KEY],
        request=ReviewCreateSerializer,
        responses=answers(201, ReviewSerializer, 404, 409, 422),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Review a completed order of one's own, once."""
        wish = parsed(ReviewCreateSerializer, request)
        return review(self, wish["orderId"], wish)


class RatingView(OrderView):
    """Rating an order that the path names."""

    @extend_schema(
        operation_id="rate_order",
        parameters=[IDEMPOTENCY_KEY],
        request=RatingSerializer,
        responses=answers(201, ReviewSerializer, 404, 409, 422),
    )
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Review a completed order of one's own, once."""
        return review(self, order_id, parsed(RatingSerializer, request))


def review(view: OrderView, order_id: UUID, wish: dict[str, Any]) -> Response:
    """Write and render a review; 403 to whoever sees the order but did not book it."""
    order = selectors.order_for(user=view.user, order_id=order_id)
    if order.customer_id != view.user.pk:
        raise NotYours("Only the customer can rate an order.")
    written = reviewing.review_order(
        order_id=order_id, rating=wish["rating"], comment=wish["comment"], now=clock.now()
    )
    return Response(review_json(written), status=status.HTTP_201_CREATED)
