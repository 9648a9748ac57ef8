from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0018_index_disputes_to_credit")]

    operations = [
        BuildIndex(
            "receipt",
            models.Index(fields=["order"], name="receipts_of_order"),
        )
    ]
