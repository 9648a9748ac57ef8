from django.db import migrations

from marketplace.db.indexes import EnforceConstraint


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0015_documents")]

    operations = [EnforceConstraint("receipt", "one_valid_receipt_per_order")]
