"""API addresses of scheduling."""

from django.urls import URLPattern, path

from scheduling.api import week_views
from scheduling.api.views import GenerateTimeSlotsView, TimeSlotsView

urlpatterns: list[URLPattern] = [
    path("time-slots", TimeSlotsView.as_view()),
    path("generate-time-slots", GenerateTimeSlotsView.as_view()),
    path("provider-schedules", week_views.AddProviderScheduleView.as_view()),
    path("provider-schedules/<uuid:provider_id>", week_views.ProviderSchedulesView.as_view()),
    path("provider/week", week_views.WeekView.as_view()),
    path("provider/days-off", week_views.DaysOffView.as_view()),
    path("provider/days-off/<int:day_off_id>", week_views.OneDayOffView.as_view()),
    path("provider/pause", week_views.PauseView.as_view()),
    path("provider/resume", week_views.ResumeView.as_view()),
]
