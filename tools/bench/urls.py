"""The site's URLs, and those of the baselines."""

from django.urls import path

from marketplace.urls import urlpatterns as site
from tools.bench.bare import bare, bare_list, uncached_list
from tools.bench.raw_orders import raw_order

urlpatterns = [
    path("bench/bare", bare),
    path("bench/bare-list/<str:postal_code>", bare_list),
    path("bench/uncached-list/<str:postal_code>", uncached_list),
    path("bench/raw-order", raw_order),
    *site,
]
