"""Every address of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", include("accounts.api.urls")),
    path("api/", include("providers.api.urls")),
    path("api/", include("scheduling.api.urls")),
    path("api/", include("orders.api.urls")),
    path(settings.ADMIN_PATH, admin.site.urls),
]
