"""Notifications: reading them, marking them as read, and choosing which arrive where."""

from typing import Any

from django.http import HttpResponseRedirect
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import FormParser, MultiPartParser
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import notification_choices, quiet_hours, selectors, unsubscribing
from accounts.api.serializers import MarkReadSerializer, NotificationListSerializer, UnreadSerializer
from accounts.clients import account_of
from accounts.emails import SETTINGS_PAGE
from accounts.models import User
from accounts.notification_choices import Channel, Group, Switch, SwitchChange
from accounts.quiet_hours import Hours
from accounts.unread import mark_read
from marketplace import clock
from marketplace.http.fields import FlagField, WallTimeField
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, errors_of


class NotificationsView(APIView):
    """What the account, or a visitor, has been told."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="list_notifications",
        responses={200: NotificationListSerializer},
    )
    def get(self, request: Request) -> Response:
        """Return the newest notifications; a visitor gets the two that every account begins with."""
        listed = selectors.notifications_for(user=account_of(request), now=clock.now())
        return Response(NotificationListSerializer(listed).data)


class MarkReadView(APIView):
    """Mark notifications as read."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="mark_notifications_read",
        parameters=[IDEMPOTENCY_KEY],
        request=MarkReadSerializer,
        responses={200: UnreadSerializer} | errors_of(409, 422),
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Mark ``ids``, or all, as read; ids of other accounts are ignored."""
        given = parsed(MarkReadSerializer, request)
        unread = mark_read(user_id=account_of(request).pk, ids=given.get("ids"), now=clock.now())
        return Response(UnreadSerializer({"unread": unread}).data)


_GROUPS = [group.value for group in Group]
_CHANNELS = [channel.value for channel in Channel]
_EVENTS = sorted(notification_choices.events())


class NotificationSwitchSerializer(serializers.Serializer[Switch]):
    """Whether notices of a group reach the account through a channel; a fixed switch stays on.

    With an ``event`` it is about this kind alone, while the switch of its group is on.
    """

    group = serializers.ChoiceField(choices=_GROUPS)
    event = serializers.ChoiceField(choices=_EVENTS, allow_null=True)
    channel = serializers.ChoiceField(choices=_CHANNELS)
    isOn = serializers.BooleanField(source="is_on")
    isFixed = serializers.BooleanField(source="is_fixed")


class QuietHoursSerializer(serializers.Serializer[Hours]):
    """Swiss wall times; ``until`` is on the next day where it is not later."""

    # ``from`` is a word of Python's.
    until = WallTimeField(source="ends")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Return both, the beginning first."""
        return {"from": WallTimeField(source="begins")} | super().get_fields()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse hours without end."""
        if attrs["begins"] == attrs["ends"]:
            raise serializers.ValidationError({"until": [_("Choose another time for the end.")]})
        return attrs


class NotificationPreferencesSerializer(serializers.Serializer[dict[str, Any]]):
    """All switches, by group, and the quiet hours."""

    switches = NotificationSwitchSerializer(many=True)
    quietHours = QuietHoursSerializer(allow_null=True, help_text="null: there are none")


class SwitchChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """One switch, and whether it is to be on."""

    group = serializers.ChoiceField(choices=_GROUPS)
    event = serializers.ChoiceField(choices=_EVENTS, allow_null=True, default=None)
    channel = serializers.ChoiceField(choices=_CHANNELS)
    isOn = FlagField(source="is_on")


class NotificationChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """One switch or several, the quiet hours, or both; what is left out stays."""

    switches = SwitchChangeSerializer(many=True, allow_empty=False, required=False)
    quietHours = QuietHoursSerializer(allow_null=True, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a change of nothing."""
        if not attrs:
            raise serializers.ValidationError({"switches": [_("Say what is to change.")]})
        return attrs


def _shown(user: User) -> Response:
    preferences = {
        "switches": notification_choices.switches(user=user),
        "quietHours": quiet_hours.of(user_id=user.pk),
    }
    return Response(NotificationPreferencesSerializer(preferences).data)


class NotificationPreferencesView(APIView):
    """Which notices the account wants where, and when none."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_notification_preferences",
        responses={200: NotificationPreferencesSerializer},
    )
    def get(self, request: Request) -> Response:
        """Return the notification switches and the quiet hours."""
        return _shown(account_of(request))

    @extend_schema(
        operation_id="change_notification_preferences",
        request=NotificationChangeSerializer,
        responses={200: NotificationPreferencesSerializer},
    )
    def put(self, request: Request) -> Response:
        """Change some switches (a fixed one stays on) or the quiet hours (null: none). Idempotent."""
        given = parsed(NotificationChangeSerializer, request)
        user, now = account_of(request), clock.now()
        if changes := [_change(one) for one in given.get("switches", ())]:
            notification_choices.turn(user=user, changes=changes, now=now)
        if "quietHours" in given:
            chosen = given["quietHours"]
            quiet_hours.choose(user=user, hours=chosen and Hours(**chosen), now=now)
        return _shown(user)


def _change(given: dict[str, Any]) -> SwitchChange:
    return SwitchChange(Group(given["group"]), Channel(given["channel"]), given["is_on"], given["event"])


class UnsubscribeView(APIView):
    """Unsubscribing from emails. The address is signed, and is its only credential: no session, no CSRF."""

    authentication_classes = []
    permission_classes = [AllowAny]
    parser_classes = [FormParser, MultiPartParser]

    @extend_schema(operation_id="open_unsubscribe", responses={302: None}, auth=[])
    def get(self, request: Request, token: str) -> HttpResponseRedirect:
        """Lead to the settings; nothing is changed."""
        return HttpResponseRedirect(SETTINGS_PAGE)

    @extend_schema(
        operation_id="unsubscribe",
        request=None,
        responses={204: None} | errors_of(404),
        auth=[],
    )
    def post(self, request: Request, token: str) -> Response:
        """Switch off the emails that the address is about, as RFC 8058 has it. Idempotent."""
        unsubscribing.unsubscribe(token=token, now=clock.now())
        return Response(status=status.HTTP_204_NO_CONTENT)
