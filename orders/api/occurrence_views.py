"""The calls about one pickup of a recurring booking: leaving it out, and moving it."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from marketplace import clock
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed, parsed_query
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import AccountThrottle, LinkThrottle
from orders.api.order_view import MOVE_ERROR, responses_of
from orders.api.recurring_rendering import skip_link_json
from orders.api.recurring_serializers import (
    DayQuerySerializer,
    MoveTimesSerializer,
    OccurrenceMoveSerializer,
    RecurringBookingSerializer,
    SkipLinkSerializer,
)
from orders.api.recurring_views import RecurringView
from orders.lifecycle.open_pickups import PickupExists
from orders.models import Actor, ActorRole, OccurrenceStatus
from orders.recurring import (
    occurrence_actions,
    recurring_selectors,
    skip_links,
)
from orders.recurring.occurrence_followup import TooSoonUnpaid
from orders.recurring.recurring_errors import (
    AlreadyMoved,
    AlreadyOver,
    ChargedAtOnce,
    NotAStart,
    OtherPickupThatDay,
    TooLateToSkip,
)
from scheduling.slots import SlotClosed, SlotFull, SlotPast


class SkipView(RecurringView):
    """Leaving one pickup out."""

    @extend_schema(
        operation_id="skip_occurrence",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=responses_of(200, RecurringBookingSerializer, 404, 409, 422),
    )
    @error_responses(AlreadyOver, TooLateToSkip)
    @idempotent
    def post(self, request: Request, booking_id: UUID, occurrence_id: UUID) -> Response:
        """Skip a pickup; an order that was placed for it is cancelled and returned in full."""
        actor = self.actor_of(booking_id)
        recurring_selectors.check_occurrence(booking_id=booking_id, occurrence_id=occurrence_id)
        occurrence_actions.skip(occurrence_id=occurrence_id, actor=actor, now=clock.now())
        return self.fresh_booking(booking_id)


class MoveView(RecurringView):
    """Moving one pickup."""

    @extend_schema(
        operation_id="list_move_times",
        parameters=[DayQuerySerializer],
        responses=responses_of(200, MoveTimesSerializer, 404),
    )
    def get(self, request: Request, booking_id: UUID, occurrence_id: UUID) -> Response:
        """Return the hours of a day to which a pickup can be moved now."""
        recurring_selectors.owner_of(user=self.user, booking_id=booking_id)
        recurring_selectors.check_occurrence(booking_id=booking_id, occurrence_id=occurrence_id)
        day = parsed_query(DayQuerySerializer, request)["date"]
        times = occurrence_actions.hours_on(occurrence_id=occurrence_id, day=day, now=clock.now())
        return Response({"date": day.isoformat(), "times": [f"{wall:%H:%M}" for wall in times]})

    @extend_schema(
        operation_id="move_occurrence",
        parameters=[IDEMPOTENCY_KEY],
        request=OccurrenceMoveSerializer,
        responses=responses_of(200, RecurringBookingSerializer, 404, 422) | MOVE_ERROR,
    )
    @error_responses(
        AlreadyMoved,
        AlreadyOver,
        OtherPickupThatDay,
        NotAStart,
        PickupExists,
        ChargedAtOnce,
        TooSoonUnpaid,
        SlotFull,
        SlotClosed,
        SlotPast,
    )
    @idempotent
    def post(self, request: Request, booking_id: UUID, occurrence_id: UUID) -> Response:
        """Move a pickup to another day and time, once."""
        actor = self.actor_of(booking_id)
        recurring_selectors.check_occurrence(booking_id=booking_id, occurrence_id=occurrence_id)
        data = parsed(OccurrenceMoveSerializer, request)
        occurrence_actions.move(
            actor=actor,
            occurrence_id=occurrence_id,
            day=data["date"],
            wall=data["time"],
            now=clock.now(),
            expected_charge=data.get("expectedCharge"),
            refuse_second=data.get("refuseSecondPickup", False),
        )
        return self.fresh_booking(booking_id)


class SkipLinkView(APIView):
    """Skipping one pickup by a link, without signing in."""

    permission_classes = [AllowAny]
    throttle_classes = [AccountThrottle, LinkThrottle]

    @extend_schema(
        operation_id="get_skip_link", responses={200: SkipLinkSerializer} | errors_of(404), auth=[]
    )
    def get(self, request: Request, token: str) -> Response:
        """Return the pickup that a link is for; this changes nothing."""
        return Response(skip_link_json(skip_links.occurrence_of(token), now=clock.now()))

    @extend_schema(
        operation_id="skip_by_link",
        request=None,
        responses={200: SkipLinkSerializer} | errors_of(404, 409),
        auth=[],
    )
    @error_responses(AlreadyOver, TooLateToSkip)
    def post(self, request: Request, token: str) -> Response:
        """Skip the pickup; no error if it is skipped already."""
        row, now = skip_links.occurrence_of(token), clock.now()
        if row.status != OccurrenceStatus.SKIPPED:
            actor = Actor(ActorRole.CUSTOMER, row.booking.customer_id)
            occurrence_actions.skip(occurrence_id=row.pk, actor=actor, now=now)
        return Response(skip_link_json(skip_links.occurrence_of(token), now=now))
