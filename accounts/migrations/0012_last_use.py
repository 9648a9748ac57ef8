from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_failed_exports")]

    operations = [
        migrations.AddField("user", "last_used_at", models.DateTimeField(blank=True, null=True)),
    ]
