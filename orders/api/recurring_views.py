"""The calls about recurring bookings: each parses, calls one rule or selector, and renders."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import operators
from marketplace import clock
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed, parsed_query
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses
from marketplace.http.throttling import AccountThrottle, BookingThrottle
from orders.api.order_view import ADDRESS_ERROR, BOOKING_ERROR, PRICE_ERROR, OrderView, responses_of
from orders.api.recurring_rendering import first_pickup_json, recurring_json
from orders.api.recurring_serializers import (
    COLUMNS,
    ConflictsQuerySerializer,
    FirstPickupQuerySerializer,
    FirstPickupSerializer,
    PauseSerializer,
    RecurringBookingCreateSerializer,
    RecurringBookingPatchSerializer,
    RecurringBookingSerializer,
    RecurringConflictSerializer,
    ResumeSerializer,
)
from orders.errors import (
    CustomerClosed,
    ExpressNotAvailable,
    NotServed,
    OwnService,
    ProviderNotAvailable,
    TooManyBookingsHere,
    UnknownPostalCode,
)
from orders.lifecycle import permissions
from orders.lifecycle.open_pickups import PickupExists
from orders.models import Actor, ActorRole
from orders.prices.pricing import PriceChanged, UnknownAddOn
from orders.recurring import (
    recurring_actions,
    recurring_selectors,
    replanning,
)
from orders.recurring.recurring_errors import (
    AlreadyCancelled,
    ChargedAtOnce,
    HourIsBooked,
    NotAStart,
    NotPaused,
    ProviderDoesNotWork,
    TooManyRecurringBookings,
)
from orders.selectors import no_such_customer
from providers.api.serializers import ListedProviderSerializer


class RecurringView(OrderView):
    """What the calls about recurring bookings share."""

    def fresh_booking(self, booking_id: UUID, *, code: int = status.HTTP_200_OK) -> Response:
        """Render a booking as it stands after a change."""
        now = clock.now()
        booking = recurring_selectors.booking_for(user=self.user, booking_id=booking_id, now=now)
        return Response(recurring_json(booking, now=now), status=code)

    def actor_of(self, booking_id: UUID) -> Actor:
        """Return in which capacity the caller changes a booking; 404 to whoever may not see it.

        An operator who may only look is refused (403).
        """
        owner_id = recurring_selectors.owner_of(user=self.user, booking_id=booking_id)
        if owner_id == self.user.pk:
            return Actor(ActorRole.CUSTOMER, self.user.pk)
        operators.require(self.user, permissions.CHANGE_RECURRING)
        return Actor(ActorRole.OPERATOR, self.user.pk)


class RecurringBookingsView(RecurringView):
    """Setting up a recurring booking."""

    throttle_classes = [AccountThrottle, BookingThrottle]

    @extend_schema(
        operation_id="create_recurring_booking",
        parameters=[IDEMPOTENCY_KEY],
        request=RecurringBookingCreateSerializer,
        responses=responses_of(201, RecurringBookingSerializer, 404, 422) | ADDRESS_ERROR | BOOKING_ERROR,
    )
    @error_responses(
        CustomerClosed,
        TooManyRecurringBookings,
        HourIsBooked,
        ProviderDoesNotWork,
        NotAStart,
        ProviderNotAvailable,
        OwnService,
        UnknownPostalCode,
        NotServed,
        UnknownAddOn,
        ExpressNotAvailable,
        PriceChanged,
        PickupExists,
        ChargedAtOnce,
        TooManyBookingsHere,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Set up a recurring booking with its occurrences of the next six weeks."""
        asked = parsed(RecurringBookingCreateSerializer, request)
        customer, placed_by = self.booker(asked.get("customerId"), permissions.SET_UP_RECURRING)
        self.count_booking(asked["providerId"], placed_by=placed_by)
        recurring_request = recurring_actions.RecurringRequest(
            provider_id=asked["providerId"],
            service_type=asked["serviceType"],
            weight=asked["weight"],
            pickup_address=asked["pickupAddress"],
            delivery_address=asked["deliveryAddress"],
            special_instructions=asked["specialInstructions"],
            rule=asked["rule"],
            preferred_time=asked["preferredTime"],
            payment_method_id=asked.get("paymentMethodId"),
            add_ons=asked["addOns"],
        )
        booking = recurring_actions.create(
            customer=customer,
            recurring_request=recurring_request,
            now=clock.now(),
            placed_by=placed_by,
            expected_total=asked.get("expectedTotal"),
            expected_charge=asked.get("expectedCharge"),
            refuse_second=asked.get("refuseSecondPickup", False),
        )
        return self.fresh_booking(booking.pk, code=status.HTTP_201_CREATED)


class FirstPickupView(APIView):
    """What a recurring booking would begin with: arithmetic with days, the same for everybody."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="get_first_recurring_pickup",
        parameters=[FirstPickupQuerySerializer],
        responses={200: FirstPickupSerializer},
    )
    def get(self, request: Request) -> Response:
        """Return when a plan's first pickup would be, and when it would be charged."""
        plan, now = parsed_query(FirstPickupQuerySerializer, request), clock.now()
        first = recurring_actions.first_pickup(
            rule=plan["rule"], preferred_time=plan["preferredTime"], now=now
        )
        return Response(first_pickup_json(first, now=now))


class NextPickupView(RecurringView):
    """What the pickups of a running booking would go on with, if its plan were another."""

    @extend_schema(
        operation_id="get_next_recurring_pickup",
        parameters=[FirstPickupQuerySerializer],
        responses=responses_of(200, FirstPickupSerializer, 404, 409),
    )
    @error_responses(AlreadyCancelled)
    def get(self, request: Request, booking_id: UUID) -> Response:
        """Return the next pickup that is not booked yet under a plan, and when it would be charged."""
        plan, now = parsed_query(FirstPickupQuerySerializer, request), clock.now()
        booking = recurring_selectors.booking_for(user=self.user, booking_id=booking_id, now=now)
        first = replanning.next_pickup(
            booking, rule=plan["rule"], preferred_time=plan["preferredTime"], now=now
        )
        return Response(first_pickup_json(first, now=now))


class RecurringConflictsView(RecurringView):
    """Who could not do a recurring booking that is not set up yet."""

    @extend_schema(
        operation_id="list_recurring_conflicts",
        parameters=[ConflictsQuerySerializer],
        responses=responses_of(200, RecurringConflictSerializer(many=True)),
    )
    def get(self, request: Request) -> Response:
        """Return which providers of the list around the pickup cannot do a plan for the caller, and why.

        Whoever is listed there and not named here can. A day and time at which a provider's week has
        nothing within the next six weeks is one at which they do not work.
        """
        asked = parsed_query(ConflictsQuerySerializer, request)
        found = recurring_selectors.conflicts_near(
            customer=self.user,
            rule=asked["rule"],
            preferred_time=asked["preferredTime"],
            pickup_code=asked["pickupPostalCode"],
            delivery_code=asked.get("deliveryPostalCode", asked["pickupPostalCode"]),
            now=clock.now(),
        )
        return Response([{"providerId": key, "reason": reason} for key, reason in found.items()])


class CustomerRecurringBookingsView(RecurringView):
    """A customer's list."""

    @extend_schema(
        operation_id="list_recurring_bookings",
        responses=responses_of(200, RecurringBookingSerializer(many=True), 404),
    )
    def get(self, request: Request, customer_id: UUID) -> Response:
        """Return a customer's recurring bookings to that customer or an operator, running ones first."""
        if customer_id != self.user.pk and not operators.may(self.user, permissions.SEE_RECURRING):
            raise no_such_customer()
        now = clock.now()
        found = recurring_selectors.bookings_of(customer_id=customer_id, now=now)
        return Response([recurring_json(booking, now=now) for booking in found])


class OneRecurringBookingView(RecurringView):
    """One recurring booking."""

    @extend_schema(
        operation_id="change_recurring_booking",
        parameters=[IDEMPOTENCY_KEY],
        request=RecurringBookingPatchSerializer,
        responses=responses_of(200, RecurringBookingSerializer, 404, 422) | ADDRESS_ERROR | PRICE_ERROR,
    )
    @error_responses(
        AlreadyCancelled,
        HourIsBooked,
        ProviderDoesNotWork,
        NotAStart,
        UnknownPostalCode,
        NotServed,
        UnknownAddOn,
        ExpressNotAvailable,
        PriceChanged,
        ChargedAtOnce,
    )
    @idempotent
    def patch(self, request: Request, booking_id: UUID) -> Response:
        """Change what the next pickups are and when; orders that are placed stay as they are."""
        self.actor_of(booking_id)
        asked = parsed(RecurringBookingPatchSerializer, request)
        total, charge = asked.pop("expectedTotal", None), asked.pop("expectedCharge", None)
        replanning.change(
            booking_id=booking_id,
            changes={COLUMNS[name]: value for name, value in asked.items()},
            now=clock.now(),
            expected_total=total,
            expected_charge=charge,
        )
        return self.fresh_booking(booking_id)

    @extend_schema(
        operation_id="cancel_recurring_booking",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=responses_of(200, RecurringBookingSerializer, 404, 409, 422),
    )
    @error_responses(AlreadyCancelled)
    @idempotent
    def delete(self, request: Request, booking_id: UUID) -> Response:
        """End a recurring booking; orders that are paid take place as booked."""
        actor = self.actor_of(booking_id)
        recurring_actions.end(booking_id=booking_id, actor=actor, now=clock.now())
        return self.fresh_booking(booking_id)


class RecurringAlternativesView(RecurringView):
    """Who else could do it."""

    @extend_schema(
        operation_id="list_recurring_alternatives",
        responses=responses_of(200, ListedProviderSerializer(many=True), 404),
    )
    def get(self, request: Request, booking_id: UUID) -> Response:
        """Return up to six other providers who could do a running booking as it stands, the nearest first.

        They come to both addresses, work at its day and time, and have a free place in the days that can
        be booked.
        """
        now = clock.now()
        booking = recurring_selectors.booking_for(user=self.user, booking_id=booking_id, now=now)
        return Response(recurring_selectors.alternatives_to(booking, now=now))


class PauseView(RecurringView):
    """Pausing."""

    @extend_schema(
        operation_id="pause_recurring_booking",
        parameters=[IDEMPOTENCY_KEY],
        request=PauseSerializer,
        responses=responses_of(200, RecurringBookingSerializer, 404, 409, 422),
    )
    @error_responses(AlreadyCancelled)
    @idempotent
    def post(self, request: Request, booking_id: UUID) -> Response:
        """Skip what is planned before a day; pickups begin again on it."""
        self.actor_of(booking_id)
        until = parsed(PauseSerializer, request)["until"]
        recurring_actions.pause(booking_id=booking_id, until=until, now=clock.now())
        return self.fresh_booking(booking_id)


class ResumeView(RecurringView):
    """Resuming."""

    @extend_schema(
        operation_id="resume_recurring_booking",
        parameters=[IDEMPOTENCY_KEY],
        request=ResumeSerializer,
        responses=responses_of(200, RecurringBookingSerializer, 404, 409, 422),
    )
    @error_responses(AlreadyCancelled, NotPaused, ChargedAtOnce)
    @idempotent
    def post(self, request: Request, booking_id: UUID) -> Response:
        """End the pause of a recurring booking early."""
        self.actor_of(booking_id)
        charge = parsed(ResumeSerializer, request).get("expectedCharge")
        recurring_actions.resume(booking_id=booking_id, now=clock.now(), expected_charge=charge)
        return self.fresh_booking(booking_id)
