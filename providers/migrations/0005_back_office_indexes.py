"""Indexes for what the back office lists and searches; the ones that another index begins with go."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from marketplace.db.indexes import BuildIndex, DropForeignKeyIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('providers', '0004_pause_closed_accounts'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropForeignKeyIndex(
            model_name='review',
            name='provider',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='reviews', to='providers.provider'),
        ),
        DropForeignKeyIndex(
            model_name='servicearea',
            name='provider',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='service_areas', to='providers.provider'),
        ),
        BuildIndex(
            model_name='provider',
            index=models.Index(fields=['-created_at', '-id'], name='providers_newest'),
        ),
        BuildIndex(
            model_name='review',
            index=models.Index(fields=['-created_at', '-id'], name='reviews_newest_of_all'),
        ),
        BuildIndex(
            model_name='review',
            index=models.Index(condition=models.Q(('hidden_at__isnull', False)), fields=['-created_at'], name='reviews_hidden'),
        ),
    ]
