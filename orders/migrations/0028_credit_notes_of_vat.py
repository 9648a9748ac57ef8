from django.db import migrations, models

from marketplace.db.append_only import guard
from marketplace.db.indexes import DeclareConstraint

HAS_MONEY = models.Q(amount__gt=0)
HAS_VAT = models.Q(amount=0, vat__isnull=False, vat__gt=0)
_guard = guard("orders_creditnote")


class Migration(migrations.Migration):
    dependencies = [("orders", "0027_index_files")]

    operations = [
        # SQLite rebuilds the table and drops its triggers: the guard is put up anew.
        migrations.RunPython(_guard.reverse_code, _guard.code),
        migrations.RemoveConstraint("creditnote", "credit_note_is_positive"),
        DeclareConstraint(
            "creditnote",
            models.CheckConstraint(name="credit_note_credits_money_or_vat", condition=HAS_MONEY | HAS_VAT),
        ),
        _guard,
    ]
