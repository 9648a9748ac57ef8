"""Photos of conversations that were kept long enough are found by an index, built beside the work."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0036_fee_invoices")]

    operations = [
        BuildIndex(
            model_name="message",
            index=models.Index(
                condition=models.Q(("photo", ""), _negated=True),
                fields=["sent_at"],
                name="message_photos_by_age",
            ),
        ),
    ]
