"""Indexes for what the back office lists and searches; the ones that another index begins with go."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from marketplace.db.indexes import BuildIndex, DropForeignKeyIndex
from marketplace.db.text_search import LowerPrefix, ReversedDigits, SearchIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('accounts', '0005_operators_act_by_permission'),
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        DropForeignKeyIndex(
            model_name='knownclient',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='known_clients', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='notification',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to=settings.AUTH_USER_MODEL),
        ),
        BuildIndex(
            model_name='notification',
            index=models.Index(fields=['-created_at', '-id'], name='notifications_newest_of_all'),
        ),
        BuildIndex(
            model_name='notification',
            index=models.Index(fields=['kind', '-created_at'], name='notifications_by_kind'),
        ),
        BuildIndex(
            model_name='user',
            index=models.Index(fields=['-date_joined', '-id'], name='accounts_newest'),
        ),
        BuildIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_staff', True)), fields=['-date_joined'], name='operators'),
        ),
        BuildIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_active', False)), fields=['-date_joined'], name='accounts_closed'),
        ),
        BuildIndex(
            model_name='user',
            index=SearchIndex(LowerPrefix('first_name'), name='accounts_by_first_name'),
        ),
        BuildIndex(
            model_name='user',
            index=SearchIndex(LowerPrefix('last_name'), name='accounts_by_last_name'),
        ),
        BuildIndex(
            model_name='user',
            index=SearchIndex(ReversedDigits('phone'), name='accounts_by_phone'),
        ),
    ]
