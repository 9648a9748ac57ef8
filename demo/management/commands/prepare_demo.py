"""Everything that must be in order before the demonstration's processes start."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Migrates the database and loads the demo data."""

    help = "Prepare database and demo data of a demonstration."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare; each part is safe to repeat."""
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_demo")
