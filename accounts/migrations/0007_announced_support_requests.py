from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_support_chat")]

    operations = [
        migrations.AddField("supportrequest", "announced_at", models.DateTimeField(null=True, blank=True)),
    ]
