"""Operators find a job by the row that it is about, and what was given up by its reason."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('marketplace', '0006_parked_messages'),
    ]

    operations = [
        BuildIndex(
            model_name='job',
            index=models.Index(fields=['subject'], name='job_subject'),
        ),
        BuildIndex(
            model_name='job',
            index=models.Index(condition=models.Q(('parked_at__isnull', False)), fields=['parked_at'], name='job_parked'),
        ),
    ]
