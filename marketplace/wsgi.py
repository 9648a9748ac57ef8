"""The WSGI application: pages and API, for a deployment that serves live events elsewhere."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")
# Seconds, for pages; workers and commands keep the longer default.
os.environ.setdefault("STATEMENT_TIMEOUT_SECONDS", "30")

application = get_wsgi_application()
