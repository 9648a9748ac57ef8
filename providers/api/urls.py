"""API addresses of providers."""

from django.urls import URLPattern, path

from providers.api.views import (
    FavouritesView,
    FavouriteView,
    PlacesView,
    ProviderDetailsView,
    ProviderListView,
    ProvidersNearView,
    ReviewAnswerView,
)

urlpatterns: list[URLPattern] = [
    path("places", PlacesView.as_view()),
    path("providers", ProviderListView.as_view()),
    path("providers/<str:postal_code>", ProvidersNearView.as_view()),
    path("providers/details/<uuid:provider_id>", ProviderDetailsView.as_view()),
    path("favourites", FavouritesView.as_view()),
    path("favourites/<uuid:provider_id>", FavouriteView.as_view()),
    path("provider/reviews/<uuid:review_id>/answer", ReviewAnswerView.as_view()),
]
