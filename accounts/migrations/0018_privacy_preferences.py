"""What accounts allow, and the log of it, which only grows; a line leaves with its account."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0017_operators_answer_support'),
    ]

    operations = [
        migrations.CreateModel(
            name='PrivacyPreferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='privacy_preferences', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('analytics', models.BooleanField(default=True)),
                ('marketing', models.BooleanField(default=False)),
                ('notifications', models.BooleanField(default=True)),
                ('location_tracking', models.BooleanField(default=True)),
                ('data_sharing', models.BooleanField(default=False)),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'verbose_name_plural': 'privacy preferences',
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='ConsentChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(choices=[('analytics', 'Analytics'), ('marketing', 'Marketing'), ('notifications', 'Notifications'), ('location_tracking', 'Location tracking'), ('data_sharing', 'Data sharing')], max_length=20)),
                ('was_allowed', models.BooleanField()),
                ('is_allowed', models.BooleanField()),
                ('text_version', models.DateField()),
                ('at', models.DateTimeField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='consent_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['user', 'at'], name='consents_of_account')],
                'constraints': [models.CheckConstraint(condition=models.Q(('was_allowed', models.F('is_allowed')), _negated=True), name='consent_changes_change')],
            },
        ),
        guard('accounts_consentchange', removable=True),
    ]
