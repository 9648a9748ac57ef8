"""What operators did to one row is found without reading the whole log."""

from django.db import migrations

from marketplace.db.indexes import BuildIndexOfAnother


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("marketplace", "0008_done_messages"),
        ("admin", "0003_logentry_add_action_flag_choices"),
    ]

    operations = [
        BuildIndexOfAnother(
            name="log_of_row",
            table="django_admin_log",
            columns=["object_id", "content_type_id", "action_time"],
        )
    ]
