"""The database refuses to change or remove ledger entries; refunds remember their round of keys."""

from django.db import migrations, models

from marketplace.db.append_only import guard


class Migration(migrations.Migration):
    dependencies = [("orders", "0002_initial")]

    operations = [
        migrations.AddField(
            model_name="refund",
            name="key_round",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="rises when Stripe keeps a failure under the idempotency key"
            ),
        ),
        guard("orders_ledgerentry"),
    ]
