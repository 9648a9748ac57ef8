"""Finance looks at the cards that customers have saved: brand, last digits, and what was agreed to."""

from django.db import migrations


def allow(apps, schema_editor):
    # The permission may not be there yet: on a first installation they are made after all migrations.
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="orders", model="savedcard"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename="view_savedcard", defaults={"name": "Can view saved card"}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="finance")
    group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_operator_groups")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
