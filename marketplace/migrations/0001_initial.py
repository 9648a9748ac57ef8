import django.core.validators
import django.db.models.deletion
import marketplace.money
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ("admin", "0003_logentry_add_action_flag_choices"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField()),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, db_default='')),
                ('kind', models.CharField(max_length=40)),
                ('subject', models.UUIDField()),
            ],
            options={
                'indexes': [models.Index(fields=['subject'], name='job_subject'), models.Index(condition=models.Q(('failed_at__isnull', False)), fields=['failed_at'], name='job_failed')],
                'constraints': [models.UniqueConstraint(fields=('kind', 'subject'), name='one_job_per_kind_and_subject')],
            },
        ),
        migrations.CreateModel(
            name='OutboxMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField()),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, db_default='')),
                ('topic', models.CharField(max_length=64)),
                ('payload', models.JSONField()),
                ('created_at', models.DateTimeField()),
                ('done_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('done_at__isnull', True), ('failed_at__isnull', True)), fields=['due_at'], name='outbox_due'), models.Index(condition=models.Q(('failed_at__isnull', False)), fields=['failed_at'], name='outbox_failed'), models.Index(condition=models.Q(('done_at__isnull', False)), fields=['done_at'], name='outbox_done')],
            },
        ),
        migrations.CreateModel(
            name='FigureVersion',
            fields=[
                ('number', models.PositiveIntegerField(primary_key=True, serialize=False, verbose_name='version')),
                ('written_at', models.DateTimeField(verbose_name='written')),
                ('valid_from', models.DateTimeField(verbose_name='valid from')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('price_standard', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('1.00')), django.core.validators.MaxValueValidator(Decimal('500.00'))], verbose_name='Standard wash and fold')),
                ('price_premium', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('1.00')), django.core.validators.MaxValueValidator(Decimal('500.00'))], verbose_name='Premium care')),
                ('price_ironing', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('1.00')), django.core.validators.MaxValueValidator(Decimal('500.00'))], verbose_name='Ironing only')),
                ('price_extra_kg', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0.50')), django.core.validators.MaxValueValidator(Decimal('100.00'))], verbose_name='Each kilogram above 10')),
                ('price_express', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0.50')), django.core.validators.MaxValueValidator(Decimal('200.00'))], verbose_name='Express same-day')),
                ('price_delicate', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0.50')), django.core.validators.MaxValueValidator(Decimal('200.00'))], verbose_name='Delicate items')),
                ('price_shirt', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0.50')), django.core.validators.MaxValueValidator(Decimal('200.00'))], verbose_name='Dry cleaning: shirt or blouse')),
                ('price_trousers', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0.50')), django.core.validators.MaxValueValidator(Decimal('200.00'))], verbose_name='Dry cleaning: trousers or skirt')),
                ('price_dress', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0.50')), django.core.validators.MaxValueValidator(Decimal('200.00'))], verbose_name='Dry cleaning: dress or jacket')),
                ('price_coat', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0.50')), django.core.validators.MaxValueValidator(Decimal('200.00'))], verbose_name='Dry cleaning: coat')),
                ('platform_fee', marketplace.money.MoneyField(decimal_places=2, max_digits=10, validators=[django.core.validators.MinValueValidator(Decimal('0.50')), django.core.validators.MaxValueValidator(Decimal('50.00'))], verbose_name='Platform fee')),
                ('free_minutes_before_pickup', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(15), django.core.validators.MaxValueValidator(1440)], verbose_name='Minutes before pickup until which cancelling is free')),
                ('free_minutes_after_booking', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(1440)], verbose_name='Minutes after booking during which cancelling is free')),
                ('late_fee_percent', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(0), django.core.validators.MaxValueValidator(100)], verbose_name='Late fee that new providers begin with, in percent')),
                ('hold_minutes', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(10), django.core.validators.MaxValueValidator(60)], verbose_name='Minutes for which a place is held until it is paid')),
                ('support_email', models.EmailField(max_length=254, verbose_name='Support: email')),
                ('support_phone', models.CharField(max_length=30, verbose_name='Support: phone')),
                ('support_first_day', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(7)], verbose_name='Support: first day of the week')),
                ('support_last_day', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(7)], verbose_name='Support: last day of the week')),
                ('support_opens', models.TimeField(verbose_name='Support: opens')),
                ('support_closes', models.TimeField(verbose_name='Support: closes')),
                ('made_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
            ],
            options={
                'verbose_name': 'figures',
                'verbose_name_plural': 'figures',
                'ordering': ['-number'],
                'constraints': [models.CheckConstraint(condition=models.Q(('price_standard__gte', Decimal('1.00')), ('price_standard__lte', Decimal('500.00'))), name='price_standard_within_bounds'), models.CheckConstraint(condition=models.Q(('price_premium__gte', Decimal('1.00')), ('price_premium__lte', Decimal('500.00'))), name='price_premium_within_bounds'), models.CheckConstraint(condition=models.Q(('price_ironing__gte', Decimal('1.00')), ('price_ironing__lte', Decimal('500.00'))), name='price_ironing_within_bounds'), models.CheckConstraint(condition=models.Q(('price_extra_kg__gte', Decimal('0.50')), ('price_extra_kg__lte', Decimal('100.00'))), name='price_extra_kg_within_bounds'), models.CheckConstraint(condition=models.Q(('price_express__gte', Decimal('0.50')), ('price_express__lte', Decimal('200.00'))), name='price_express_within_bounds'), models.CheckConstraint(condition=models.Q(('price_delicate__gte', Decimal('0.50')), ('price_delicate__lte', Decimal('200.00'))), name='price_delicate_within_bounds'), models.CheckConstraint(condition=models.Q(('price_shirt__gte', Decimal('0.50')), ('price_shirt__lte', Decimal('200.00'))), name='price_shirt_within_bounds'), models.CheckConstraint(condition=models.Q(('price_trousers__gte', Decimal('0.50')), ('price_trousers__lte', Decimal('200.00'))), name='price_trousers_within_bounds'), models.CheckConstraint(condition=models.Q(('price_dress__gte', Decimal('0.50')), ('price_dress__lte', Decimal('200.00'))), name='price_dress_within_bounds'), models.CheckConstraint(condition=models.Q(('price_coat__gte', Decimal('0.50')), ('price_coat__lte', Decimal('200.00'))), name='price_coat_within_bounds'), models.CheckConstraint(condition=models.Q(('platform_fee__gte', Decimal('0.50')), ('platform_fee__lte', Decimal('50.00'))), name='platform_fee_within_bounds'), models.CheckConstraint(condition=models.Q(('free_minutes_before_pickup__gte', 15), ('free_minutes_before_pickup__lte', 1440)), name='free_minutes_before_pickup_within_bounds'), models.CheckConstraint(condition=models.Q(('free_minutes_after_booking__gte', 5), ('free_minutes_after_booking__lte', 1440)), name='free_minutes_after_booking_within_bounds'), models.CheckConstraint(condition=models.Q(('late_fee_percent__gte', 0), ('late_fee_percent__lte', 100)), name='late_fee_percent_within_bounds'), models.CheckConstraint(condition=models.Q(('hold_minutes__gte', 10), ('hold_minutes__lte', 60)), name='hold_minutes_within_bounds'), models.CheckConstraint(condition=models.Q(('support_first_day__gte', 1), ('support_first_day__lte', 7)), name='support_first_day_within_bounds'), models.CheckConstraint(condition=models.Q(('support_last_day__gte', 1), ('support_last_day__lte', 7)), name='support_last_day_within_bounds'), models.CheckConstraint(condition=models.Q(('valid_from__gt', models.F('written_at'))), name='figures_begin_after_they_are_written'), models.CheckConstraint(condition=models.Q(('price_premium__gte', models.F('price_standard'))), name='premium_costs_no_less_than_standard'), models.CheckConstraint(condition=models.Q(('support_opens__lt', models.F('support_closes')), ('support_first_day__lte', models.F('support_last_day'))), name='support_opens_before_it_closes')],
            },
        ),
        migrations.CreateModel(
            name='IdempotencyRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=255)),
                ('fingerprint', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField()),
                ('body', models.JSONField()),
                ('packed', models.BinaryField(blank=True, null=True)),
                ('headers', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(db_index=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='idempotency_records', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('account', 'key'), name='one_response_per_account_and_key')],
            },
        ),
        migrations.CreateModel(
            name='LiveEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(max_length=32)),
                ('data', models.JSONField()),
                ('created_at', models.DateTimeField(db_index=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='live_events', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['account', 'id'], name='live_event_replay')],
            },
        ),
        guard("marketplace_figureversion"),
        # The log of the back office: what was done to a row, the newest first.
        migrations.RunSQL(
            "CREATE INDEX log_of_row ON django_admin_log (object_id, content_type_id, action_time)",
            "DROP INDEX log_of_row",
        ),
        guard("django_admin_log", may_be_emptied=("object_repr", "change_message")),
    ]
