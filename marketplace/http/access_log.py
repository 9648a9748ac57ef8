"""The access lines: who asked for what, and how it ended. The servers write none of their own."""

import logging
import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponseBase

from marketplace.http.throttling import client_address

log = logging.getLogger("access")


class AccessLog:
    """Writes a line for each request, with its path and without its query.

    Tokens in the path are masked where every record is (:mod:`marketplace.logs`). Of an answer that
    stays open, the time is the one until it began.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, and say so."""
        began = time.perf_counter()
        response = self.get_response(request)
        if log.isEnabledFor(logging.INFO):
            milliseconds = 1000 * (time.perf_counter() - began)
            asked = (client_address(request), request.method, request.path)
            log.info("%s %s %s %s %.0f ms", *asked, response.status_code, milliseconds)
        return response
