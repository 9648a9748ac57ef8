"""Disputes, what banks withdrew of an order, and who returned money for which reason."""

import django.db.models.deletion
import marketplace.money
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from marketplace.db.indexes import DeclareConstraint


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0008_operators_act_by_permission'),
        ('providers', '0003_pauses'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('stripe_dispute_id', models.CharField(max_length=80, unique=True)),
                ('status', models.CharField(choices=[('warning_needs_response', 'The bank asks: answer it'), ('warning_under_review', 'The bank reads our answer'), ('warning_closed', 'The bank asked, and leaves it there'), ('needs_response', 'Withdrawn: answer it'), ('under_review', 'Withdrawn: the bank reads our answer'), ('won', 'Won'), ('lost', 'Lost'), ('prevented', 'Prevented')], max_length=30)),
                ('reason', models.CharField(max_length=60)),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('withheld', marketplace.money.MoneyField(decimal_places=2, default=Decimal('0.00'), max_digits=10)),
                ('moves', models.PositiveSmallIntegerField(default=0)),
                ('opened_at', models.DateTimeField()),
                ('respond_by', models.DateTimeField(blank=True, null=True)),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['-opened_at'],
            },
        ),
        migrations.AddField(
            model_name='order',
            name='disputed_amount',
            field=marketplace.money.MoneyField(db_default=Decimal('0.00'), decimal_places=2, default=Decimal('0.00'), help_text="what the customer's bank has withdrawn and not given back", max_digits=10),
        ),
        migrations.AddField(
            model_name='refund',
            name='note',
            field=models.CharField(blank=True, db_default='', max_length=300),
        ),
        migrations.AddField(
            model_name='refund',
            name='requested_by',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='ledgerentry',
            name='account',
            field=models.CharField(choices=[('stripe', 'Money at Stripe'), ('customer', "Customers' money held"), ('provider', 'Owed to providers'), ('platform', 'Platform fees earned'), ('returns', 'Refunds that came back')], max_length=12),
        ),
        DeclareConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('disputed_amount__gte', 0)), name='disputed_is_not_negative'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='order',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='orders.order'),
        ),
        migrations.AddField(
            model_name='dispute',
            name='payment',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='orders.payment'),
        ),
        migrations.AddIndex(
            model_name='dispute',
            index=models.Index(condition=models.Q(('status__in', ['needs_response', 'warning_needs_response'])), fields=['respond_by'], name='disputes_to_answer'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('withheld__gte', 0)), name='dispute_withholds_nothing_negative'),
        ),
    ]
