"""Authentication of API requests: the session cookie, with CSRF enforced for everybody.

The REST framework checks CSRF for signed-in callers only, which leaves log-in, registration
and support open to cross-site POSTs. Here every unsafe request needs the token.
"""

from uuid import UUID

from django.http import HttpRequest
from django.middleware.csrf import CsrfViewMiddleware
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from marketplace.errors import Forbidden

CSRF_MESSAGE = gettext_lazy("Your page has been open for a while. Please reload it and try again.")
ACTING_ACCOUNT = "X-Account"


class _CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> str:
        # The base class responds with a page; the API needs only the reason.
        return reason


def enforce_csrf(request: HttpRequest) -> None:
    """Raise 403 ``csrf_failed`` unless the request carries the CSRF token of its cookie."""
    check = _CsrfCheck(lambda _request: None)  # type: ignore[arg-type]  # never called
    check.process_request(request)
    if check.process_view(request, None, (), {}):  # type: ignore[arg-type]  # unused
        raise exceptions.PermissionDenied(exceptions.ErrorDetail(str(CSRF_MESSAGE), code="csrf_failed"))


class OtherAccount(Forbidden):
    """The X-Account header names another account than the signed-in one (403)."""

    code = "account_mismatch"


class NotWhileSignedInAs(Forbidden):
    """An operator who is signed in as a customer may not do this (403)."""

    code = "not_while_signed_in_as"

    def __init__(self) -> None:
        super().__init__(_("This is not possible while you are signed in as a customer."))


def refuse_other_account(request: HttpRequest, account_id: UUID) -> None:
    """Raise :class:`OtherAccount` if a request is meant for another account.

    Queued requests are sent later, and pages stay open: somebody else may have signed in by then.
    """
    if request.headers.get(ACTING_ACCOUNT, str(account_id)) != str(account_id):
        raise OtherAccount(_("Somebody else is signed in now."))


class SessionAuthentication(authentication.BaseAuthentication):
    """Authenticates by the session cookie; visitors are anonymous, and both need the CSRF token."""

    def authenticate(self, request: Request) -> tuple[object, None] | None:
        """Return the account after the CSRF check; ``None`` for a visitor, after the check, too."""
        enforce_csrf(request._request)
        user = getattr(request._request, "user", None)
        if user is None or not user.is_authenticated:
            return None
        refuse_other_account(request._request, user.pk)
        return (user, None)

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme, which makes the error for visitors a 401 instead of a 403."""
        return "Session"
