"""``/metrics`` for Prometheus, with a token. Part of the top layer."""

import os
from hmac import compare_digest

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector

from marketplace.metrics.gauges import Gauges


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Respond with the metrics; 404 without the token in ``Authorization``."""
    token = settings.METRICS_TOKEN
    given = request.headers.get("Authorization", "")
    if not token or not compare_digest(given.encode(), f"Bearer {token}".encode()):
        raise Http404
    response = HttpResponse(_measured(), content_type=CONTENT_TYPE_LATEST)
    response["Cache-Control"] = "no-store"
    return response


def _measured() -> bytes:
    """Return the request times of all processes (of this one if they share no folder) and the gauges."""
    times: CollectorRegistry = REGISTRY
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        times = CollectorRegistry()
        MultiProcessCollector(times)  # type: ignore[no-untyped-call]  # untyped
    gauges = CollectorRegistry()
    gauges.register(Gauges())
    return generate_latest(times) + generate_latest(gauges)
