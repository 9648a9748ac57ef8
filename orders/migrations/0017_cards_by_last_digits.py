"""Operators find a card by its last four digits."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('orders', '0016_message_digest'),
    ]

    operations = [
        BuildIndex(
            model_name='savedcard',
            index=models.Index(fields=['last4'], name='cards_by_last_digits'),
        ),
    ]
