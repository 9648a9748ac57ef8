"""One running recurring booking an hour, of those made from now on; a pickup that waits for a payment."""

from django.conf import settings
from django.db import migrations, models

from marketplace.db.indexes import DeclareConstraint


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0014_data_checks'),
        ('providers', '0003_pauses'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='occurrence',
            name='waiting_since',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='recurringbooking',
            name='holds_hour',
            field=models.BooleanField(db_default=False, default=True, editable=False),
        ),
        migrations.AlterField(
            model_name='occurrence',
            name='reason',
            field=models.CharField(blank=True, choices=[('by_customer', 'You skipped this pickup.'), ('paused', 'Your recurring booking is paused.'), ('no_place', 'The provider had no free place on that day.'), ('payment_not_completed', 'The payment was not completed in time.'), ('provider_not_available', 'The provider took no bookings.'), ('too_late', 'We could not book this pickup in time.'), ('order_cancelled', 'The order was cancelled.'), ('ended', 'You ended this recurring booking.'), ('other_pickup', 'Another pickup of this booking is on that day.'), ('unpaid_pickups', 'Other pickups were waiting for your payment.')], max_length=24),
        ),
        DeclareConstraint(
            model_name='recurringbooking',
            constraint=models.UniqueConstraint(condition=models.Q(('day_of_week__isnull', False), ('holds_hour', True), ('is_active', True)), fields=('customer', 'provider', 'day_of_week', 'preferred_time'), name='one_recurring_per_weekday_hour'),
        ),
        DeclareConstraint(
            model_name='recurringbooking',
            constraint=models.UniqueConstraint(condition=models.Q(('day_of_month__isnull', False), ('holds_hour', True), ('is_active', True)), fields=('customer', 'provider', 'day_of_month', 'preferred_time'), name='one_recurring_per_month_day_hour'),
        ),
    ]
