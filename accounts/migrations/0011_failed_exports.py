from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_language_of_notices")]

    operations = [
        migrations.AddField(
            "personaldataexport", "failed_at", models.DateTimeField(blank=True, null=True)
        ),
    ]
