"""Disputes and saved cards are listed the newest first, by indexes that are built beside the work."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0038_recurring_prices")]

    operations = [
        BuildIndex(
            model_name="dispute", index=models.Index(fields=["-opened_at", "-id"], name="disputes_newest")
        ),
        BuildIndex(
            model_name="savedcard", index=models.Index(fields=["-created_at", "-id"], name="cards_newest")
        ),
    ]
