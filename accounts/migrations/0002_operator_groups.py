"""The three kinds of operators and what each may do in the back office."""

from django.db import migrations

READ_ORDERS = {
    "orders": ["order", "orderline", "orderevent", "reservation", "message", "payment", "refund"],
}
PEOPLE = {"accounts": ["user", "address", "notification"], "providers": ["provider", "servicearea", "review"]}
TIME = {"scheduling": ["timeslot", "weeklywindow", "dayoff"], "providers": ["postalcode"]}
BOOKS = {"orders": ["ledgerentry", "stripeevent"]}

GROUPS = {
    "support": {
        "view": [READ_ORDERS, PEOPLE, TIME],
        "change": [{"accounts": ["user"], "orders": ["order"], "providers": ["review"]}],
    },
    "operations": {
        "view": [READ_ORDERS, PEOPLE, TIME, {"marketplace": ["outboxmessage"]}],
        "add": [{"scheduling": ["timeslot", "weeklywindow", "dayoff"], "providers": ["servicearea"]}],
        "change": [
            {
                "accounts": ["user"],
                "marketplace": ["outboxmessage"],
                "orders": ["order"],
                "providers": ["provider", "servicearea", "review"],
                "scheduling": ["timeslot", "weeklywindow", "dayoff"],
            }
        ],
        "delete": [{"scheduling": ["weeklywindow", "dayoff"], "providers": ["servicearea"]}],
    },
    "finance": {
        "view": [READ_ORDERS, PEOPLE, BOOKS],
        "change": [{"orders": ["refund"]}],
    },
}


def create_groups(apps, schema_editor):
    # The permissions of a first installation are made after all migrations; making these here, under
    # the names that Django gives them, lets the groups hold them already.
    group_model = apps.get_model("auth", "Group")
    permission_model = apps.get_model("auth", "Permission")
    type_model = apps.get_model("contenttypes", "ContentType")
    verbose = {
        "orderline": "order line", "orderevent": "order event", "servicearea": "service area",
        "timeslot": "time slot", "weeklywindow": "weekly window", "dayoff": "day off",
        "postalcode": "postal code", "ledgerentry": "ledger entry", "stripeevent": "stripe event",
        "outboxmessage": "outbox message",
    }  # fmt: skip
    for name, acts in GROUPS.items():
        group, _ = group_model.objects.get_or_create(name=name)
        for act, tables in acts.items():
            for table in tables:
                for app, models in table.items():
                    for model in models:
                        kind, _ = type_model.objects.get_or_create(app_label=app, model=model)
                        permission, _ = permission_model.objects.get_or_create(
                            content_type=kind,
                            codename=f"{act}_{model}",
                            defaults={"name": f"Can {act} {verbose.get(model, model)}"},
                        )
                        group.permissions.add(permission)


def remove_groups(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=GROUPS).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunPython(create_groups, remove_groups)]
