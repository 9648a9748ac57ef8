from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0022_skipped_care_question")]

    operations = [
        migrations.AddField("orderevent", "received_at", models.DateTimeField(blank=True, null=True)),
    ]
