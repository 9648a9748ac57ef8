"""Support signs in as customers; support and operations see who did."""

from django.db import migrations

GRANTED = {"support": ["impersonate_user", "view_impersonation"], "operations": ["view_impersonation"]}
NAMES = {
    "impersonate_user": ("user", "Can sign in as a customer"),
    "view_impersonation": ("impersonation", "Can view sign-in as a customer"),
}


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    for group_name, codenames in GRANTED.items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=group_name)
        for codename in codenames:
            model, name = NAMES[codename]
            kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
                app_label="accounts", model=model
            )
            permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
                content_type=kind, codename=codename, defaults={"name": name}
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0013_impersonation")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
