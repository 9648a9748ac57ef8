"""The ASGI application: pages, API and live events."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")

application = get_asgi_application()
