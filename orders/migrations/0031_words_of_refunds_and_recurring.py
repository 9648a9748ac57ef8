from django.db import migrations, models
from django.db.models import Q

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0030_skipped_numbers")]

    operations = [
        BuildIndex(
            model_name="refund",
            index=models.Index(
                fields=["created_at"],
                name="refunds_with_note",
                condition=~Q(note="", paid_twice_note=""),
            ),
        ),
        BuildIndex(
            model_name="recurringbooking",
            index=models.Index(
                fields=["ended_at"], name="recurring_with_address", condition=~Q(pickup_address="")
            ),
        ),
    ]
