"""Support, operations and finance see what proves that laundry was handed over."""

from django.db import migrations


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="orders", model="handover"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename="view_handover", defaults={"name": "Can view handover"}
    )
    for name in ("support", "operations", "finance"):
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_support_signs_in_as_customers")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
