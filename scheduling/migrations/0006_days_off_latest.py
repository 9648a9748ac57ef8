"""Days off are listed the latest first, by an index that is built beside the work."""

from django.db import migrations, models

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("scheduling", "0005_back_office_indexes")]

    operations = [
        BuildIndex(
            model_name="dayoff", index=models.Index(fields=["-start_on", "-id"], name="days_off_latest")
        ),
    ]
