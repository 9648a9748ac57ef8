"""Indexes for what the back office lists and searches; the ones that another index begins with go."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from marketplace.db.indexes import DropForeignKeyIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('marketplace', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropForeignKeyIndex(
            model_name='idempotencyrecord',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='idempotency_records', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='liveevent',
            name='account',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='live_events', to=settings.AUTH_USER_MODEL),
        ),
    ]
