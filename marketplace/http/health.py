"""Health checks: the process is alive, and its dependencies work. Part of the top layer."""

import logging
from collections.abc import Callable
from threading import Lock
from time import monotonic

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from marketplace.celery import app as celery_app

logger = logging.getLogger(__name__)

_BROKER_SECONDS = 2
# Anybody may ask, and asking costs more than most pages: a process looks once in this time.
FRESH_SECONDS = 1.0

_looking = Lock()
# When the process last looked, and what it found.
_found: list[tuple[float, dict[str, bool]]] = []


def _database_responds() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _is_migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _broker_responds() -> bool:
    with celery_app.connection_for_write(connect_timeout=_BROKER_SECONDS) as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=_BROKER_SECONDS)
    return True


def _in_order(check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception:  # any error means: not ready
        logger.warning("%s failed", check.__name__, exc_info=True)
        return False


def forget() -> None:
    """Forget what was found, so that the next call looks again."""
    _found.clear()


def _checks() -> dict[str, bool]:
    """Return what is in order, as it was found a second ago at most."""
    with _looking:
        if not _found or monotonic() - _found[0][0] >= FRESH_SECONDS:
            checks = {
                "database": _in_order(_database_responds),
                "migrations": _in_order(_is_migrated),
                "broker": _in_order(_broker_responds),
            }
            _found[:] = [(monotonic(), checks)]
        return _found[0][1]


@require_safe
def alive(request: HttpRequest) -> JsonResponse:
    """Respond 200: the process handles requests."""
    return JsonResponse({"status": "ok"})


@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Respond 200 when database, migrations and broker work, else 503; the body says which."""
    checks = _checks()
    response = JsonResponse(checks, status=200 if all(checks.values()) else 503)
    response["Cache-Control"] = "no-store"
    return response
