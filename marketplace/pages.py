"""Pages that are not the API."""

from django.http import HttpRequest, HttpResponse

from marketplace.authentication import CSRF_MESSAGE
from marketplace.errors import refuse


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Refuse an unsafe call without the CSRF token (403 ``csrf_failed``)."""
    return refuse(message=CSRF_MESSAGE, code="csrf_failed", status=403)
