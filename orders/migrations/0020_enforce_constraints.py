"""What 0009 and 0015 declare of full tables is asked of their rows, beside the work."""

from django.db import migrations

from marketplace.db.indexes import EnforceConstraint


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('orders', '0019_comparisons_with_stripe'),
    ]

    operations = [
        EnforceConstraint('order', 'disputed_is_not_negative'),
        EnforceConstraint('recurringbooking', 'one_recurring_per_weekday_hour'),
        EnforceConstraint('recurringbooking', 'one_recurring_per_month_day_hour'),
    ]
