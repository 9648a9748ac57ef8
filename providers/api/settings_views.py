"""What providers set of themselves over HTTP, and the photos that everybody sees."""

import re

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.clients import account_of
from marketplace.files import private
from marketplace.files.accepting import FORM_OVERHEAD, MAX_BYTES, content_of
from marketplace.files.portraits import PhotoUploadSerializer
from marketplace.http.idempotency import idempotent
from marketplace.http.parsing import if_match, parsed
from marketplace.http.schema import IDEMPOTENCY_KEY, error_responses, errors_of, if_match_header
from marketplace.http.throttling import AccountThrottle, UploadThrottle
from providers import profile
from providers.api.settings_serializers import (
    ProviderSettingsChangeSerializer,
    ProviderSettingsSerializer,
    etag,
    settings_json,
)
from providers.models import Provider
from providers.profile import SettingsChanged

_IF_MATCH = if_match_header("The ETag of the settings that the caller has changed.")
# The format of stored file names.
_NAME = re.compile(r"[0-9a-f]{32}\.jpg")
_PLAIN_TEXT = "text/plain; charset=utf-8"
_SHOWN = {200: ProviderSettingsSerializer}


def _expected_version(request: Request) -> str | None:
    tag = if_match(request)
    return None if tag is None else tag.strip('"')


def _headers(provider: Provider, codes: list[str]) -> dict[str, str]:
    return {"ETag": etag(provider, codes)}


class _OwnView(APIView):
    permission_classes = [IsAuthenticated]

    def own(self) -> Provider:
        """Return the account's provider; 403 if there is none."""
        return profile.own(user=account_of(self.request))

    def shown(self, provider: Provider) -> Response:
        """Respond with a provider's settings."""
        codes = profile.codes_of(provider)
        return Response(settings_json(provider, codes), headers=_headers(provider, codes))

    def handle_exception(self, exc: Exception) -> Response:
        """Add the current settings to a 409."""
        if isinstance(exc, SettingsChanged):
            provider = self.own()
            codes = profile.codes_of(provider)
            exc.extra["current"] = settings_json(provider, codes)
            exc.headers |= _headers(provider, codes)
        return super().handle_exception(exc)


class SettingsView(_OwnView):
    """What a provider has set of itself."""

    @extend_schema(operation_id="get_provider_settings", responses=_SHOWN)
    def get(self, request: Request) -> Response:
        """Show the provider's own settings, as long as it is approved or paused."""
        return self.shown(self.own())

    @extend_schema(
        operation_id="change_provider_settings",
        parameters=[IDEMPOTENCY_KEY, _IF_MATCH],
        request=ProviderSettingsChangeSerializer,
        responses=_SHOWN | errors_of(409, 422),
    )
    @error_responses(SettingsChanged)
    @idempotent
    def patch(self, request: Request) -> Response:
        """Change some settings; the public lists show them at once. A conflict carries ``current``."""
        values, own = parsed(ProviderSettingsChangeSerializer, request), self.own()
        provider = profile.change(
            provider_id=own.pk, values=values, expected_version=_expected_version(request)
        )
        return self.shown(provider)


class PhotoView(_OwnView):
    """A provider's photo."""

    throttle_classes = [AccountThrottle, UploadThrottle]
    parser_classes = [MultiPartParser]
    max_body_bytes = MAX_BYTES + FORM_OVERHEAD

    @extend_schema(
        operation_id="put_provider_photo",
        parameters=[IDEMPOTENCY_KEY],
        request={"multipart/form-data": PhotoUploadSerializer},
        responses=_SHOWN | errors_of(422),
    )
    @idempotent
    def put(self, request: Request) -> Response:
        """Set the provider's public photo: JPEG or PNG, 10 MB at most."""
        own = self.own()
        return self.shown(profile.keep_photo(provider_id=own.pk, content=content_of(request)))

    @extend_schema(operation_id="remove_provider_photo", responses=_SHOWN)
    def delete(self, request: Request) -> Response:
        """Remove the provider's public photo; no error if there is none."""
        return self.shown(profile.remove_photo(provider_id=self.own().pk))


@require_safe
def photo(request: HttpRequest, name: str) -> HttpResponseBase:
    """Respond with a provider's photo, which is public."""
    try:
        if _NAME.fullmatch(name):
            return private.public_file_response(f"{profile.PHOTOS}/{name}", content_type="image/jpeg")
    except FileNotFoundError:
        pass
    except private.StoreUnavailable as error:
        return HttpResponse(
            error.message, status=error.status, content_type=_PLAIN_TEXT, headers=error.headers
        )
    gone = _("There is nothing at this address.")
    return HttpResponse(gone, status=404, content_type=_PLAIN_TEXT)
