from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_account_photos")]

    operations = [
        migrations.AddField(
            "failedsignin",
            "client_key",
            models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            "emailchange", "was_confirmed", models.BooleanField(db_default=True, default=True)
        ),
    ]
