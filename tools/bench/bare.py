"""The limits: what Django gives when a view does nothing, behind the same middleware."""

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
    """Read the list once, so that the bare view answers with the very same objects."""
    content = list_cache.render(listed_near(postal_code=postal_code, now=clock.now())).content
    objects: list[dict[str, Any]] = json.loads(content)
    return objects


def bare(request: HttpRequest) -> HttpResponseBase:
    """Answer with next to nothing."""
    return JsonResponse({})


def bare_list(request: HttpRequest, postal_code: str) -> HttpResponseBase:
    """Turn objects in memory into JSON: no query, no cache."""
    return JsonResponse(_objects(postal_code), safe=False)


def uncached_list(request: HttpRequest, postal_code: str) -> HttpResponseBase:
    """Answer as the real address does when nothing is kept."""
    list_cache.forget()
    return _near(request, postal_code=postal_code)
