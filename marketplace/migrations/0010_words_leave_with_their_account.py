"""What the office's log says in words can be emptied when the account that it is about is erased."""

from django.db import migrations

from marketplace.db.append_only import guard_but_for_emptying


class Migration(migrations.Migration):
    dependencies = [("marketplace", "0009_log_of_a_row"), ("marketplace", "0005_office_log_append_only")]

    operations = [guard_but_for_emptying("django_admin_log", "object_repr", "change_message")]
