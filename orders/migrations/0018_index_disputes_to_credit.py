from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0017_index_refunds_to_credit")]

    operations = [
        BuildIndex(
            "dispute",
            models.Index(
                fields=["opened_at"],
                name="disputes_to_credit",
                condition=models.Q(status="lost", credited_at__isnull=True),
            ),
        )
    ]
