"""Pages outside the API, and the error pages of both. Part of the top layer."""

from django.conf import settings
from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import resolve
from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from marketplace.errors import NotFound, error_response
from marketplace.http import content_policy
from marketplace.http.authentication import CSRF_MESSAGE
from marketplace.http.middleware import is_api
from marketplace.web import page_template
from marketplace.web.initial_data import DEFAULT_POSTAL_CODE
from marketplace.web.provider_page import provider_page
from marketplace.web_files import language

_PLAIN = "text/plain; charset=utf-8"
# A placeholder that the build leaves in the service worker (frontend/src/sw.ts).
_APP_PAGE_REVISION = "SHELL_REVISION"


# Safe against BREACH: a page has no secret (the CSRF token comes with the session).
@gzip_page
def _page(request: HttpRequest, *, found: bool) -> HttpResponse:
    try:
        provider = provider_page(request, postal_code=DEFAULT_POSTAL_CODE) if found else None
    except NotFound:
        provider, found = None, False
    query = request.META.get("QUERY_STRING", "")
    context = page_template.page_context(request.path, found=found, query=query, provider=provider)
    context["nonce"] = getattr(request, "csp_nonce", "")
    response = render(request, "page.html", context, status=200 if found else 404)
    response["Cache-Control"] = "no-cache"  # the page names the build's newest files
    return response


@require_safe
def page(request: HttpRequest, order_id: str = "") -> HttpResponse:
    """Serve the web app at one of its URLs; the app decides what to show there."""
    return _page(request, found=True)


@require_safe
def without_slash(request: HttpRequest, path: str) -> HttpResponse:
    """Redirect from a page's URL with a trailing slash to the one without; the query stays."""
    plain = path.strip("/")
    # Browsers read // and \\ as the start of another site's address.
    if "//" in plain or "\\" in plain or resolve(f"/{plain}").func is not page:
        return no_page(request)
    query = request.META.get("QUERY_STRING", "")
    address = escape_uri_path(f"/{plain}")
    return redirect(f"{address}?{query}" if query else address, permanent=True)


@csrf_exempt
def no_page(request: HttpRequest) -> HttpResponse:
    """Serve the app's not-found page with HTTP 404; plain text for a missing file."""
    is_file = request.path.startswith((settings.STATIC_URL, "/media/", "/photos/", "/previews/"))
    if is_file or request.method not in {
        "GET",
        "HEAD",
    }:
        return HttpResponse(_("There is nothing at this address."), status=404, content_type=_PLAIN)
    return _page(request, found=False)


@require_safe
def admin_redirect(request: HttpRequest) -> HttpResponse:
    """Redirect to the admin site from its URL without the slash."""
    return redirect(f"/{settings.ADMIN_PATH}")


@require_safe
@gzip_page
def app_page(request: HttpRequest) -> HttpResponse:
    """Serve the page that the service worker caches for all of the app's URLs."""
    response = HttpResponse(page_template.app_page(nonce=getattr(request, "csp_nonce", "")))
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
@gzip_page
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker from the root, so that it may control every page.

    ``SERVICE_WORKER=0`` serves one that removes it from every browser that visits.
    """
    path = page_template.web_app_file("sw.js")
    if not path.is_file():
        raise Http404
    if settings.SERVICE_WORKER:
        script = path.read_text(encoding="utf-8").replace(
            _APP_PAGE_REVISION, page_template.app_page_revision()
        )
    else:
        script = render_to_string("service_worker_removal.js")
    response = HttpResponse(script, content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    response["Cache-Control"] = "no-cache"
    # A worker's requests are governed by the policy of its own response.
    response["Content-Security-Policy"] = content_policy.worker_policy()
    response["X-Frame-Options"] = "DENY"
    return response


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect browsers that request the old name to the icon."""
    return redirect(f"{settings.STATIC_URL}app/favicon.svg")


@require_safe
def app_manifest(request: HttpRequest) -> HttpResponse:
    """Serve the web app's manifest, by which it is installed under the product's name."""
    return HttpResponse(
        render_to_string(f"manifest/{language()}.webmanifest", page_template.manifest_context()),
        content_type="application/manifest+json; charset=utf-8",
        headers={"Cache-Control": "no-cache"},
    )


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Tell search engines what to exclude, and where the sitemap is."""
    lines = ["User-agent: *", "Disallow: /auth/", f"Sitemap: {settings.PUBLIC_URL}/sitemap.xml", ""]
    return HttpResponse("\n".join(lines), content_type=_PLAIN)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Respond to an unsafe request without the CSRF token (403 ``csrf_failed``)."""
    return _error_page(request, message=str(CSRF_MESSAGE), code="csrf_failed", status=403)


@csrf_exempt
def no_such_call(request: HttpRequest) -> HttpResponse:
    """Respond with 404 ``not_found`` to an unknown path below /api/, whatever the method."""
    return error_response(message=_("There is nothing at this address."), code="not_found", status=404)


def _error_page(request: HttpRequest, *, message: str, code: str, status: int) -> HttpResponse:
    if is_api(request):
        return error_response(message=message, code=code, status=status)
    return HttpResponse(message, status=status, content_type=_PLAIN)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond to a request that Django finds suspicious (400)."""
    return _error_page(request, message=_("This request cannot be understood."), code="malformed", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond to somebody who may not see a page (403); operators stay in the admin site."""
    message = _("You may not see this.")
    if request.path.startswith(f"/{settings.ADMIN_PATH}") and admin.site.has_permission(request):
        context = admin.site.each_context(request) | {"title": message}
        return render(request, "admin/forbidden.html", context, status=403)
    return _error_page(request, message=message, code="permission_denied", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Respond to an unknown URL (404)."""
    if is_api(request):
        return no_such_call(request)
    return no_page(request)


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond after an unhandled error, which has been logged (500)."""
    message = _("Something went wrong on our side. Please try again in a moment.")
    return _error_page(request, message=message, code="server_error", status=500)
