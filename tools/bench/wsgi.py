"""The site as in production, with the bare limits beside it at ``/bench/…``."""

import os

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")
settings.ROOT_URLCONF = "tools.bench.urls"
# All load comes from one address: counted as ever, and never refused.
settings.LISTS_PER_MINUTE = settings.NEARBY_LISTS_PER_MINUTE = 1_000_000_000

from marketplace.wsgi import application  # noqa: E402, F401 - after the addresses are chosen
