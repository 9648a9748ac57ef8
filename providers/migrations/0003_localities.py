import csv
from pathlib import Path

from django.db import migrations, models

# The country's postal codes (providers/data/SOURCE.md).
TABLE = Path(__file__).resolve().parent.parent / "data" / "postal_codes.csv"


def load(apps, schema_editor):
    """Write the names of all localities, and of each code the main one with its position."""
    rows = apps.get_model("providers", "PostalCode").objects.using(schema_editor.connection.alias)
    with TABLE.open(encoding="utf-8", newline="") as file:
        table = {row["code"]: row for row in csv.DictReader(file)}
    found = list(rows.filter(code__in=table))
    for one in found:
        row = table[one.code]
        one.locality, one.others = row["locality"], row["others"]
        one.latitude, one.longitude = float(row["latitude"]), float(row["longitude"])
    # An upsert: an update by cases for each row takes ten times as long.
    rows.bulk_create(
        found,
        update_conflicts=True,
        unique_fields=["code"],
        update_fields=["locality", "others", "latitude", "longitude"],
        batch_size=500,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('providers', '0002_reviews'),
    ]

    operations = [
        migrations.AddField(
            model_name='postalcode',
            name='others',
            field=models.TextField(blank=True, db_default='', default=''),
        ),
        migrations.RunPython(load, migrations.RunPython.noop, elidable=True),
    ]
