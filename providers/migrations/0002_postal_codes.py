"""Loads the country's postal codes (``providers/data/SOURCE.md``)."""

import csv
from pathlib import Path

from django.db import migrations

TABLE = Path(__file__).resolve().parent.parent / "data" / "postal_codes.csv"


def load(apps, schema_editor):
    postal_code = apps.get_model("providers", "PostalCode")
    with TABLE.open(encoding="utf-8", newline="") as file:
        postal_code.objects.using(schema_editor.connection.alias).bulk_create(
            [
                postal_code(
                    code=row["code"],
                    place=row["place"],
                    canton=row["canton"],
                    latitude=float(row["latitude"]),
                    longitude=float(row["longitude"]),
                )
                for row in csv.DictReader(file)
            ],
            ignore_conflicts=True,
        )


class Migration(migrations.Migration):
    dependencies = [("providers", "0001_initial")]

    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
