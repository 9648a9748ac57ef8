"""``manage.py prepare_demo``: prepare the database before the demonstration's processes start."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.db.migrations.loader import MigrationLoader


class Command(BaseCommand):
    """Migrates the database and loads the demo data."""

    help = "Prepare database and demo data of a demonstration."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        loader = MigrationLoader(connection)
        # Migrations are recreated before the first release; an older database cannot be migrated.
        unknown = loader.applied_migrations.keys() - loader.disk_migrations.keys()
        if any(app in loader.migrated_apps for app, _ in unknown):
            raise CommandError(
                f"The data in {settings.VAR_DIR} were made by another version of Suuber: "
                "delete that folder and start again."
            )
        call_command("migrate", interactive=False, verbosity=0)
        call_command("load_demo")
