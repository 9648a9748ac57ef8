"""What a recurring booking costs follows from when that was agreed."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0037_message_photos_by_age'),
    ]

    operations = [
        migrations.AddField(
            model_name='recurringbooking',
            name='repriced_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
    ]
