from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0024_when_steps_were_received")]

    operations = [
        migrations.AddField(
            "order",
            "has_early_messages",
            models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
