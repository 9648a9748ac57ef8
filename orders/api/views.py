"""The calls about orders: each parses, calls one rule or selector, and renders."""

from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from marketplace import audit, clock
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed, query_id
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import AccountThrottle, BookingThrottle, OrderChangeThrottle
from orders import selectors
from orders.api import rendering
from orders.api.booking_serializers import (
    OrderCreateSerializer,
    OrderPatchSerializer,
    RescheduleSerializer,
    StatusChangeSerializer,
)
from orders.api.calendar_rendering import calendar_file
from orders.api.cancellation_serializers import (
    CancellationErrorSerializer,
    CancellationPreviewSerializer,
    CancellationSerializer,
)
from orders.api.order_serializers import OrderSerializer, RebookSuggestionSerializer
from orders.api.order_view import (
    ADDRESS_ERROR,
    BOOKING_ERROR,
    IF_MATCH,
    MOVE_ERROR,
    OrderView,
    expected_version,
    responses_of,
)
from orders.checkout import placing, rebooking
from orders.errors import (
    CustomerClosed,
    EmailNotConfirmed,
    ExpressNotAvailable,
    HandedBack,
    InstantProviderNeeded,
    NotServed,
    OwnService,
    PaymentRequired,
    ProviderNotAvailable,
    ReasonRequired,
    TooLateToEdit,
    TooLateToReschedule,
    TooManyBookingsHere,
    TooManyUnpaidOrders,
    TransitionNotAllowed,
    UnknownPostalCode,
    VersionConflict,
    VoucherNotUsable,
)
from orders.lifecycle import alternatives, cancelling, handovers, order_actions, permissions
from orders.lifecycle.cancelling import FeeChanged
from orders.lifecycle.handovers import HandoverCodeRequired, HandoverCodeUsedUp, HandoverCodeWrong
from orders.lifecycle.open_pickups import PickupExists
from orders.models import ActorRole
from orders.prices.pricing import PriceChanged, UnknownAddOn
from providers.api.serializers import ListedProviderSerializer
from scheduling.slots import SlotClosed, SlotFull, SlotPast


class OrdersView(OrderView):
    """Placing an order, and a customer's list."""

    throttle_classes = [AccountThrottle, BookingThrottle]

    @extend_schema(
        operation_id="list_orders",
        parameters=[
            OpenApiParameter("customerId", UUID, description="The caller's own id, also if left out.")
        ],
        responses=responses_of(200, OrderSerializer(many=True), 404),
    )
    def get(self, request: Request) -> Response:
        """Return the signed-in customer's orders, newest first."""
        customer_id = query_id(request, "customerId", _("customerId must be the id of an account."))
        return orders_of(self, customer_id or self.user.pk)

    @extend_schema(
        operation_id="create_order",
        parameters=[IDEMPOTENCY_KEY],
        request=OrderCreateSerializer,
        responses=responses_of(201, OrderSerializer, 404, 422) | ADDRESS_ERROR | BOOKING_ERROR,
    )
    @error_responses(
        TooManyUnpaidOrders,
        EmailNotConfirmed,
        TooManyBookingsHere,
        ProviderNotAvailable,
        InstantProviderNeeded,
        OwnService,
        UnknownPostalCode,
        NotServed,
        SlotFull,
        SlotClosed,
        SlotPast,
        UnknownAddOn,
        ExpressNotAvailable,
        PriceChanged,
        PickupExists,
        CustomerClosed,
        VoucherNotUsable,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Place an order: it holds its place for 15 minutes and waits for its payment."""
        data = parsed(OrderCreateSerializer, request)
        customer, placed_by = self.booker(data.get("customerId"), permissions.PLACE)
        # Never ignored: who enters a code expects its discount.
        if data.get("voucherCode"):
            raise VoucherNotUsable
        self.count_booking(data["providerId"], placed_by=placed_by)
        order = placing.place_order(
            customer=customer,
            provider_id=data["providerId"],
            service_type=data["serviceType"],
            weight=data["weight"],
            pickup_address=data["pickupAddress"],
            delivery_address=data["deliveryAddress"],
            pickup_at=data["pickupTime"],
            special_instructions=data["specialInstructions"],
            now=clock.now(),
            placed_by=placed_by,
            add_ons=data["addOns"],
            expected_total=data.get("expectedTotal"),
            refuse_second=data.get("refuseSecondPickup", False),
        )
        return self.respond(order, code=status.HTTP_201_CREATED)


# Written to the audit log when an operator reads a customer's orders.
LISTED = "Listed the orders."


def orders_of(view: OrderView, customer_id: UUID) -> Response:
    """Render a customer's orders to that customer or an operator; to others they do not exist."""
    found = selectors.orders_of_customer(viewer=view.user, customer_id=customer_id)
    if found and customer_id != view.user.pk:
        audit.record_hourly(user_id=view.user.pk, about=found[0].customer, sentence=LISTED)
    return Response(view.rendered(found))


class CustomerOrdersView(OrderView):
    """A customer's list by path."""

    @extend_schema(
        operation_id="list_customer_orders", responses=responses_of(200, OrderSerializer(many=True), 404)
    )
    def get(self, request: Request, customer_id: UUID) -> Response:
        """Return the signed-in customer's orders, newest first."""
        return orders_of(self, customer_id)


class OneOrderView(OrderView):
    """One order."""

    throttle_classes = [AccountThrottle, OrderChangeThrottle]

    @extend_schema(operation_id="get_order", responses=responses_of(200, OrderSerializer, 404))
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return an order to its customer, its provider or an operator."""
        return self.tracked(order_id)

    @extend_schema(
        operation_id="edit_order",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=OrderPatchSerializer,
        responses=responses_of(200, OrderSerializer, 404, 409, 422) | ADDRESS_ERROR,
    )
    @error_responses(TooLateToEdit, VersionConflict, UnknownPostalCode, NotServed)
    @idempotent
    def patch(self, request: Request, order_id: UUID) -> Response:
        """Change addresses or instructions until pickup."""
        self.owned(order_id, permissions.EDIT)
        order_actions.edit(
            order_id=order_id,
            changes=parsed(OrderPatchSerializer, request),
            now=clock.now(),
            expected_version=expected_version(request),
        )
        return self.fresh(order_id)


class CalendarView(OrderView):
    """What "Add to calendar" opens."""

    @extend_schema(
        operation_id="get_order_calendar",
        responses=errors_of(404) | {(200, "text/calendar"): OpenApiTypes.STR},
    )
    def get(self, request: Request, order_id: UUID) -> HttpResponse:
        """Return pickup and return day as a calendar file (RFC 5545)."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        permissions.note_opened(order=order, user_id=self.user.pk)
        content = calendar_file(order, self.user, now=clock.now())
        name = f'inline; filename="pickup-{str(order.pk)[-8:]}.ics"'
        return HttpResponse(
            content, content_type="text/calendar; charset=utf-8", headers={"Content-Disposition": name}
        )


class AlternativesView(OrderView):
    """Other providers who are free at the hour of an order that came to nothing."""

    @extend_schema(
        operation_id="list_order_alternatives",
        responses=responses_of(200, ListedProviderSerializer(many=True), 404),
    )
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return up to three neighbors who have that hour free, for an order that was not to be.

        Declined, not answered, not paid in time or cancelled by the operator; else there are none.
        """
        order, _ = self.owned(order_id, permissions.SEE)
        return Response(alternatives.alternatives_to(order, now=clock.now()))


class AgainView(OrderView):
    """Earlier bookings of the customer that can be booked again."""

    @extend_schema(
        operation_id="list_rebook_suggestions",
        responses=responses_of(200, RebookSuggestionSerializer(many=True)),
    )
    def get(self, request: Request) -> Response:
        """Return the last order of each provider and service, with the next free hour like its own."""
        found = rebooking.suggestions(customer=self.user, now=clock.now())
        return Response([rendering.suggestion_json(suggestion) for suggestion in found])


class OrderAgainView(OrderView):
    """One order as it could be booked again."""

    @extend_schema(
        operation_id="get_rebook_suggestion", responses=responses_of(200, RebookSuggestionSerializer, 404)
    )
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return a customer's own order at today's price, with the next free hour like its own."""
        order, _ = self.owned(order_id, permissions.SEE)
        return Response(rendering.suggestion_json(rebooking.suggestion_of(order=order, now=clock.now())))


class RescheduleView(OrderView):
    """Another pickup time."""

    throttle_classes = [AccountThrottle, OrderChangeThrottle]

    @extend_schema(
        operation_id="reschedule_order",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=RescheduleSerializer,
        responses=responses_of(200, OrderSerializer, 404, 422) | MOVE_ERROR,
    )
    @error_responses(
        TooLateToReschedule,
        HandedBack,
        VersionConflict,
        InstantProviderNeeded,
        EmailNotConfirmed,
        ExpressNotAvailable,
        PickupExists,
        SlotFull,
        SlotClosed,
        SlotPast,
    )
    @idempotent
    def patch(self, request: Request, order_id: UUID) -> Response:
        """Move the pickup, as long as cancelling would be free."""
        _, actor = self.owned(order_id, permissions.EDIT)
        data = parsed(RescheduleSerializer, request)
        order_actions.reschedule(
            actor=actor,
            order_id=order_id,
            pickup_at=order_actions.pickup_instant(day=data["newPickupDate"], wall=data["newPickupTime"]),
            now=clock.now(),
            expected_version=expected_version(request),
            refuse_second=data.get("refuseSecondPickup", False),
        )
        return self.fresh(order_id)


class StatusView(OrderView):
    """The next stage."""

    @extend_schema(
        operation_id="change_order_status",
        parameters=[IDEMPOTENCY_KEY, IF_MATCH],
        request=StatusChangeSerializer,
        responses=responses_of(200, OrderSerializer, 404, 409, 422),
    )
    @error_responses(
        TransitionNotAllowed,
        PaymentRequired,
        VersionConflict,
        HandoverCodeRequired,
        HandoverCodeWrong,
        HandoverCodeUsedUp,
    )
    def post(self, request: Request, order_id: UUID) -> Response:
        """Move an order on, for its provider or an operator.

        Where ``handoversWithCode`` names its status the provider sends ``code``, and an operator ``reason``.
        """
        self._give_code(request, order_id)
        return self._move(request, order_id)

    def _give_code(self, request: Request, order_id: UUID) -> None:
        """Check the code before :meth:`_move`, outside its idempotency: every wrong try must count."""
        data = StatusChangeSerializer(data=request.data)
        if not data.is_valid() or "code" not in data.validated_data:
            return
        order = selectors.order_for(user=self.user, order_id=order_id)
        to = data.validated_data["status"]
        handovers.give_code(
            order_id=order_id,
            code=data.validated_data["code"],
            to=to,
            actor=permissions.moving(order, self.user, to=to),
            now=clock.now(),
        )

    @idempotent
    def _move(self, request: Request, order_id: UUID) -> Response:
        order = selectors.order_for(user=self.user, order_id=order_id)
        data = StatusChangeSerializer(data=request.data)
        if not data.is_valid():
            # Customers get this error also with an invalid body.
            by = permissions.owning(order, self.user, permission=permissions.MOVE).role
            if by == ActorRole.CUSTOMER:
                raise TransitionNotAllowed(_("Please use the cancellation of your order."))
            data.is_valid(raise_exception=True)
        actor = permissions.moving(order, self.user, to=data.validated_data["status"])
        moved = order_actions.step(
            order_id=order_id,
            to=data.validated_data["status"],
            actor=actor,
            now=clock.now(),
            expected_version=expected_version(request),
            note=data.validated_data.get("reason", ""),
            done_at=data.validated_data.get("at"),
        )
        return self.stepped(moved, seen=order)


class CancellationView(OrderView):
    """What cancelling would cost, and doing it."""

    throttle_classes = [AccountThrottle, OrderChangeThrottle]

    @extend_schema(
        operation_id="preview_cancellation", responses=responses_of(200, CancellationPreviewSerializer, 404)
    )
    def get(self, request: Request, order_id: UUID) -> Response:
        """Return what a cancellation by the caller would return and keep now."""
        order = selectors.order_for(user=self.user, order_id=order_id)
        by = permissions.owning(order, self.user, permission=permissions.CANCEL).role
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
        request=CancellationSerializer,
        responses=responses_of(200, OrderSerializer, 404, 409, 422) | {409: CancellationErrorSerializer},
    )
    @error_responses(TransitionNotAllowed, FeeChanged, ReasonRequired, VersionConflict)
    @idempotent
    def post(self, request: Request, order_id: UUID) -> Response:
        """Cancel, with the refund that the preview shows; 409 ``fee_changed`` if the fee seen has changed.

        An operator says why: 400 ``reason_required`` where they do not.
        """
        order, actor = self.owned(order_id, permissions.CANCEL)
        now, data = clock.now(), parsed(CancellationSerializer, request)
        cancelled = cancelling.cancel_order(
            order_id=order_id,
            actor=actor,
            now=now,
            expected_version=expected_version(request),
            expected_fee=data.get("expectedFee"),
            note=data.get("reason", ""),
        )
        return self.stepped(cancelled, seen=order)
