from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_folded_names")]

    operations = [
        migrations.AddField("notification", "email_due_at", models.DateTimeField(blank=True, null=True)),
    ]
