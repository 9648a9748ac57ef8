"""What a provider earned is read in order of time, for payouts and for statements."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('orders', '0022_payouts'),
    ]

    operations = [
        BuildIndex(
            model_name='ledgerentry',
            index=models.Index(
                fields=['provider', 'posted_at'],
                name='ledger_of_provider',
                condition=models.Q(account='provider'),
            ),
        ),
    ]
