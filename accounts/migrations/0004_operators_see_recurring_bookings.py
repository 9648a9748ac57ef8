"""Support and operations look at recurring bookings, and pause, resume or end them."""

from django.db import migrations

GROUPS = {"support": ("view", "change"), "operations": ("view", "change"), "finance": ("view",)}
MODELS = {"recurringbooking": "recurring booking", "occurrence": "occurrence"}


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    type_model = apps.get_model("contenttypes", "ContentType")
    for name, acts in GROUPS.items():
        group, _ = group_model.objects.get_or_create(name=name)
        for model, words in MODELS.items():
            kind, _ = type_model.objects.get_or_create(app_label="orders", model=model)
            for act in acts if model == "recurringbooking" else ("view",):
                permission, _ = permission_model.objects.get_or_create(
                    content_type=kind,
                    codename=f"{act}_{model}",
                    defaults={"name": f"Can {act} {words}"},
                )
                group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_finance_sees_cards")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
