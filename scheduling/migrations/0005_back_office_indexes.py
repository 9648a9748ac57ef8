"""Indexes for what the back office lists and searches; the ones that another index begins with go."""

import django.db.models.deletion
from django.db import migrations, models

from marketplace.db.indexes import BuildIndex, DropForeignKeyIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('providers', '0003_pauses'),
        ('scheduling', '0004_slots_by_hand'),
    ]

    operations = [
        DropForeignKeyIndex(
            model_name='timeslot',
            name='provider',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='providers.provider'),
        ),
        DropForeignKeyIndex(
            model_name='weeklywindow',
            name='provider',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='weekly_windows', to='providers.provider'),
        ),
        BuildIndex(
            model_name='timeslot',
            index=models.Index(fields=['starts_at', 'provider'], name='slots_by_start'),
        ),
        BuildIndex(
            model_name='timeslot',
            index=models.Index(condition=models.Q(('is_closed', True)), fields=['starts_at'], name='slots_closed'),
        ),
    ]
