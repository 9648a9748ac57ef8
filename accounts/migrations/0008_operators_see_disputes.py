"""Operators look at the payments that customers contest at their banks."""

from django.db import migrations


def allow(apps, schema_editor):
    # The permission may not be there yet: on a first installation they are made after all migrations.
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="orders", model="dispute"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename="view_dispute", defaults={"name": "Can view dispute"}
    )
    for name in ("support", "operations", "finance"):
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_operators_see_due_work")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
