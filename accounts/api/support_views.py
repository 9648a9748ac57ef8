"""The calls for support requests: writing them, and reading our replies."""

from typing import Any, cast
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import selectors, support_requests
from accounts.api.support_serializers import (
    SupportReplyCreateSerializer,
    SupportReplySerializer,
    SupportRequestCreateSerializer,
    SupportRequestSerializer,
)
from accounts.models import User
from marketplace import clock
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, ErrorSerializer, error_responses
from marketplace.http.throttling import AccountThrottle, MessageThrottle, Throttled, client_address


def _errors(*statuses: int) -> dict[int, Any]:
    return dict.fromkeys(statuses, ErrorSerializer)


class EverybodyWrites(IsAuthenticated):
    """Visitors write, too; only an account has something to read."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Let everybody write."""
        return request.method not in SAFE_METHODS or super().has_permission(request, view)


class SupportRequestsView(APIView):
    """Writing to us, with an account or without; an account's own requests."""

    permission_classes = [EverybodyWrites]

    @extend_schema(
        operation_id="list_support_requests",
        responses={200: SupportRequestSerializer(many=True)} | _errors(401, 429),
    )
    def get(self, request: Request) -> Response:
        """Return the account's support requests, the newest first, at most 50."""
        own = selectors.support_requests_of(user=cast("User", request.user))
        return Response(SupportRequestSerializer(own, many=True).data)

    @extend_schema(
        operation_id="send_support_request",
        parameters=[IDEMPOTENCY_KEY],
        request=SupportRequestCreateSerializer,
        responses={201: SupportRequestSerializer} | _errors(400, 403, 409, 413, 415, 422, 429, 503),
    )
    @error_responses(Throttled)
    def post(self, request: Request) -> Response:
        """Send a support request; 429 ``throttled`` after 20 within an hour from an address."""
        data = parsed(SupportRequestCreateSerializer, request)
        # Counted in its own transaction: parallel requests cannot exceed the limit.
        support_requests.count_writing(address=client_address(request._request), now=clock.now())
        return self._save(request, data)

    @idempotent
    def _save(self, request: Request, data: dict[str, Any]) -> Response:
        account = request.user if isinstance(request.user, User) else None
        saved = support_requests.send_request(account=account, **data, now=clock.now())
        return Response(SupportRequestSerializer(saved).data, status=status.HTTP_201_CREATED)


class SupportRepliesView(APIView):
    """The thread below one of the account's requests."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle, MessageThrottle]

    @extend_schema(
        operation_id="list_support_replies",
        responses={200: SupportReplySerializer(many=True)} | _errors(401, 404, 429),
    )
    def get(self, request: Request, request_id: UUID) -> Response:
        """Return the replies to the request, the oldest first."""
        lines = selectors.support_replies_of(user=cast("User", request.user), request_id=request_id)
        return Response(SupportReplySerializer(lines, many=True).data)

    @extend_schema(
        operation_id="reply_to_support",
        parameters=[IDEMPOTENCY_KEY],
        request=SupportReplyCreateSerializer,
        responses={201: SupportReplySerializer} | _errors(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
    )
    @idempotent
    def post(self, request: Request, request_id: UUID) -> Response:
        """Add a message to the request; an answered or closed request is open again."""
        body = parsed(SupportReplyCreateSerializer, request)["body"]
        account = cast("User", request.user)
        said = support_requests.reply(account=account, request_id=request_id, body=body, now=clock.now())
        return Response(SupportReplySerializer(said).data, status=status.HTTP_201_CREATED)
