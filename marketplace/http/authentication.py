"""Who is calling the API: the session cookie, with CSRF enforced for everybody.

The REST framework checks CSRF only for callers who are signed in, which leaves log-in, registration
and support open to cross-site posts. Here every unsafe call needs the token.
"""

from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from rest_framework import authentication, exceptions
from rest_framework.request import Request

CSRF_MESSAGE = "Your page has been open for a while. Please reload it and try again."


class _CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> str:
        # The base class answers with a page; the API needs the reason alone.
        return reason


def enforce_csrf(request: HttpRequest) -> None:
    """Raise 403 ``csrf_failed`` unless the call carries the CSRF token of its cookie."""
    check = _CsrfCheck(lambda _request: None)  # type: ignore[arg-type]  # never called
    check.process_request(request)
    if check.process_view(request, None, (), {}):  # type: ignore[arg-type]  # it looks at no view
        raise exceptions.PermissionDenied(exceptions.ErrorDetail(CSRF_MESSAGE, code="csrf_failed"))


class SessionAuthentication(authentication.BaseAuthentication):
    """The account of the session cookie; visitors are anonymous, and both need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[object, None] | None:
        """Return the account after the CSRF check; ``None`` for a visitor, who is checked, too."""
        enforce_csrf(request._request)
        user = getattr(request._request, "user", None)
        return (user, None) if user is not None and user.is_authenticated else None

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, which makes a refusal of a visitor a 401 instead of a 403."""
        return "Session"
