"""Operators see at once how many messages are parked."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('marketplace', '0005_office_log_append_only'),
    ]

    operations = [
        BuildIndex(
            model_name='outboxmessage',
            index=models.Index(condition=models.Q(('parked_at__isnull', False)), fields=['parked_at'], name='outbox_parked'),
        ),
    ]
