"""Which requests an operator may make while signed in as a customer: a middleware and its allow-list.

Reading is allowed, except for providers' money and people's documents. Writes are refused unless they are
listed here, so a new endpoint is refused until somebody decides about it.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from accounts import impersonating
from accounts.models import Impersonation
from marketplace import audit, clock
from marketplace.errors import error_response
from marketplace.http.authentication import NotWhileSignedInAs
from marketplace.http.middleware import is_api

_SALT = "accounts.impersonation"
_SAFE = {"GET", "HEAD"}

Call = tuple[str, str]

# Signing out, and what support corrects for somebody on the telephone. Every other write is refused: money,
# cards, passwords, exports, and what only the owner can have seen or wanted.
ALLOWED: frozenset[Call] = frozenset(
    {
        ("POST", "api/auth/logout"),
        ("POST", "api/addresses"),
        ("PATCH", "api/addresses/<uuid:address_id>"),
        ("DELETE", "api/addresses/<uuid:address_id>"),
        ("PATCH", "api/orders/<uuid:order_id>"),
    }
)
# Hidden reads: providers' money, documents (operators read those through logged admin pages) and data
# exports. A provider's live position, which is for the customer alone, is left out of the order.
HIDDEN: frozenset[str] = frozenset(
    {
        "api/provider/earnings",
        "api/provider/statements/<str:month>.pdf",
        "api/provider/statements/<str:month>.csv",
        "api/provider/fee-invoices/<str:month>.pdf",
        "api/provider-application/documents/<uuid:document_id>",
        "api/privacy/export",
        "api/privacy/export/<uuid:export_id>/download",
    }
)
# Reads that enter the audit log, as in the admin site.
LOGGED_LOOKS: dict[str, str] = {
    "api/notifications": "Read the notifications",
    "api/provider/conversations": "Read the newest message of each conversation",
    "api/orders/<uuid:order_id>/messages": "Read a conversation",
    "api/orders/<uuid:order_id>/messages/<uuid:message_id>/photo": "Looked at a photo",
    "api/orders/<uuid:order_id>/proofs/<str:kind>/photo": "Looked at a photo of a handover",
    "api/orders/<uuid:order_id>/claims": "Looked at a damage claim",
    "api/orders/<uuid:order_id>/photos/<uuid:photo_id>": "Looked at a photo of a damage claim",
    "api/orders/<uuid:order_id>/receipt.pdf": "Opened a receipt",
    "api/orders/<uuid:order_id>/credit-note-<int:position>.pdf": "Opened a credit note",
    "api/receipts/<int:year>.zip": "Opened the receipts of a year",
    "api/profile/care": "Read the care profile",
    "api/support-requests/<uuid:request_id>/photos/<uuid:photo_id>": "Looked at a photo of a support request",
}
# Of these, what pages ask for by themselves: logged once an hour.
LOGGED_HOURLY = frozenset({"api/notifications", "api/provider/conversations"})


def is_allowed(method: str, route: str) -> bool:
    """Return whether an impersonated call to this route is allowed."""
    return route not in HIDDEN if method in _SAFE else (method, route) in ALLOWED


def cookie_name() -> str:
    """Return the name of the cookie that sits beside the operator's own session cookie."""
    return settings.SESSION_COOKIE_NAME.replace("sessionid", "signed-in-as")


def hand_out(response: HttpResponse, begun: Impersonation) -> None:
    """Set the cookie of the impersonated session: HttpOnly, and not sent by other sites."""
    response.set_signed_cookie(
        cookie_name(),
        begun.session_key,
        salt=_SALT,
        max_age=impersonating.LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def of(request: Any) -> Impersonation | None:
    """Return the request's impersonation; ``None`` if the account itself calls."""
    found: Impersonation | None = getattr(request, "impersonation", None)
    return found


class ImpersonatedCalls:
    """Runs API requests as the customer whom the operator impersonates."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Respond as the customer; the admin site and all pages ignore the impersonation."""
        key = is_api(request) and request.get_signed_cookie(cookie_name(), default="", salt=_SALT)
        if not key:
            return self.get_response(request)
        found = impersonating.running(session_key=key, operator=request.user, now=clock.now())
        response = self.get_response(request) if found is None else self._as_customer(request, found)
        if found is None or Impersonation.objects.filter(pk=found.pk, ended_at__isnull=False).exists():
            response.delete_cookie(cookie_name(), samesite="Lax")
        return response

    def _as_customer(self, request: Any, found: Impersonation) -> HttpResponseBase:
        own, operator_id = request.session, request.user.pk
        request.session, request.user = impersonating.sessions()(found.session_key), found.account
        request.impersonation = found.account.impersonation = found  # type: ignore[attr-defined]  # our own attribute
        try:
            response = self.get_response(request)
        finally:
            # The session middleware then handles the operator's own session as if nothing had happened.
            request.session = own
        if (said := _worth_a_line(request, response)) is not None:
            log = audit.record_hourly if _route(request) in LOGGED_HOURLY else audit.record
            log(user_id=operator_id, about=found.account, sentence=said)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Respond with 403 to what is not allowed, before the view runs."""
        if of(request) is None or is_allowed(request.method or "", _route(request)):
            return None
        error = NotWhileSignedInAs()
        return error_response(message=error.message, code=error.code, status=error.status)


def _route(request: HttpRequest) -> str:
    return request.resolver_match.route if request.resolver_match else ""


def _worth_a_line(request: HttpRequest, response: HttpResponseBase) -> str | None:
    """Return the log sentence for a request that succeeded, if it needs one."""
    route = _route(request)
    if response.status_code >= 300 or route == "api/auth/logout":
        return None
    if request.method in _SAFE:
        look = LOGGED_LOOKS.get(route)
        return look and f"{look} while signed in as this customer: {request.path}"
    return f"Changed something while signed in as this customer: {request.method} {request.path}"
