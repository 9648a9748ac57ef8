"""The bell: what somebody was told, and what of it they have read."""

from typing import cast

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import notifications, selectors
from accounts.api.serializers import MarkReadSerializer, NotificationListSerializer, UnreadSerializer
from accounts.models import User
from marketplace import clock
from marketplace.http.schema import ErrorSerializer


class NotificationsView(APIView):
    """What the account, or a visitor, has been told."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="list_notifications",
        responses={200: NotificationListSerializer, 429: ErrorSerializer},
    )
    def get(self, request: Request) -> Response:
        """Answer with the newest notifications; a visitor has the two first notices."""
        told = selectors.notifications_for(user=cast("User", request.user), now=clock.now())
        return Response(NotificationListSerializer(told).data)


class MarkReadView(APIView):
    """Mark notifications as read."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="mark_notifications_read",
        request=MarkReadSerializer,
        responses={200: UnreadSerializer}
        | dict.fromkeys((400, 401, 403, 413, 415, 429, 503), ErrorSerializer),
    )
    def post(self, request: Request) -> Response:
        """Mark ``ids``, or all; ids that are somebody else's are passed over."""
        given = MarkReadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        unread = notifications.mark_read(
            user_id=cast("User", request.user).pk, ids=given.validated_data.get("ids"), now=clock.now()
        )
        return Response(UnreadSerializer({"unread": unread}).data)
