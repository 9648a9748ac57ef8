"""The payments that wait for their receipt are found by an index, built beside the work."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('orders', '0032_receipts'),
    ]

    operations = [
        BuildIndex(
            model_name='payment',
            index=models.Index(condition=models.Q(('receipted_at__isnull', True), ('status', 'succeeded')), fields=['settled_at'], name='payments_without_receipt'),
        ),
    ]
