from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0016_enforce_valid_receipts")]

    operations = [
        BuildIndex(
            "refund",
            models.Index(
                fields=["created_at"], name="refunds_to_credit", condition=models.Q(credited_at__isnull=True)
            ),
        )
    ]
