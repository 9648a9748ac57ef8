"""Operations and finance read the audit log; support does not."""

from django.db import migrations


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="admin", model="logentry"
    )
    permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=kind, codename="view_logentry", defaults={"name": "Can view log entry"}
    )
    for name in ("operations", "finance"):
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_operations_review_applications")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
