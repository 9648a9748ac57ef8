"""The calls for support requests: writing them, and reading our replies."""

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import selectors, support_hours, support_requests
from accounts.api.support_serializers import (
    SupportHoursSerializer,
    SupportPhotoCreateSerializer,
    SupportReplyCreateSerializer,
    SupportReplySerializer,
    SupportRequestCreateSerializer,
    SupportRequestSerializer,
    line_json,
)
from accounts.clients import account_of
from accounts.models import User
from marketplace import audit, clock
from marketplace.files import private
from marketplace.files.accepting import FORM_OVERHEAD, MAX_BYTES, content_of
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of
from marketplace.http.throttling import (
    AccountThrottle,
    MessageThrottle,
    Throttled,
    UploadThrottle,
    client_address,
)


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
        responses={200: SupportRequestSerializer(many=True)},
    )
    def get(self, request: Request) -> Response:
        """Return the account's support requests, the newest first, at most 50."""
        own = selectors.support_requests_of(user=account_of(request))
        return Response(SupportRequestSerializer(own, many=True).data)

    @extend_schema(
        operation_id="send_support_request",
        parameters=[IDEMPOTENCY_KEY],
        request=SupportRequestCreateSerializer,
        responses={201: SupportRequestSerializer} | errors_of(409, 422),
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
        responses={200: SupportReplySerializer(many=True)} | errors_of(404),
    )
    def get(self, request: Request, request_id: UUID) -> Response:
        """Return the replies to the request, the oldest first."""
        lines = selectors.support_thread_of(user=account_of(request), request_id=request_id)
        return Response([line_json(line) for line in lines])

    @extend_schema(
        operation_id="reply_to_support",
        parameters=[IDEMPOTENCY_KEY],
        request=SupportReplyCreateSerializer,
        responses={201: SupportReplySerializer} | errors_of(404, 409, 422),
    )
    @idempotent
    def post(self, request: Request, request_id: UUID) -> Response:
        """Add a message to the request; an answered or closed request is open again."""
        body = parsed(SupportReplyCreateSerializer, request)["body"]
        account = account_of(request)
        said = support_requests.reply(account=account, request_id=request_id, body=body, now=clock.now())
        return Response(line_json(said), status=status.HTTP_201_CREATED)


class SupportPhotosView(APIView):
    """Photos in the thread of one of the account's requests."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle, MessageThrottle, UploadThrottle]
    parser_classes = [MultiPartParser]
    max_body_bytes = MAX_BYTES + FORM_OVERHEAD

    @extend_schema(
        operation_id="send_support_photo",
        parameters=[IDEMPOTENCY_KEY],
        request={"multipart/form-data": SupportPhotoCreateSerializer},
        responses={201: SupportReplySerializer} | errors_of(404, 409, 422),
    )
    @idempotent
    def post(self, request: Request, request_id: UUID) -> Response:
        """Add a JPEG or PNG of 10 MB at most to the request, which is open again."""
        photo = support_requests.add_photo(
            account=account_of(request),
            request_id=request_id,
            content=content_of(request),
            now=clock.now(),
        )
        return Response(line_json(photo), status=status.HTTP_201_CREATED)


class SupportPhotoView(APIView):
    """A photo of a support request."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="get_support_photo",
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY} | errors_of(404),
    )
    def get(self, request: Request, request_id: UUID, photo_id: UUID) -> HttpResponseBase:
        """Return a photo, to the account of the request and to operators who may read requests."""
        user = account_of(request)
        photo = selectors.support_photo_of(user=user, request_id=request_id, photo_id=photo_id)
        if photo.request.account_id != user.pk:
            audit.record(
                user_id=user.pk, about=photo.request, sentence="Looked at a photo of a support request."
            )
        return private.photo_response(photo.file, called="photo")


class SupportHoursView(APIView):
    """Whether somebody is there for a chat."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="get_support_hours", responses={200: SupportHoursSerializer})
    def get(self, request: Request) -> Response:
        """Return whether the chat is open now, and when that changes."""
        hours = support_hours.at(clock.now())
        return Response({"isOpen": hours.is_open, "changesAt": hours.changes_at})
