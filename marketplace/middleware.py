"""What wraps every request: security headers, and the API's frame of errors."""

from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from marketplace.errors import refuse

Next = Callable[[HttpRequest], HttpResponseBase]


class SecurityHeaders:
    """Adds the content security policy and its companions to every answer."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer with the headers set."""
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=(self)")
        return response


class ApiFrame:
    """Below /api/ every answer is JSON: unknown paths, methods and locks included."""

    def __init__(self, get_response: Next) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with private answers kept out of every cache."""
        response = self.get_response(request)
        if request.path.startswith("/api/"):
            response.headers.setdefault("Cache-Control", "no-store")
            if response.status_code == 404 and not response.headers.get("Content-Type", "").startswith(
                "application/json"
            ):
                return refuse(message="There is nothing at this address.", code="not_found", status=404)
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Turn a lock that could not be had in time into 503 with ``Retry-After``."""
        if isinstance(exception, OperationalError) and is_lock_timeout(exception):
            response = refuse(
                message="This is busy right now. Please try again in a moment.",
                code="busy",
                status=503,
            )
            response["Retry-After"] = "1"
            return response
        return None


def is_lock_timeout(error: OperationalError) -> bool:
    """Tell whether the database gave up waiting for a lock (PostgreSQL or SQLite)."""
    text = str(error)
    return "lock timeout" in text or "database is locked" in text or "deadlock detected" in text
