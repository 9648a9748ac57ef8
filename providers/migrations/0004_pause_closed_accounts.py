"""Takes providers of accounts that were closed before closing did so by itself out of the list."""

from secrets import randbits
from typing import Any

from django.db import migrations


def pause(apps: Any, schema_editor: Any) -> None:
    """Pause them as an operator does, and make kept lists out of date."""
    providers = apps.get_model("providers", "Provider").objects.filter(
        user__is_active=False, status__in=["approved", "paused"], paused_by_office=False
    )
    if providers.update(status="paused", paused_until=None, paused_by_office=True):
        apps.get_model("providers", "CatalogueChange").objects.create(token=randbits(48))


class Migration(migrations.Migration):
    """Changes rows, none of their columns."""

    dependencies = [("providers", "0003_pauses"), ("accounts", "0001_initial")]

    operations = [migrations.RunPython(pause, migrations.RunPython.noop)]
