"""Finance pays providers; support, operations and finance hold money back while they look into something."""

from django.db import migrations

GRANTED = {
    "support": ["view_payouthold", "hold_order"],
    "operations": ["view_payouthold", "hold_order"],
    "finance": ["view_payout", "pay_payout", "view_payoutaccount", "view_payouthold", "hold_order"],
}
NAMES = {
    "view_payout": ("payout", "Can view payout"),
    "pay_payout": ("payout", "Can pay payout"),
    "view_payoutaccount": ("payoutaccount", "Can view payout account"),
    "view_payouthold": ("payouthold", "Can view payout hold"),
    "hold_order": ("order", "Can hold back the money of an order"),
}


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    type_model = apps.get_model("contenttypes", "ContentType")
    for group_name, codenames in GRANTED.items():
        group, _ = group_model.objects.get_or_create(name=group_name)
        for codename in codenames:
            model, name = NAMES[codename]
            kind, _ = type_model.objects.get_or_create(app_label="orders", model=model)
            permission, _ = permission_model.objects.get_or_create(
                content_type=kind, codename=codename, defaults={"name": name}
            )
            group.permissions.add(permission)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_place")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
