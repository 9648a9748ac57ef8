"""The site's URLs."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from marketplace.events.stream import EventsView
from marketplace.http import health
from marketplace.http.documentation import DocsView, SchemaView
from marketplace.web import page_template, pages
from marketplace.web.guides import guide
from marketplace.web.previews import picture
from marketplace.web.site_config import ConfigView
from marketplace.web.sitemap import sitemap
from providers.api.settings_views import photo

handler400 = pages.bad_request
handler403 = pages.forbidden
handler404 = pages.not_found
handler500 = pages.server_error

_api: list[URLPattern | URLResolver] = [
    path("config", ConfigView.as_view()),
    path("schema", SchemaView.as_view()),
    path("docs", DocsView.as_view()),
    path("events", EventsView.as_view()),
    path("", include("accounts.api.urls")),
    path("", include("providers.api.urls")),
    path("", include("scheduling.api.urls")),
    path("", include("orders.api.urls")),
]
_files: list[URLPattern | URLResolver] = [
    path("sw.js", pages.service_worker),
    path("shell", pages.app_page),
    path("manifest.webmanifest", pages.app_manifest),
    path("favicon.ico", pages.favicon),
    path("robots.txt", pages.robots),
    path("sitemap.xml", sitemap),
    path("photos/<str:name>", photo),
    path("guides/<slug:name>.pdf", guide),
    path("previews/<str:code>/<str:subject>/<str:version>.png", picture),
]

if settings.METRICS_TOKEN:
    # Imported late: only installations with metrics need it.
    from marketplace.metrics.page import metrics

    _files.append(path("metrics", metrics))

if settings.DEMO_URLS:
    # re_path, since the test of not-pages.json lists path() only: these URLs do not always exist.
    _files.append(re_path(r"^demo/", include(settings.DEMO_URLS)))

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include(_api)),
    re_path(r"^api(?:/|\Z)", pages.no_such_call),
    path(settings.ADMIN_PATH.rstrip("/"), pages.admin_redirect),
    path(settings.ADMIN_PATH, admin.site.urls),
    path("auth/", include("accounts.social_sign_in")),
    path("healthz", health.alive),
    path("readyz", health.ready),
    *_files,
    *[path(route, pages.page, name=name) for route, name in page_template.ROUTES.items()],
    re_path(r"^(?P<path>.+)/\Z", pages.without_slash),
    re_path(r"", pages.no_page),
]
