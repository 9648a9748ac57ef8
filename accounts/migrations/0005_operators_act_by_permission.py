"""Support sees, operations acts, finance refunds: what each may do is said act by act."""

from django.db import migrations

NAMES = {
    "add_message": "Can add message",
    "add_order": "Can add order",
    "add_recurringbooking": "Can add recurring booking",
    "cancel_order": "Can cancel order",
    "change_payment": "Can change payment",
    "move_order": "Can move order to another status",
    "refund_order": "Can refund order",
}
GRANTED = {
    "support": [("message", "add_message")],
    "operations": [
        ("message", "add_message"),
        ("order", "add_order"),
        ("order", "move_order"),
        ("order", "cancel_order"),
        ("payment", "change_payment"),
        ("recurringbooking", "add_recurringbooking"),
    ],
    "finance": [("order", "refund_order"), ("payment", "change_payment")],
}
# Support had these when one permission stood for every button.
TAKEN = {"support": ["change_order", "change_recurringbooking", "change_review"]}


def allow(apps, schema_editor):
    # The permissions may not be there yet: on a first installation they are made after all migrations.
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    type_model = apps.get_model("contenttypes", "ContentType")
    for name, acts in GRANTED.items():
        group, _ = group_model.objects.get_or_create(name=name)
        for model, codename in acts:
            kind, _ = type_model.objects.get_or_create(app_label="orders", model=model)
            permission, _ = permission_model.objects.get_or_create(
                content_type=kind, codename=codename, defaults={"name": NAMES[codename]}
            )
            group.permissions.add(permission)
        group.permissions.remove(*group.permissions.filter(codename__in=TAKEN.get(name, [])))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_operators_see_recurring_bookings")]

    operations = [migrations.RunPython(allow, migrations.RunPython.noop)]
