import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('providers', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='SlotCoverage',
            fields=[
                ('provider', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='slot_coverage', serialize=False, to='providers.provider')),
                ('generated_until', models.DateField(blank=True, null=True)),
                ('pruned_before', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name_plural': 'slot coverage',
            },
        ),
        migrations.CreateModel(
            name='DayOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('start_on', models.DateField()),
                ('end_on', models.DateField()),
                ('note', models.CharField(blank=True, max_length=120)),
                ('provider', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='days_off', to='providers.provider')),
            ],
            options={
                'verbose_name_plural': 'days off',
                'ordering': ['start_on'],
                'indexes': [models.Index(fields=['-start_on', '-id'], name='days_off_latest')],
                'constraints': [models.CheckConstraint(condition=models.Q(('end_on__gte', models.F('start_on'))), name='day_off_has_length')],
            },
        ),
        migrations.CreateModel(
            name='TimeSlot',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('date', models.DateField()),
                ('start_time', models.TimeField()),
                ('end_time', models.TimeField()),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('capacity', models.PositiveSmallIntegerField()),
                ('booked', models.PositiveSmallIntegerField(default=0)),
                ('shrink_to', models.PositiveSmallIntegerField(blank=True, editable=False, null=True)),
                ('is_closed', models.BooleanField(default=False)),
                ('is_manual', models.BooleanField(default=False, help_text='added or changed by hand, whatever the week says')),
                ('provider', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='slots', to='providers.provider')),
            ],
            options={
                'ordering': ['starts_at'],
                'indexes': [models.Index(condition=models.Q(('booked__lt', models.F('capacity')), ('is_closed', False)), fields=['provider', 'starts_at'], name='free_slots'), models.Index(condition=models.Q(('is_manual', True)), fields=['provider', 'starts_at'], name='slots_by_hand'), models.Index(fields=['starts_at', 'provider'], name='slots_by_start'), models.Index(condition=models.Q(('is_closed', True)), fields=['starts_at'], name='slots_closed')],
                'constraints': [models.UniqueConstraint(fields=('provider', 'starts_at'), name='one_slot_per_start'), models.CheckConstraint(condition=models.Q(('booked__gte', 0), ('booked__lte', models.F('capacity'))), name='booked_within_capacity'), models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='slot_has_length')],
            },
        ),
        migrations.CreateModel(
            name='WeeklyWindow',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('weekday', models.PositiveSmallIntegerField(help_text='0 = Sunday to 6 = Saturday')),
                ('start_time', models.TimeField()),
                ('end_time', models.TimeField()),
                ('slot_minutes', models.PositiveSmallIntegerField(default=60)),
                ('capacity', models.PositiveSmallIntegerField(default=3, help_text='places in each slot')),
                ('provider', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='weekly_windows', to='providers.provider')),
            ],
            options={
                'ordering': ['weekday', 'start_time'],
                'constraints': [models.UniqueConstraint(fields=('provider', 'weekday', 'start_time'), name='one_window_per_start'), models.CheckConstraint(condition=models.Q(('weekday__lte', 6)), name='weekday_from_0_to_6'), models.CheckConstraint(condition=models.Q(('end_time__gt', models.F('start_time'))), name='window_has_length'), models.CheckConstraint(condition=models.Q(('capacity__gte', 1), ('capacity__lte', 50)), name='window_has_capacity'), models.CheckConstraint(condition=models.Q(('slot_minutes__gte', 15), ('slot_minutes__lte', 480)), name='slot_length_in_minutes')],
            },
        ),
    ]
