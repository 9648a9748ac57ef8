"""The database refuses to change or remove what the back office's log says of who did what."""

from django.db import migrations

from marketplace.db.append_only import guard


class Migration(migrations.Migration):
    dependencies = [
        ("marketplace", "0004_packed_answers"),
        ("admin", "0003_logentry_add_action_flag_choices"),
    ]

    operations = [guard("django_admin_log")]
