"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from marketplace import pages
from marketplace.site_config import ConfigView

handler400 = pages.bad_request
handler403 = pages.forbidden
handler404 = pages.not_found
handler500 = pages.server_error

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/config", ConfigView.as_view()),
    path("api/", include("accounts.api.urls")),
    path("api/", include("providers.api.urls")),
    path("api/", include("scheduling.api.urls")),
    path("api/", include("orders.api.urls")),
    re_path(r"^api(?:/.*)?\Z", pages.no_such_call),
    path(settings.ADMIN_PATH, admin.site.urls),
]
