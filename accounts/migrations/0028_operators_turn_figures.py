"""All operators see the figures; operations and finance turn them."""

from django.db import migrations

MAY = {"view": ("support", "operations", "finance"), "add": ("operations", "finance")}


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="marketplace", model="figureversion"
    )
    for act, names in MAY.items():
        permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=kind, codename=f"{act}_figureversion", defaults={"name": f"Can {act} figures"}
        )
        for name in names:
            group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0027_notification_choices")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
