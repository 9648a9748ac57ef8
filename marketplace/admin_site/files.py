"""Files of people in the admin site: photos, receipts and documents, at addresses below its own path.

Below /api/ every call is the customer's while an operator is signed in as one. Here the same views of the API
respond to the operator: with the permission checks, the log and the headers that they have there.
"""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve, reverse
from django.views.decorators.http import require_safe

_API = "/api/"
ROUTES = {
    "api/orders/<uuid:order_id>/messages/<uuid:message_id>/photo",
    "api/orders/<uuid:order_id>/proofs/<str:kind>/photo",
    "api/orders/<uuid:order_id>/photos/<uuid:photo_id>",
    "api/orders/<uuid:order_id>/receipt.pdf",
    "api/orders/<uuid:order_id>/credit-note-<int:position>.pdf",
    "api/provider-application/documents/<uuid:document_id>",
    "api/support-requests/<uuid:request_id>/photos/<uuid:photo_id>",
}


def file_link(path: str) -> str:
    """Return the address in the admin site of a file of the API: ``orders/<id>/receipt.pdf``."""
    return reverse("admin:file", args=[path])


@require_safe
def open_file(request: HttpRequest, path: str) -> HttpResponseBase:
    """Respond with a file of the API, to the operator's own account; 404 for any other address."""
    try:
        found = resolve(f"{_API}{path}")
    except Resolver404 as error:
        raise Http404 from error
    if found.route not in ROUTES:
        raise Http404
    response: HttpResponseBase = found.func(request, *found.args, **found.kwargs)
    return response
