"""Time slots over HTTP."""

from dataclasses import asdict
from typing import cast

import orjson
from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from marketplace import clock
from marketplace.idempotency import idempotent
from marketplace.schema import IDEMPOTENCY_KEY, ErrorSerializer
from scheduling.api.serializers import (
    DayRangeSerializer,
    GeneratedSerializer,
    GenerateTimeSlotsSerializer,
    TimeSlotSerializer,
    slots_json,
)
from scheduling.generating import generate
from scheduling.selectors import schedulable_provider, slots_between


class TimeSlotsView(APIView):
    """A provider's time slots."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = []

    @extend_schema(
        operation_id="list_time_slots",
        parameters=[DayRangeSerializer],
        responses={200: TimeSlotSerializer(many=True), 400: ErrorSerializer, 404: ErrorSerializer},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """List a provider's slots of some days by start; full, closed and past ones too."""
        query = DayRangeSerializer(data=request.query_params)
        query.is_valid(raise_exception=True)
        asked, now = query.validated_data, clock.now()
        slots = slots_between(
            provider_id=asked["providerId"], start_on=asked["startDate"], end_on=asked["endDate"]
        )
        return HttpResponse(orjson.dumps(slots_json(slots, now=now)), content_type="application/json")


class GenerateTimeSlotsView(APIView):
    """Making time slots out of a provider's week."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="generate_time_slots",
        parameters=[IDEMPOTENCY_KEY],
        request=GenerateTimeSlotsSerializer,
        responses={200: GeneratedSerializer} | dict.fromkeys((400, 401, 403, 404, 409, 422), ErrorSerializer),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Make the slots of some days; those that exist are left alone."""
        now = clock.now()
        payload = GenerateTimeSlotsSerializer(data=request.data, context={"now": now})
        payload.is_valid(raise_exception=True)
        asked = payload.validated_data
        provider = schedulable_provider(user=cast("User", request.user), provider_id=asked["providerId"])
        made = generate(
            provider_ids=[provider.pk], start_on=asked["startDate"], end_on=asked["endDate"], now=now
        )
        return Response(asdict(made))
