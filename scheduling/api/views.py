"""Time slots over HTTP."""

from dataclasses import asdict

import orjson
from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from accounts.clients import account_of
from marketplace import clock
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed, parsed_query
from marketplace.http.schema import IDEMPOTENCY_KEY, errors_of
from marketplace.http.throttling import AccountThrottle, ProviderReadThrottle, ScheduleThrottle
from scheduling.api.serializers import (
    DayRangeSerializer,
    GeneratedSerializer,
    GenerateTimeSlotsSerializer,
    SlotByHandSerializer,
    TimeSlotSerializer,
    slot_json,
    slots_json,
)
from scheduling.generating import generate
from scheduling.manual_slots import put_slot
from scheduling.selectors import provider_with_slots, slots_between


class TimeSlotsView(APIView):
    """A provider's time slots: anybody reads them, and who calls is then not even looked up."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    throttle_classes = [AccountThrottle, ScheduleThrottle]

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Authenticate writes only."""
        return [] if self._only_reads() else super().get_authenticators()

    def get_throttles(self) -> list[BaseThrottle]:
        """Count reads by their address, writes by their account."""
        return [ProviderReadThrottle()] if self._only_reads() else super().get_throttles()

    def _only_reads(self) -> bool:
        return getattr(self.request, "method", None) in SAFE_METHODS

    @extend_schema(
        operation_id="list_time_slots",
        parameters=[DayRangeSerializer],
        responses={200: TimeSlotSerializer(many=True)} | errors_of(404),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List a provider's slots of some days by start; full, closed and past ones too."""
        asked, now = parsed_query(DayRangeSerializer, request), clock.now()
        slots = slots_between(
            provider_id=asked["providerId"], start_on=asked["startDate"], end_on=asked["endDate"]
        )
        return HttpResponse(orjson.dumps(slots_json(slots, now=now)), content_type="application/json")

    @extend_schema(
        operation_id="put_time_slot",
        parameters=[IDEMPOTENCY_KEY],
        request=SlotByHandSerializer,
        responses={200: TimeSlotSerializer, 201: TimeSlotSerializer} | errors_of(404, 409, 422),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add a slot by hand (201), or change and open the one with the same start (200)."""
        data, now = parsed(SlotByHandSerializer, request), clock.now()
        provider = provider_with_slots(user=account_of(request), provider_id=data["providerId"])
        slot, is_new = put_slot(
            provider_id=provider.pk,
            day=data["date"],
            start=data["startTime"],
            end=data["endTime"],
            capacity=data["maxBookings"],
            now=now,
        )
        code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        return Response(slot_json(slot, now=now), status=code)


class GenerateTimeSlotsView(APIView):
    """Making time slots out of a provider's week."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle, ScheduleThrottle]

    @extend_schema(
        operation_id="generate_time_slots",
        parameters=[IDEMPOTENCY_KEY],
        request=GenerateTimeSlotsSerializer,
        responses={200: GeneratedSerializer} | errors_of(404, 409, 422),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Generate the slots of some days; existing slots stay as they are."""
        now = clock.now()
        asked = parsed(GenerateTimeSlotsSerializer, request, context={"now": now})
        provider = provider_with_slots(user=account_of(request), provider_id=asked["providerId"])
        made = generate(
            provider_ids=[provider.pk], start_on=asked["startDate"], end_on=asked["endDate"], now=now
        )
        return Response(asdict(made))
