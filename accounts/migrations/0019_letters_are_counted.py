"""E-mails that visitors ask for are counted by the account that they are about."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0018_privacy_preferences")]

    operations = [
        migrations.AddField(
            model_name="throttledact",
            name="account_key",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
    ]
