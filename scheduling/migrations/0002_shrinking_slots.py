from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("scheduling", "0001_initial")]

    operations = [
        migrations.AddField(
            "timeslot", "shrink_to", models.PositiveSmallIntegerField(blank=True, editable=False, null=True)
        )
    ]
