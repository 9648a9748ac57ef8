"""What was handed on long ago is found without reading all that was handed on since."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('marketplace', '0007_search_of_jobs'),
    ]

    operations = [
        BuildIndex(
            model_name='outboxmessage',
            index=models.Index(condition=models.Q(('done_at__isnull', False)), fields=['done_at'], name='outbox_done'),
        ),
    ]
