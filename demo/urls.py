"""Addresses that only the demonstration and the tests have (settings.DEMO_URLS)."""

from django.urls import URLPattern, path

from demo.factory.api.views import factory

urlpatterns: list[URLPattern] = [path("factory", factory)]
