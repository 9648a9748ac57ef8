"""The WSGI application: pages and API, for a deployment that serves live events elsewhere."""

import gc
import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")
# Pages wait less long for a statement (marketplace.db.connections).
os.environ.setdefault("WEB_PROCESS", "1")

application = get_wsgi_application()
# Load the views now, so that no first request waits for them and the workers share their memory.
get_resolver().url_patterns  # noqa: B018 - read for its effect
# What is loaded lives until the end. Requests leave few cycles: to look for them after each 700 new objects
# took 6 % of a provider's page.
gc.collect()
gc.freeze()
gc.set_threshold(10_000, 20, 20)
