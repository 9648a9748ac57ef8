"""Middleware for every request: the access log, security headers, and the API's error format."""

import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from marketplace import clock, logs
from marketplace.errors import BUSY_MESSAGE, error_response, is_lock_timeout
from marketplace.http import content_policy
from marketplace.http.parsing import MAX_BODY_BYTES
from marketplace.http.throttling import client_address

Next = Callable[[HttpRequest], HttpResponseBase]


# Who requested what, and the status.
access_lines = logging.getLogger("access")


class AccessLog:
    """Logs a line for each request, with its path and without its query; the servers log none.

    Tokens in the path are masked for all log records (:mod:`marketplace.logs`). For a streaming response, the
    time is that until it began.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        if access_lines.isEnabledFor(logging.INFO):
            milliseconds = 1000 * (time.perf_counter() - began)
            # Cut before anything is made of them: a client sends as much as the server takes.
            method, path = logs.shortened(request.method or "", 20), logs.shortened(request.path, 1_000)
            asked = (client_address(request), method, path)
            access_lines.info("%s %s %s %s %.0f ms", *asked, response.status_code, milliseconds)
        return response


class Sessions(SessionMiddleware):
    """Django's sessions; a request with an unknown session does not delete the cookie.

    While a password is changed another tab may send the session's old key. Its response may arrive after the
    one with the new key, and must not delete the new cookie. A session that ends here (``flush``) deletes its
    cookie. One that was ended elsewhere while the request was carried out is not saved: what was done is
    done, and the response says so.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session, or delete its cookie if it was flushed."""
        session = request.session
        if session.is_empty() and not session.modified:
            if session.accessed:
                patch_vary_headers(response, ("Cookie",))
            return response
        with suppress(SessionInterrupted):
            return super().process_response(request, response)
        return response


class SecurityHeaders:
    """Adds the content security policy and related headers to every response.

    ``request.csp_nonce`` is the nonce of the page. A view that sets a policy of its own (a frame of the
    payment form) also decides who may frame it.
    """

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        nonce = secrets.token_urlsafe(18)
        request.csp_nonce = nonce  # type: ignore[attr-defined]  # our own attribute
        response = self.get_response(request)
        headers = response.headers
        if "Content-Security-Policy" not in headers:
            headers["Content-Security-Policy"] = _policy(request, response, nonce)
            headers.setdefault("X-Frame-Options", "DENY")
        headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=(self)")
        return response


def _policy(request: HttpRequest, response: HttpResponseBase, nonce: str) -> str:
    if not response.headers.get("Content-Type", "").startswith("text/html"):
        return content_policy.data_policy()
    if request.path.startswith(f"/{settings.ADMIN_PATH}"):
        return content_policy.admin_policy()
    return content_policy.document_policy(nonce)


class LimitedWaiting:
    """Limits how long a request may wait for other services in total; what timed out is not retried."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Respond within that limit plus the time of our own work."""
        with clock.waiting_at_most(settings.REQUEST_WAITS_SECONDS, asking_once=True):
            return self.get_response(request)


class ApiFrame:
    """Below /api/ every response is JSON: unknown methods, media types, sizes and faults included."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Respond, with ``no-store`` unless the view allows caching."""
        error = _nul_error(request)
        response = error or self.get_response(request)
        if is_api(request):
            response.headers.setdefault("Cache-Control", "no-store")
            # Deadlines count by the server's clock: clients correct theirs by this.
            response.headers["Server-Time"] = clock.now().isoformat(timespec="milliseconds")
            if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED and "Allow" in response.headers:
                del response.headers["Allow"]  # the framework lists OPTIONS, which no view supports
            patch_vary_headers(response, ["Cookie"])
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponseBase], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Refuse a method, size or media type that the view does not accept, before the body is read.

        The check of a page's CSRF token would read a form to its end, and write its files to the disk.
        """
        api_view = getattr(view, "cls", None)
        if api_view is None or not is_api(request):
            return _refuse_size(request, most=MAX_BODY_BYTES)
        return _refuse_method(request, api_view) or _refuse_body(request, api_view)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Turn a lock timeout into 503 with ``Retry-After``."""
        if isinstance(exception, OperationalError) and is_lock_timeout(exception):
            return error_response(
                message=BUSY_MESSAGE, code="database_busy", status=503, headers={"Retry-After": "1"}
            )
        return None


def is_api(request: HttpRequest) -> bool:
    """Return whether a path belongs to the API."""
    return request.path == "/api" or request.path.startswith("/api/")


def _nul_error(request: HttpRequest) -> HttpResponse | None:
    """Refuse NUL characters in path and query: no database can store them, no person types them."""
    query = request.META.get("QUERY_STRING", "")
    if "\x00" in request.path or "\x00" in query or "%00" in query:
        return error_response(
            message=_("The address contains a NUL character."), code="malformed", status=400
        )
    return None


def _refuse_method(request: HttpRequest, api_view: Any) -> HttpResponse | None:
    allowed = [name.upper() for name in api_view.http_method_names if hasattr(api_view, name)]
    # OPTIONS is not supported: the OpenAPI document describes the API.
    allowed = [name for name in allowed if name != "OPTIONS"]
    if "GET" in allowed:
        allowed.append("HEAD")
    if request.method in allowed:
        return None
    return error_response(
        message=_("{method} is not possible here.").format(method=request.method),
        code="method_not_allowed",
        status=405,
        headers={"Allow": ", ".join(allowed)},
    )


def _other_type(api_view: Any, sent: str) -> str:
    types = {parser.media_type for parser in api_view.parser_classes}
    sent = sent or _("a body of unknown type")
    if "multipart/form-data" in types:
        return _("This call takes a file (multipart/form-data), not {sent}.").format(sent=sent)
    return _("This call takes JSON, not {sent}.").format(sent=sent)


def _stated_size(request: HttpRequest) -> int:
    length = request.META.get("CONTENT_LENGTH") or "0"
    return int(length) if length.isdigit() else 0


def _refuse_size(request: HttpRequest, *, most: int) -> HttpResponse | None:
    if _stated_size(request) <= most:
        return None
    return error_response(message=_("The request is too large."), code="too_large", status=413)


def _refuse_body(request: HttpRequest, api_view: Any) -> HttpResponse | None:
    if "HTTP_TRANSFER_ENCODING" in request.META and not request.META.get("CONTENT_LENGTH"):
        # The servers and Django would silently ignore such a body.
        return error_response(message=_("State the body's Content-Length."), code="malformed", status=400)
    if refused := _refuse_size(request, most=getattr(api_view, "max_body_bytes", MAX_BODY_BYTES)):
        return refused
    if _stated_size(request) and request.content_type not in {
        parser.media_type for parser in api_view.parser_classes
    }:
        return error_response(
            message=_other_type(api_view, request.content_type or ""),
            code="unsupported_media_type",
            status=415,
        )
    return None
