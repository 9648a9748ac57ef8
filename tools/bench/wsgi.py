"""The site as in production, with the baselines at ``/bench/…``."""

import os

from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marketplace.settings")
settings.ROOT_URLCONF = "tools.bench.urls"
# All load comes from one IP address: count it as usual, but never reach the limit.
settings.LISTS_PER_MINUTE = settings.NEARBY_LISTS_PER_MINUTE = 1_000_000_000
settings.PROVIDER_READS_PER_MINUTE = settings.STRIPE_CALLS_PER_MINUTE = 1_000_000_000
settings.BOOKINGS_PER_HOUR = settings.PROVIDER_BOOKINGS_PER_HOUR = 1_000_000_000
settings.ORDER_CHANGES_PER_HOUR = settings.STORED_RESPONSES_PER_HOUR = 1_000_000_000

from marketplace.wsgi import application  # noqa: E402, F401 - after the addresses are chosen
