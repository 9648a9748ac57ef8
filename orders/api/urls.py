"""API addresses of orders."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
