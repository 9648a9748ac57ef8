from django.db import migrations

from marketplace.db.indexes import EnforceConstraint


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0028_credit_notes_of_vat")]

    operations = [EnforceConstraint("creditnote", "credit_note_credits_money_or_vat")]
