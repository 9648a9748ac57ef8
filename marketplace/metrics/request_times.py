"""Request times, counted in each process for :mod:`marketplace.metrics.page`.

The label is the route of the URLconf, never the path: paths are unbounded, and hold ids.
"""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase
from prometheus_client import Histogram

SECONDS = Histogram(
    "marketplace_request_seconds",
    "Time until a response began",
    ["method", "route", "status"],
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"})


class RequestTimes:
    """Middleware: measures every request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = time.perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        method = request.method if request.method in _METHODS else "other"
        labels = (method, match.route if match else "none", f"{response.status_code // 100}xx")
        SECONDS.labels(*labels).observe(time.perf_counter() - began)
        return response
