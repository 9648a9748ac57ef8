"""The baselines: views that do nothing, behind the same middleware."""

import json
from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponseBase, JsonResponse

from marketplace import clock
from providers.api import list_cache
from providers.api.views import ProvidersNearView
from providers.selectors import listed_near

_near = ProvidersNearView.as_view()


@lru_cache(maxsize=8)
def _objects(postal_code: str) -> list[dict[str, Any]]:
    """Read the list once, so that the bare view responds with the same objects."""
    content = list_cache.render(listed_near(postal_code=postal_code, now=clock.now())).content
    objects: list[dict[str, Any]] = json.loads(content)
    return objects


def bare(request: HttpRequest) -> HttpResponseBase:
    """Return a minimal response."""
    return JsonResponse({})


def bare_list(request: HttpRequest, postal_code: str) -> HttpResponseBase:
    """Render objects in memory as JSON: no query, no cache."""
    return JsonResponse(_objects(postal_code), safe=False)


def uncached_list(request: HttpRequest, postal_code: str) -> HttpResponseBase:
    """Respond as the real URL does with an empty cache."""
    list_cache.forget()
    return _near(request, postal_code=postal_code)
