"""API addresses of scheduling."""

from django.urls import URLPattern, path

from scheduling.api.views import GenerateTimeSlotsView, TimeSlotsView

urlpatterns: list[URLPattern] = [
    path("time-slots", TimeSlotsView.as_view()),
    path("generate-time-slots", GenerateTimeSlotsView.as_view()),
]
