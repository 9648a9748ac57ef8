import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_announced_support_requests")]

    operations = [
        migrations.CreateModel(
            name="AccountPhoto",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="photo",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("file", models.CharField(max_length=120)),
            ],
            options={
                "default_permissions": (),
                "indexes": [models.Index(fields=["file"], name="account_photos_by_file")],
            },
        ),
    ]
