from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0006_enforce_what_is_borne")]

    operations = [migrations.AddField("payout", "filed_at", models.DateTimeField(null=True, blank=True))]
