"""The photo of an account over HTTP."""

from django.http import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import photos
from accounts.api.serializers import UserSerializer
from accounts.clients import account_of
from marketplace.files import private
from marketplace.files.accepting import FORM_OVERHEAD, MAX_BYTES, content_of
from marketplace.files.portraits import PhotoUploadSerializer
from marketplace.http.idempotency import idempotent
from marketplace.http.schema import IDEMPOTENCY_KEY, errors_of
from marketplace.http.throttling import AccountThrottle, UploadThrottle


class PhotoView(APIView):
    """The account's photo."""

    permission_classes = [IsAuthenticated]
    throttle_classes = [AccountThrottle, UploadThrottle]
    parser_classes = [MultiPartParser]
    max_body_bytes = MAX_BYTES + FORM_OVERHEAD

    @extend_schema(
        operation_id="get_photo",
        responses={(200, "image/jpeg"): OpenApiTypes.BINARY} | errors_of(404),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Return the account's own photo."""
        return private.photo_response(photos.file_of(account_of(request)), called="photo")

    @extend_schema(
        operation_id="put_photo",
        parameters=[IDEMPOTENCY_KEY],
        request={"multipart/form-data": PhotoUploadSerializer},
        responses={200: UserSerializer} | errors_of(409, 422),
    )
    @idempotent
    def put(self, request: Request) -> Response:
        """Set the account's photo: JPEG or PNG, 10 MB at most. Providers see it on what it has booked."""
        user = account_of(request)
        photos.keep_photo(user=user, content=content_of(request))
        return Response(UserSerializer(user).data)

    @extend_schema(operation_id="remove_photo", responses={200: UserSerializer})
    def delete(self, request: Request) -> Response:
        """Remove the account's photo; no error if there is none."""
        user = account_of(request)
        photos.remove_photo(user=user)
        return Response(UserSerializer(user).data)
