"""The ASGI application: pages, API and live events."""

import os
from typing import cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")
# Pages wait less long for a statement (marketplace.db.connections).
os.environ.setdefault("WEB_PROCESS", "1")

_site = get_asgi_application()

from marketplace.http.bodies import Asgi, bounded  # noqa: E402 - settings are needed before

application = bounded(cast("Asgi", _site))
