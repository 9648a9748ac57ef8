"""Operations reviews applications and their documents; support and finance see neither."""

from django.db import migrations

NAMES = {
    "view_application": "Can view application",
    "review_application": "Can review application",
}


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="operations")
    kind, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="providers", model="application"
    )
    for codename, name in NAMES.items():
        permission, _ = apps.get_model("auth", "Permission").objects.get_or_create(
            content_type=kind, codename=codename, defaults={"name": name}
        )
        group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_finance_pays_payouts")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
