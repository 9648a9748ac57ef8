"""Errors of the API: one shape, stable codes.

A domain function raises :class:`DomainError`; every view lets it through; the exception handler renders it
as ``{"message": "...", "code": "...", "fields": {...}}``.

A code is explained where it is raised: by the docstring of its class, or by :func:`explain` for a code
without a class of its own. The OpenAPI document lists them all.
"""

from collections import defaultdict
from typing import Any

from django.db import OperationalError
from django.http import JsonResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import status

# What each code means, with a sentence for each module that explains it.
_MEANINGS: defaultdict[str, set[str]] = defaultdict(set)


def explain(**meanings: str) -> None:
    """Explain codes that have no class of their own."""
    for code, meaning in meanings.items():
        _MEANINGS[code].add(meaning)


def codes() -> dict[str, str]:
    """Return every code that is loaded with its explanation."""
    return {code: " ".join(sorted(_MEANINGS[code])) for code in sorted(_MEANINGS)}


def code_choices() -> list[tuple[str, str]]:
    """Return the codes as choices, for the OpenAPI document."""
    return [(code, code) for code in codes()]


explain(
    csrf_failed="The CSRF token is missing or wrong (403).",
    conflict="The present state does not allow the call (409).",
    error="An error without a code of its own.",
    malformed="The request is malformed (400).",
    method_not_allowed="The resource does not support this method (405).",
    not_authenticated="The call needs a signed-in account (401).",
    server_error="An error in the server (500).",
    unsupported_media_type="The content type of the body is not supported (415).",
)

BUSY_MESSAGE = gettext_lazy("This is busy right now. Please try again in a moment.")


def is_lock_timeout(error: OperationalError) -> bool:
    """Return whether the database gave up waiting for a lock (PostgreSQL or SQLite)."""
    text = str(error)
    return any(sign in text for sign in ("lock timeout", "database is locked", "deadlock detected"))


class DomainError(Exception):
    """A domain function refuses to act; nothing has been changed.

    ``code`` is stable and meant for programs, ``message`` is a sentence for a person that says
    what to do, ``fields`` maps payload names to sentences, ``extra`` is merged into the response.
    """

    status: int = status.HTTP_409_CONFLICT
    code = "conflict"

    def __init_subclass__(cls) -> None:
        """Explain the code of a class by the first paragraph of its docstring."""
        if "code" in vars(cls):
            first = " ".join((cls.__doc__ or "").partition("\n\n")[0].split())
            explain(**{cls.code: first})

    def __init__(
        self,
        message: str | Promise,
        *,
        code: str | None = None,
        fields: dict[str, list[str]] | None = None,
        extra: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.message = str(message)
        super().__init__(self.message)
        self.code = code or self.code
        self.fields = fields
        self.extra = extra or {}
        self.headers = headers or {}


class Invalid(DomainError):
    """A value is invalid; ``fields`` names it (400)."""

    status = status.HTTP_400_BAD_REQUEST
    code = "invalid"


class Forbidden(DomainError):
    """The account may not do this (403)."""

    status = status.HTTP_403_FORBIDDEN
    code = "permission_denied"


class NotFound(DomainError):
    """The resource does not exist, or belongs to somebody else (404)."""

    status = status.HTTP_404_NOT_FOUND
    code = "not_found"

    def __init__(self, message: str = "", **kwargs: Any) -> None:
        super().__init__(message or _("Not found."), **kwargs)


class Busy(DomainError):
    """A database lock was not available in time; the same call may be sent again (503)."""

    status = status.HTTP_503_SERVICE_UNAVAILABLE
    code = "database_busy"


def body(message: str, code: str, fields: dict[str, list[str]] | None = None, **extra: Any) -> dict[str, Any]:
    """Return the JSON object of an error."""
    body: dict[str, Any] = {"message": message, "code": code}
    if fields:
        body["fields"] = fields
    return body | extra


def error_response(
    *, message: str | Promise, code: str, status: int, headers: dict[str, str] | None = None
) -> JsonResponse:
    """Return an error as response to a plain Django request (outside the REST framework)."""
    return JsonResponse(body(str(message), code), status=status, headers=headers)
