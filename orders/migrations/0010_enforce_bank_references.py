from django.db import migrations

from marketplace.db.indexes import EnforceConstraint


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0009_refunds_paid_by_bank")]

    operations = [EnforceConstraint("refund", "bank_transfer_has_reference")]
