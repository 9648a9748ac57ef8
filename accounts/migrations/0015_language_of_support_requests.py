from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0014_exports_that_failed_before")]

    operations = [
        migrations.AddField(
            "supportrequest",
            "language",
            models.CharField(blank=True, db_default="", default="", max_length=5),
        ),
    ]
