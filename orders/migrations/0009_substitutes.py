from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0008_room_for_suppliers")]

    operations = [
        migrations.AddField(
            "order", "substitute_offered_at", models.DateTimeField(blank=True, null=True)
        ),
        migrations.AddField("handback", "pickup_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("message", "is_from_team", models.BooleanField(default=False, db_default=False)),
    ]
