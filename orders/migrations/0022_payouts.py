"""What providers are paid: accounts, weekly payouts and the ledger entries that they take."""

import django.db.models.deletion
import marketplace.money
import uuid
from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0021_recurring_by_end_of_id'),
        ('providers', '0007_favourites'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Payout',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('week', models.DateField(help_text='the Monday on which the week began')),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('holder', models.CharField(blank=True, max_length=70, verbose_name='account holder')),
                ('iban', models.CharField(blank=True, max_length=21, verbose_name='IBAN')),
                ('status', models.CharField(choices=[('due', 'To be paid'), ('paid', 'Paid'), ('failed', 'Returned by the bank')], default='due', max_length=8)),
                ('reference', models.CharField(blank=True, help_text="the bank's, of the payment", max_length=35)),
                ('note', models.CharField(blank=True, help_text='why the bank returned it', max_length=160)),
                ('created_at', models.DateTimeField()),
                ('paid_at', models.DateTimeField(blank=True, null=True)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-week', '-created_at'],
                'permissions': [('pay_payout', 'Can pay payout')],
            },
        ),
        migrations.CreateModel(
            name='PayoutAccount',
            fields=[
                ('provider', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='payout_account', serialize=False, to='providers.provider')),
                ('holder', models.CharField(max_length=70, verbose_name='account holder')),
                ('iban', models.CharField(max_length=21, verbose_name='IBAN')),
                ('changed_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='PayoutAccountChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('holder', models.CharField(max_length=70, verbose_name='account holder')),
                ('iban_end', models.CharField(max_length=4, verbose_name='last digits of the IBAN')),
                ('at', models.DateTimeField()),
            ],
            options={
                'ordering': ['-at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='PayoutHold',
            fields=[
                ('order', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='payout_hold', serialize=False, to='orders.order')),
                ('reason', models.CharField(max_length=160)),
                ('held_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['-held_at'],
            },
        ),
        migrations.CreateModel(
            name='PayoutLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='PayoutRun',
            fields=[
                ('week', models.DateField(primary_key=True, serialize=False)),
                ('started_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-week'],
            },
        ),
        migrations.AlterField(
            model_name='ledgerentry',
            name='account',
            field=models.CharField(choices=[('stripe', 'Money at Stripe'), ('customer', "Customers' money held"), ('provider', 'Owed to providers'), ('paid_out', 'Paid out to providers'), ('platform', 'Platform fees earned'), ('returns', 'Refunds that came back')], max_length=12),
        ),
        migrations.AddField(
            model_name='payout',
            name='paid_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='payout',
            name='provider',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payouts', to='providers.provider'),
        ),
        migrations.AddConstraint(
            model_name='payoutaccount',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('iban__startswith', 'CH'), ('iban__startswith', 'LI'), _connector='OR'), models.Q(('holder', ''), _negated=True)), name='payout_account_is_swiss'),
        ),
        migrations.AddField(
            model_name='payoutaccountchange',
            name='changed_by',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='payoutaccountchange',
            name='provider',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payout_account_changes', to='providers.provider'),
        ),
        migrations.AddField(
            model_name='payouthold',
            name='held_by',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='payoutline',
            name='entry',
            field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='payout_line', to='orders.ledgerentry'),
        ),
        migrations.AddField(
            model_name='payoutline',
            name='payout',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='orders.payout'),
        ),
        migrations.AddIndex(
            model_name='payout',
            index=models.Index(fields=['-created_at', '-id'], name='payouts_newest'),
        ),
        migrations.AddIndex(
            model_name='payout',
            index=models.Index(condition=models.Q(('status', 'due')), fields=['created_at'], name='payouts_due'),
        ),
        migrations.AddIndex(
            model_name='payout',
            index=models.Index(condition=models.Q(('status', 'failed')), fields=['-failed_at'], name='payouts_failed'),
        ),
        migrations.AddConstraint(
            model_name='payout',
            constraint=models.UniqueConstraint(fields=('provider', 'week'), name='one_payout_per_provider_and_week'),
        ),
        migrations.AddConstraint(
            model_name='payout',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payout_is_positive'),
        ),
        migrations.AddConstraint(
            model_name='payout',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['due', 'paid', 'failed'])), name='payout_status_is_known'),
        ),
        migrations.AddConstraint(
            model_name='payout',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('holder', ''), ('iban', '')), models.Q(models.Q(('iban', ''), _negated=True), models.Q(('holder', ''), _negated=True)), _connector='OR'), name='payout_account_is_whole'),
        ),
        migrations.AddConstraint(
            model_name='payout',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('failed_at__isnull', True), ('paid_at__isnull', True), ('status', 'due')), models.Q(('failed_at__isnull', True), ('paid_at__isnull', False), ('status', 'paid'), models.Q(('iban', ''), _negated=True)), models.Q(('failed_at__isnull', False), ('paid_at__isnull', False), ('status', 'failed'), models.Q(('iban', ''), _negated=True)), _connector='OR'), name='payout_is_paid_to_an_account'),
        ),
        migrations.AddIndex(
            model_name='payoutaccountchange',
            index=models.Index(fields=['provider', '-at'], name='account_changes_of_provider'),
        ),
        migrations.AddConstraint(
            model_name='payoutline',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='payout_line_is_not_zero'),
        ),
        guard('orders_payoutaccountchange'),
    ]
