from django.db import migrations

from marketplace.db.indexes import EnforceConstraint


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0005_money_out_and_in")]

    operations = [EnforceConstraint("order", "borne_is_not_negative")]
