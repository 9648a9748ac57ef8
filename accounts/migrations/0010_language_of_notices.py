from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_whose_account")]

    operations = [
        migrations.AddField(
            "notification", "language", models.CharField(blank=True, db_default="", default="", max_length=5)
        ),
    ]
