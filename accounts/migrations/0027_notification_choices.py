"""What of its notices an account has switched off."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0026_notice_words'),
    ]

    operations = [
        migrations.CreateModel(
            name='NotificationChoices',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='notification_choices', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('off', models.JSONField(default=list)),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'notification choices',
                'default_permissions': ('view',),
            },
        ),
    ]
