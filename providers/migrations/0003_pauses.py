"""Pauses that end by themselves, and pauses that only an operator ends.

Until now only operators could pause a provider: who is paused today was paused by one.
"""

from django.db import migrations, models


def paused_by_operators(apps, schema_editor):
    provider = apps.get_model("providers", "Provider")
    provider.objects.using(schema_editor.connection.alias).filter(status="paused").update(paused_by_office=True)


class Migration(migrations.Migration):
    dependencies = [("providers", "0002_postal_codes")]

    operations = [
        migrations.AddField("provider", "paused_until", models.DateField(blank=True, null=True)),
        # With a default that the database knows, the previous release can still add rows beside this one.
        migrations.AddField("provider", "paused_by_office", models.BooleanField(default=False, db_default=False)),
        migrations.RunPython(paused_by_operators, migrations.RunPython.noop),
    ]
