"""Pages that are not the API, and what both say when there is nothing to show."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from marketplace.authentication import CSRF_MESSAGE
from marketplace.errors import refuse
from marketplace.middleware import is_api

_PLAIN = "text/plain; charset=utf-8"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse an unsafe call without the CSRF token (403 ``csrf_failed``)."""
    return refuse(message=CSRF_MESSAGE, code="csrf_failed", status=403)


@csrf_exempt
def no_such_call(request: HttpRequest) -> HttpResponse:
    """Answer 404 ``not_found`` for an address below /api/ that is no call, whatever the method."""
    return refuse(message="There is nothing at this address.", code="not_found", status=404)


def _refused(request: HttpRequest, *, message: str, code: str, status: int) -> HttpResponse:
    if is_api(request):
        return refuse(message=message, code=code, status=status)
    return HttpResponse(message, status=status, content_type=_PLAIN)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request that the framework finds suspicious (400)."""
    return _refused(request, message="This request cannot be understood.", code="malformed", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer somebody who may not see a page (403)."""
    return _refused(request, message="You may not see this.", code="permission_denied", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address where there is nothing (404)."""
    return _refused(request, message="There is nothing at this address.", code="not_found", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer after a fault of ours, which has been logged (500)."""
    message = "Something went wrong on our side. Please try again in a moment."
    return _refused(request, message=message, code="server_error", status=500)
