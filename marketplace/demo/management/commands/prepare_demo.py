"""Everything that must be in order before the demonstration's processes start."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser


class Command(BaseCommand):
    """Migrates the database, gathers the static files, and loads the demo data."""

    help = "Prepare database, static files and demo data of a demonstration."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --collect: gather the static files anew."""
        parser.add_argument("--collect", action="store_true", help="gather the static files anew")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare; each part is safe to repeat."""
        call_command("migrate", interactive=False, verbosity=0)
        if options["collect"]:
            call_command("collectstatic", interactive=False, clear=True, verbosity=0)
