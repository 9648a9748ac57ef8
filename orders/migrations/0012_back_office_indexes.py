"""Indexes for what the back office lists and searches; the ones that another index begins with go."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from marketplace.db.indexes import BuildIndex, DropForeignKeyIndex
from marketplace.db.text_search import ReversedText, LowerPrefix, SearchIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('orders', '0011_order_postal_codes'),
        ('providers', '0003_pauses'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        DropForeignKeyIndex(
            model_name='message',
            name='order',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='orders.order'),
        ),
        DropForeignKeyIndex(
            model_name='occurrence',
            name='booking',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='orders.recurringbooking'),
        ),
        DropForeignKeyIndex(
            model_name='order',
            name='customer',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='orders', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='order',
            name='provider',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='providers.provider'),
        ),
        DropForeignKeyIndex(
            model_name='orderevent',
            name='order',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='orders.order'),
        ),
        DropForeignKeyIndex(
            model_name='orderline',
            name='order',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='orders.order'),
        ),
        DropForeignKeyIndex(
            model_name='payment',
            name='order',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='orders.order'),
        ),
        DropForeignKeyIndex(
            model_name='recurringbooking',
            name='customer',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='recurring_bookings', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='refund',
            name='order',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='orders.order'),
        ),
        BuildIndex(
            model_name='ledgerentry',
            index=models.Index(fields=['-posted_at', '-id'], name='ledger_newest'),
        ),
        BuildIndex(
            model_name='ledgerentry',
            index=models.Index(fields=['account', '-posted_at'], name='ledger_by_account'),
        ),
        BuildIndex(
            model_name='occurrence',
            index=models.Index(fields=['-on', '-id'], name='occurrences_by_day'),
        ),
        BuildIndex(
            model_name='order',
            index=models.Index(fields=['-created_at', '-id'], name='orders_newest'),
        ),
        BuildIndex(
            model_name='order',
            index=models.Index(fields=['status', '-created_at'], name='orders_by_status'),
        ),
        BuildIndex(
            model_name='order',
            index=models.Index(condition=models.Q(('status', 'confirmed')), fields=['pickup_at'], name='orders_to_pick_up'),
        ),
        BuildIndex(
            model_name='order',
            index=models.Index(fields=['pickup_at'], name='orders_by_pickup'),
        ),
        BuildIndex(
            model_name='order',
            index=models.Index(condition=models.Q(('payment_status__in', ['failed', 'partially_refunded', 'refunded'])), fields=['payment_status', '-created_at'], name='orders_with_money_back'),
        ),
        BuildIndex(
            model_name='order',
            index=SearchIndex(ReversedText('id'), name='orders_by_end_of_id'),
        ),
        BuildIndex(
            model_name='order',
            index=SearchIndex(LowerPrefix('pickup_address'), name='orders_by_pickup_street'),
        ),
        BuildIndex(
            model_name='order',
            index=SearchIndex(LowerPrefix('delivery_address'), name='orders_by_delivery_street'),
        ),
        BuildIndex(
            model_name='payment',
            index=models.Index(fields=['-created_at', '-id'], name='payments_newest'),
        ),
        BuildIndex(
            model_name='recurringbooking',
            index=models.Index(fields=['-created_at', '-id'], name='recurring_newest'),
        ),
        BuildIndex(
            model_name='refund',
            index=models.Index(condition=models.Q(('status', 'failed')), fields=['-created_at'], name='refunds_failed'),
        ),
        BuildIndex(
            model_name='refund',
            index=models.Index(fields=['-created_at', '-id'], name='refunds_newest'),
        ),
        BuildIndex(
            model_name='stripeevent',
            index=models.Index(fields=['-received_at', '-id'], name='stripe_events_newest'),
        ),
        BuildIndex(
            model_name='stripeevent',
            index=models.Index(fields=['type', '-received_at'], name='stripe_events_by_type'),
        ),
    ]
