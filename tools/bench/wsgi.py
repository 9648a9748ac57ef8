"""The site as in production, with the bare limits beside it at ``/bench/…``."""

import os

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")
settings.ROOT_URLCONF = "tools.bench.urls"

from marketplace.wsgi import application  # noqa: E402, F401 - after the addresses are chosen
