from django.db import migrations, models

from marketplace.db.indexes import DeclareConstraint

HAS_REFERENCE = models.Q(status="paid_by_bank") & ~models.Q(bank_reference="")
HAS_NONE = ~models.Q(status="paid_by_bank") & models.Q(bank_reference="")


class Migration(migrations.Migration):
    dependencies = [("orders", "0008_room_for_suppliers")]

    operations = [
        migrations.AddField(
            "refund",
            "bank_reference",
            models.CharField(max_length=200, blank=True, default="", db_default=""),
        ),
        migrations.AddField(
            "refund",
            "paid_twice_note",
            models.CharField(max_length=200, blank=True, default="", db_default=""),
        ),
        migrations.AlterField(
            "refund",
            "status",
            models.CharField(
                choices=[
                    ("pending", "To be carried out"),
                    ("succeeded", "Carried out"),
                    ("failed", "Needs an operator"),
                    ("superseded", "Superseded: it came back another way"),
                    ("paid_by_bank", "Paid by bank transfer"),
                ],
                default="pending",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            "ledgerentry",
            "account",
            models.CharField(
                choices=[
                    ("stripe", "Money at Stripe"),
                    ("customer", "Customers' money held"),
                    ("provider", "Owed to providers"),
                    ("paid_out", "Paid out to providers"),
                    ("platform", "Platform fees earned"),
                    ("returns", "Refunds that came back"),
                    ("bank", "Paid from our bank account"),
                ],
                max_length=12,
            ),
        ),
        DeclareConstraint(
            "refund",
            models.CheckConstraint(name="bank_transfer_has_reference", condition=HAS_REFERENCE | HAS_NONE),
        ),
    ]
