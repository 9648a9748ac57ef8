"""Renders every exception of an API view in the one shape of :mod:`marketplace.errors`."""

from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from marketplace.errors import BUSY_MESSAGE, Busy, DomainError, body, is_lock_timeout
from marketplace.http.parsing import TooLarge

_CODES = {
    exceptions.NotAuthenticated: "not_authenticated",
    exceptions.AuthenticationFailed: "not_authenticated",
    exceptions.PermissionDenied: "permission_denied",
    exceptions.NotFound: "not_found",
    exceptions.MethodNotAllowed: "method_not_allowed",
    exceptions.UnsupportedMediaType: "unsupported_media_type",
    exceptions.ParseError: "malformed",
}


def _sentences(detail: Any) -> list[str]:
    """Flatten a serializer's errors for one field into sentences."""
    if isinstance(detail, dict):
        return [line for part in detail.values() for line in _sentences(part)]
    if isinstance(detail, list):
        return [line for part in detail for line in _sentences(part)]
    return [str(detail)]


def _validation_body(detail: Any) -> dict[str, Any]:
    if not isinstance(detail, dict):
        return body(" ".join(_sentences(detail)), "invalid")
    fields = {name: _sentences(part) for name, part in detail.items()}
    general = fields.pop("non_field_errors", None)
    first = general or next(iter(fields.values()), [_("The request is invalid.")])
    return body(first[0], "invalid", fields)


def _as_api_exception(exc: Exception) -> Exception:
    """Translate Django's exceptions into the REST framework's."""
    if isinstance(exc, Http404):
        return exceptions.NotFound()
    if isinstance(exc, PermissionDenied):
        return exceptions.PermissionDenied()
    if isinstance(exc, OperationalError) and is_lock_timeout(exc):
        return Busy(BUSY_MESSAGE, headers={"Retry-After": "1"})
    if isinstance(exc, RequestDataTooBig):
        return TooLarge(_("The request is too large."))
    return exc


# From here on people count in minutes.
_LONG_SECONDS = 90


def _seconds(exc: exceptions.Throttled) -> int:
    """Return the seconds until the caller may retry."""
    return ceil(getattr(exc, "wait", None) or 1)


def _throttled(seconds: int) -> str:
    if seconds > _LONG_SECONDS:
        minutes = ceil(seconds / 60)
        return _("Too many requests. Please try again in {minutes} minutes.").format(minutes=minutes)
    return ngettext(
        "Too many requests. Please try again in {seconds} second.",
        "Too many requests. Please try again in {seconds} seconds.",
        seconds,
    ).format(seconds=seconds)


def _body_of(exc: exceptions.APIException) -> dict[str, Any]:
    if isinstance(exc, exceptions.ValidationError):
        return _validation_body(exc.detail)
    if isinstance(exc, exceptions.NotAuthenticated):
        return body(_("Please sign in to continue."), "not_authenticated")
    if isinstance(exc, exceptions.Throttled):
        return body(_throttled(_seconds(exc)), "throttled")
    code = next((name for kind, name in _CODES.items() if isinstance(exc, kind)), "error")
    if getattr(exc.detail, "code", None) == "csrf_failed":
        code = "csrf_failed"
    return body(" ".join(_sentences(exc.detail)), code)


def handle_exception(exc: Exception, context: dict[str, Any]) -> Response | None:
    """Render a view's exception as the API's error; ``None`` makes an unexpected one a 500."""
    exc = _as_api_exception(exc)
    if isinstance(exc, DomainError):
        set_rollback()
        content = body(exc.message, exc.code, exc.fields, **exc.extra)
        return Response(content, status=exc.status, headers=exc.headers)
    if not isinstance(exc, exceptions.APIException):
        return None
    set_rollback()
    headers = {}
    if header := getattr(exc, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if isinstance(exc, exceptions.Throttled):
        headers["Retry-After"] = str(_seconds(exc))
    return Response(_body_of(exc), status=exc.status_code, headers=headers)
