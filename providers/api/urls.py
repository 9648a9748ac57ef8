"""API addresses of providers."""

from django.urls import URLPattern, path, register_converter

from providers.api.application_views import (
    ApplicationView,
    ApplyAgainView,
    DocumentFileView,
    KindOfDocument,
    SubmitApplicationView,
    UploadView,
)
from providers.api.report_views import ReviewReportView
from providers.api.settings_views import PhotoView, SettingsView
from providers.api.views import (
    FavouritesView,
    FavouriteView,
    LocalitiesView,
    ProviderDetailsView,
    ProviderListView,
    ProvidersNearView,
    ReviewAnswerView,
)

register_converter(KindOfDocument, "kind")

urlpatterns: list[URLPattern] = [
    path("localities", LocalitiesView.as_view()),
    path("providers", ProviderListView.as_view()),
    path("providers/<str:postal_code>", ProvidersNearView.as_view()),
    path("providers/details/<uuid:provider_id>", ProviderDetailsView.as_view()),
    path("favourites", FavouritesView.as_view()),
    path("favourites/<uuid:provider_id>", FavouriteView.as_view()),
    path("provider-application", ApplicationView.as_view()),
    path("provider-application/submit", SubmitApplicationView.as_view()),
    path("provider-application/again", ApplyAgainView.as_view()),
    path("provider-application/documents/<uuid:document_id>", DocumentFileView.as_view()),
    path("provider-application/documents/<kind:kind>", UploadView.as_view()),
    path("reviews/<uuid:review_id>/report", ReviewReportView.as_view()),
    path("provider/settings", SettingsView.as_view()),
    path("provider/photo", PhotoView.as_view()),
    path("provider/reviews/<uuid:review_id>/answer", ReviewAnswerView.as_view()),
]
