"""API addresses of providers."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
