from django.db import migrations

from marketplace import clock


def say_that_they_failed(apps, editor):
    """End the copies that no message makes any more: when theirs failed, that was not recorded yet."""
    exports = apps.get_model("accounts", "PersonalDataExport").objects
    # Read before the messages: one that is asked for meanwhile is left alone.
    waiting = list(exports.filter(ready_at=None, failed_at=None).values_list("pk", flat=True))
    if not waiting:
        return
    messages = apps.get_model("marketplace", "OutboxMessage").objects.filter(done_at=None, failed_at=None)
    to_make = messages.filter(topic="personal_data_export").values_list("payload", flat=True)
    being_made = {payload["exportId"] for payload in to_make}
    dead = [pk for pk in waiting if str(pk) not in being_made]
    exports.filter(pk__in=dead, ready_at=None).update(failed_at=clock.now())


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0013_last_use_of_devices"),
        ("marketplace", "0001_initial"),
    ]

    operations = [migrations.RunPython(say_that_they_failed, migrations.RunPython.noop)]
