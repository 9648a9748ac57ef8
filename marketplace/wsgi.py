"""The WSGI application: pages and API, for a deployment that serves live events elsewhere."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")
# Pages wait less long for a statement (marketplace.db.connections).
os.environ.setdefault("WEB_PROCESS", "1")

application = get_wsgi_application()
