"""What an operator who is signed in as a customer may call: a middleware, and the one list that it asks.

Looking is allowed, but for money of providers and documents of people. Of what changes something there is
only what is named here, so that a new call is refused until somebody has thought about it.
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

# Ending it, and what support puts right for somebody on the telephone. Everything else that writes is
# refused: money, cards, passwords, exports, and what only its owner can have seen or wanted.
ALLOWED: frozenset[Call] = frozenset(
    {
        ("POST", "api/auth/logout"),
        ("POST", "api/addresses"),
        ("PATCH", "api/addresses/<uuid:address_id>"),
        ("DELETE", "api/addresses/<uuid:address_id>"),
        ("PATCH", "api/orders/<uuid:order_id>"),
    }
)
# What is not shown: providers' money, papers that operators read through their own logged pages, where a
# provider is just now, which the customer alone may know, and copies of all that there is.
HIDDEN: frozenset[str] = frozenset(
    {
        "api/provider/earnings",
        "api/provider/statements/<str:month>.pdf",
        "api/provider/statements/<str:month>.csv",
        "api/provider/fee-invoices/<str:month>.pdf",
        "api/provider-application/documents/<uuid:document_id>",
        "api/orders/<uuid:order_id>/position",
        "api/privacy/export",
        "api/privacy/export/<uuid:export_id>/download",
    }
)
# Looks that enter the log, as those of the back office do.
LOGGED_LOOKS: dict[str, str] = {
    "api/orders/<uuid:order_id>/messages": "Read a conversation",
    "api/orders/<uuid:order_id>/messages/<uuid:message_id>/photo": "Looked at a photo",
    "api/orders/<uuid:order_id>/proofs/<str:kind>/photo": "Looked at a photo of a handover",
    "api/orders/<uuid:order_id>/receipt.pdf": "Opened a receipt",
}


def is_allowed(method: str, route: str) -> bool:
    """Tell whether a call, by its method and the route that answers it, is one of those allowed."""
    return route not in HIDDEN if method in _SAFE else (method, route) in ALLOWED


def cookie_name() -> str:
    """Return the name of the cookie beside that of the operator's own session."""
    return settings.SESSION_COOKIE_NAME.replace("sessionid", "signed-in-as")


def hand_out(response: HttpResponse, begun: Impersonation) -> None:
    """Let the browser keep the session: no script reads it, no other site sends it."""
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
    """Return what a request is made in, or ``None``: it is made by its account itself."""
    found: Impersonation | None = getattr(request, "impersonation", None)
    return found


class ImpersonatedCalls:
    """Makes calls of the API those of the customer whom the operator is signed in as."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer as the customer; the back office and all pages know nothing of it."""
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
            # The operator's own session is saved, or not, as if the call had been another's.
            request.session = own
        if (said := _worth_a_line(request, response)) is not None:
            audit.record(user_id=operator_id, about=found.account, sentence=said)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Refuse what is not allowed, before anything is read."""
        if of(request) is None or is_allowed(request.method or "", _route(request)):
            return None
        error = NotWhileSignedInAs()
        return error_response(message=error.message, code=error.code, status=error.status)


def _route(request: HttpRequest) -> str:
    return request.resolver_match.route if request.resolver_match else ""


def _worth_a_line(request: HttpRequest, response: HttpResponseBase) -> str | None:
    """Return what the log says of a call that was answered, if anything."""
    route = _route(request)
    if response.status_code >= 300 or route == "api/auth/logout":
        return None
    if request.method in _SAFE:
        look = LOGGED_LOOKS.get(route)
        return look and f"{look} while signed in as this customer: {request.path}"
    return f"Changed something while signed in as this customer: {request.method} {request.path}"
