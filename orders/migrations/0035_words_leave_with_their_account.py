"""Why an order moved, and whose account somebody was paid to, can be emptied when the account is erased."""

from django.db import migrations

from marketplace.db.append_only import guard_but_for_emptying


class Migration(migrations.Migration):
    dependencies = [("orders", "0034_add_ons")]

    operations = [
        guard_but_for_emptying("orders_orderevent", "reason"),
        guard_but_for_emptying("orders_payoutaccountchange", "holder", "iban_end"),
    ]
