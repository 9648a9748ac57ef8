from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0015_language_of_support_requests")]

    operations = [
        migrations.AddField(
            model_name="emailchange",
            name="is_reverted",
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
