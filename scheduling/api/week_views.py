"""A provider's week, days off and pause over HTTP."""

from uuid import UUID

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import operators
from accounts.clients import account_of
from accounts.models import User
from marketplace import clock
from marketplace.errors import Invalid
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import if_match, parsed
from marketplace.http.schema import (
    IDEMPOTENCY_KEY,
    error_responses,
    errors_of,
    if_match_header,
)
from marketplace.http.throttling import AccountThrottle, ScheduleThrottle
from providers import approving
from providers.models import Provider
from scheduling import selectors, weeks
from scheduling.api.week_serializers import (
    DayOffChangedSerializer,
    DayOffChangeSerializer,
    DayOffSerializer,
    ProviderPauseSerializer,
    ProviderScheduleAddedSerializer,
    ProviderScheduleSerializer,
    WeekChangeSerializer,
    WeekSerializer,
    WindowOfProviderSerializer,
    booked_json,
    day_off_json,
    week_json,
    window_json,
    window_of,
)
from scheduling.closed_hours import BookingsOnSlot, bookings_on_closed_hours
from scheduling.weeks import WeekChanged

OF_WHOM = OpenApiParameter(
    "providerId", UUID, description="The caller's own if left out; operators name anybody's."
)
IF_MATCH = if_match_header("The ETag of the week that the caller has changed.")
REFUSED = errors_of(404, 409, 422)


def _expected_version(request: Request) -> str | None:
    tag = if_match(request)
    return None if tag is None else tag.strip('"')


class TimeView(APIView):
    """What the calls about a provider's time share."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle, ScheduleThrottle]

    @property
    def user(self) -> User:
        return account_of(self.request)

    def provider(self, permission: str) -> Provider:
        """Return the provider that the query names, else the account's own; operators need a permission."""
        named = self.request.query_params.get("providerId")
        try:
            provider_id = UUID(named) if named is not None else None
        except ValueError:
            sentence = _("providerId must be the id of a provider.")
            raise Invalid(sentence, fields={"providerId": [sentence]}) from None
        return selectors.provider_to_arrange(user=self.user, provider_id=provider_id, permission=permission)

    def is_operator(self, provider: Provider) -> bool:
        """Return whether an operator acts for somebody else's provider."""
        return provider.user_id != self.user.pk and operators.may(self.user, selectors.PAUSE)

    def week(self, provider: Provider, affected: list[BookingsOnSlot] | None = None) -> Response:
        """Respond with the current week; ``affected`` defaults to all bookings that stand outside of it."""
        provider.refresh_from_db()
        now = clock.now()
        if affected is None:
            affected = bookings_on_closed_hours(provider=provider, now=now)
        windows = selectors.windows_of(provider_id=provider.pk)
        data = week_json(provider, windows, affected, by_operator=self.is_operator(provider), now=now)
        return Response(data, headers={"ETag": f'"{weeks.version_of(windows)}"'})


class ProviderSchedulesView(TimeView):
    """The windows of a provider's week."""

    @extend_schema(
        operation_id="list_provider_schedules",
        responses={200: ProviderScheduleSerializer(many=True)} | errors_of(404),
    )
    def get(self, request: Request, provider_id: UUID) -> Response:
        """List the weekly windows of one's own provider, for operators of any."""
        provider = selectors.schedulable_provider(
            user=self.user, provider_id=provider_id, permission=selectors.SEE
        )
        return Response([window_json(window) for window in selectors.windows_of(provider_id=provider.pk)])


class AddProviderScheduleView(TimeView):
    """Adding a window to a week."""

    @extend_schema(
        operation_id="add_provider_schedule",
        parameters=[IDEMPOTENCY_KEY],
        request=WindowOfProviderSerializer,
        responses={201: ProviderScheduleAddedSerializer} | REFUSED,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add a window to its weekday, in place of those that overlap with it."""
        data = parsed(WindowOfProviderSerializer, request)
        provider = selectors.schedulable_provider(
            user=self.user, provider_id=data["providerId"], permission=selectors.CHANGE_WEEK
        )
        window, affected = weeks.add_window(provider_id=provider.pk, window=window_of(data), now=clock.now())
        data = window_json(window) | {"affected": booked_json(affected)}
        return Response(data, status=status.HTTP_201_CREATED)


class WeekView(TimeView):
    """A provider's own week."""

    @extend_schema(
        operation_id="get_week",
        parameters=[OF_WHOM],
        responses={200: WeekSerializer} | errors_of(404),
    )
    def get(self, request: Request) -> Response:
        """Return the week, the pause, and all bookings outside of the week or during the pause."""
        return self.week(self.provider(selectors.SEE))

    @extend_schema(
        operation_id="set_week",
        parameters=[OF_WHOM, IDEMPOTENCY_KEY, IF_MATCH],
        request=WeekChangeSerializer,
        responses={200: WeekSerializer} | REFUSED,
    )
    @error_responses(WeekChanged)
    @idempotent
    def put(self, request: Request) -> Response:
        """Replace the week; ``affected`` are the bookings on the slots that this closes."""
        windows = [window_of(data) for data in parsed(WeekChangeSerializer, request)["windows"]]
        provider = self.provider(selectors.CHANGE_WEEK)
        affected = weeks.set_week(
            provider_id=provider.pk,
            windows=windows,
            now=clock.now(),
            expected_version=_expected_version(request),
        )
        return self.week(provider, affected)


class DaysOffView(TimeView):
    """A provider's days off."""

    @extend_schema(
        operation_id="list_days_off",
        parameters=[OF_WHOM],
        responses={200: DayOffSerializer(many=True)} | errors_of(404),
    )
    def get(self, request: Request) -> Response:
        """List the days off that are not over, the next first."""
        found = selectors.days_off_of(provider_id=self.provider(selectors.SEE).pk, now=clock.now())
        return Response([day_off_json(day_off) for day_off in found])

    @extend_schema(
        operation_id="add_days_off",
        parameters=[OF_WHOM, IDEMPOTENCY_KEY],
        request=DayOffChangeSerializer,
        responses={201: DayOffChangedSerializer} | REFUSED,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add days off; ``affected`` are the bookings on the slots that this closes."""
        data = parsed(DayOffChangeSerializer, request)
        day_off, affected = weeks.take_off(
            provider_id=self.provider(selectors.CHANGE_DAYS_OFF).pk,
            start_on=data["startDate"],
            end_on=data.get("endDate", data["startDate"]),
            note=data["note"],
            now=clock.now(),
        )
        data = day_off_json(day_off) | {"affected": booked_json(affected)}
        return Response(data, status=status.HTTP_201_CREATED)


class OneDayOffView(TimeView):
    """Days off that stand together."""

    @extend_schema(
        operation_id="remove_days_off",
        parameters=[IDEMPOTENCY_KEY],
        responses={200: DayOffChangedSerializer} | REFUSED,
    )
    @idempotent
    def delete(self, request: Request, day_off_id: int) -> Response:
        """Remove days off; the slots of the weekly schedule come back."""
        day_off = selectors.day_off_to_arrange(user=self.user, day_off_id=day_off_id)
        data = day_off_json(day_off)
        affected = weeks.work_again(provider_id=day_off.provider_id, day_off_id=day_off.pk, now=clock.now())
        return Response(data | {"affected": booked_json(affected)})


class PauseView(TimeView):
    """Taking no new bookings for a while."""

    @extend_schema(
        operation_id="pause_provider",
        parameters=[OF_WHOM, IDEMPOTENCY_KEY],
        request=ProviderPauseSerializer,
        responses={200: WeekSerializer} | REFUSED,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Pause bookings until a day; ``affected`` are the bookings before it."""
        until, provider = parsed(ProviderPauseSerializer, request)["until"], self.provider(selectors.PAUSE)
        by_operator = self.is_operator(provider)
        affected = weeks.pause(provider_id=provider.pk, until=until, by_operator=by_operator, now=clock.now())
        return self.week(provider, affected)


class ResumeView(TimeView):
    """Taking bookings again."""

    @extend_schema(
        operation_id="resume_provider",
        parameters=[OF_WHOM, IDEMPOTENCY_KEY],
        request=None,
        responses={200: WeekSerializer} | REFUSED,
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """End the pause; the slots can be booked at once."""
        provider = self.provider(selectors.PAUSE)
        approving.resume(provider_id=provider.pk, now=clock.now(), by_operator=self.is_operator(provider))
        return self.week(provider)
