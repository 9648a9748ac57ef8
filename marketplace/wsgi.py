"""The WSGI application: pages and API, for a deployment that serves live events elsewhere."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")
# Nobody waits longer for a page; workers and commands may take their time.
os.environ.setdefault("STATEMENT_TIMEOUT_SECONDS", "30")

application = get_wsgi_application()
