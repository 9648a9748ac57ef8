"""Operations looks after jobs as after messages, finance after events of Stripe's."""

from django.db import migrations

JOBS = [("marketplace", "job", "view_job", "Can view job"), ("marketplace", "job", "change_job", "Can change job")]
EVENTS = [
    ("orders", "stripeevent", "view_stripeevent", "Can view stripe event"),
    ("orders", "stripeevent", "change_stripeevent", "Can change stripe event"),
]
GRANTED = {"operations": JOBS, "finance": EVENTS}


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    type_model = apps.get_model("contenttypes", "ContentType")
    for name, permissions in GRANTED.items():
        group, _ = group_model.objects.get_or_create(name=name)
        for app, model, codename, words in permissions:
            kind, _ = type_model.objects.get_or_create(app_label=app, model=model)
            permission, _ = permission_model.objects.get_or_create(
                content_type=kind, codename=codename, defaults={"name": words}
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_back_office_indexes")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
