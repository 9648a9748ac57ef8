"""``manage.py load_demo``: load the demonstration's data, once."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from demo.loading import load
from marketplace import clock


class Command(BaseCommand):
    """Loads accounts, providers and a past; a second run only adds the slots of new days."""

    help = "Load the demonstration's data (only with DEMO=1)."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("Demo data has well-known passwords: it is loaded with DEMO=1 alone.")
        fresh = load(now=clock.now())
        self.stdout.write("Demo data loaded." if fresh else "Demo data was there already.")
