"""The orders that were handed back and that nobody took in time are found by an index, built beside the work."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('orders', '0025_hand_backs'),
    ]

    operations = [
        BuildIndex(
            model_name='order',
            index=models.Index(condition=models.Q(('hand_back_due_at__isnull', False), ('status', 'confirmed')), fields=['hand_back_due_at'], name='hand_backs_due'),
        ),
    ]
