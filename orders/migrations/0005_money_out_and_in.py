from django.db import migrations, models

from marketplace.db.indexes import DeclareConstraint
from marketplace.money import ZERO, MoneyField

BEARERS = [("platform", "The platform"), ("provider", "The provider")]


class Migration(migrations.Migration):
    dependencies = [("orders", "0004_words_by_age")]

    operations = [
        migrations.AddField(
            "order",
            "borne_by_platform",
            MoneyField(
                default=ZERO,
                db_default=ZERO,
                help_text="what the platform bears of the refunds and of what a bank has withdrawn",
            ),
        ),
        migrations.AddField(
            "refund",
            "borne_by",
            models.CharField(max_length=8, choices=BEARERS, blank=True, default="", db_default=""),
        ),
        migrations.AddField(
            "refund",
            "superseded_by",
            models.CharField(max_length=80, blank=True, default="", db_default=""),
        ),
        migrations.AddField("refund", "netted_amount", MoneyField(default=ZERO, db_default=ZERO)),
        migrations.AddField(
            "dispute",
            "borne_by",
            models.CharField(max_length=8, choices=BEARERS, blank=True, default="", db_default=""),
        ),
        migrations.AlterField(
            "order",
            "cancel_reason",
            models.CharField(
                blank=True,
                choices=[
                    ("payment_not_completed", "Payment not completed"),
                    ("by_customer", "Cancelled by the customer"),
                    ("declined", "Declined by the provider"),
                    ("not_answered", "Not answered by the provider in time"),
                    ("by_operator", "Cancelled by the operator"),
                    ("handed_back", "Handed back by the provider, and nobody took it"),
                    ("customer_closed", "The customer's account is closed"),
                    ("provider_closed", "The provider's account is closed or paused"),
                ],
                max_length=24,
            ),
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
                ],
                default="pending",
                max_length=12,
            ),
        ),
        DeclareConstraint(
            "order",
            models.CheckConstraint(
                name="borne_is_not_negative", condition=models.Q(borne_by_platform__gte=0)
            ),
        ),
    ]
