"""The database refuses to change or remove what was recorded of an order's moves."""

from django.db import migrations

from marketplace.db.append_only import guard


class Migration(migrations.Migration):
    dependencies = [("orders", "0003_ledger_append_only")]

    operations = [guard("orders_orderevent")]
