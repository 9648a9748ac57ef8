"""What 0030 declares of full tables is asked of their rows, beside the work."""

from django.db import migrations

from marketplace.db.indexes import EnforceConstraint


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('orders', '0030_stripe_accounts'),
    ]

    operations = [
        EnforceConstraint('payout', 'payout_goes_to_one_account'),
        EnforceConstraint('payout', 'payout_is_paid_where_it_goes'),
        EnforceConstraint('payoutaccount', 'payout_account_is_one'),
    ]
