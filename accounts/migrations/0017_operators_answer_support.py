"""Support and operations answer what people write; both see reported reviews, operations decides."""

from django.db import migrations

BOTH = ("support", "operations")
# The model, the permission, and the groups that have it.
PERMISSIONS = (
    ("accounts", "supportrequest", "view", "Can view support request", BOTH),
    ("accounts", "supportrequest", "change", "Can change support request", BOTH),
    ("providers", "reviewreport", "view", "Can view reported review", BOTH),
    ("providers", "reviewreport", "change", "Can change reported review", ("operations",)),
)


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    for app, model, act, title, groups in PERMISSIONS:
        kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
            app_label=app, model=model
        )
        permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=kind, codename=f"{act}_{model}", defaults={"name": title}
        )
        for name in groups:
            group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0016_support_requests")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
