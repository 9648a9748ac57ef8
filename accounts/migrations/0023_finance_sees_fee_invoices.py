"""Finance sees the invoices of the fee."""

from django.db import migrations


def allow(apps, schema_editor):
    # The permission may not be there yet: on a first installation they are made after all migrations.
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="orders", model="feeinvoice"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename="view_feeinvoice", defaults={"name": "Can view fee invoice"}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="finance")
    group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0022_email_changes")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
