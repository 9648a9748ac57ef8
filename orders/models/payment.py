"""What is known of an order's money: payments, notices from Stripe, refunds, the ledger."""

from uuid import uuid4

from django.db import models
from django.db.models import Q

from marketplace.db.append_only import AppendOnly
from marketplace.money import MoneyField
from orders.models.order import Order
from providers.models import Provider


class Payment(models.Model):
    """One PaymentIntent of an order. At most one of an order is live or has succeeded.

    ``card_consent_text`` is what the customer agreed to who wants the card saved with the payment.
    """

    class Status(models.TextChoices):
        CREATED = "created", "Created"
        PROCESSING = "processing", "Processing"
        REQUIRES_ACTION = "requires_action", "Waiting for the customer"
        FAILED = "failed", "Declined, may be tried again"
        SUCCEEDED = "succeeded", "Succeeded"
        CANCELED = "canceled", "Canceled"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="payments")
    attempt = models.PositiveSmallIntegerField()
    intent_id = models.CharField(max_length=80, unique=True, null=True, blank=True)
    amount = MoneyField()
    status = models.CharField(max_length=16, choices=Status, default=Status.CREATED)
    failure_message = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    card_consented_at = models.DateTimeField(null=True, blank=True)
    card_consent_text = models.CharField(max_length=500, blank=True, db_default="")
    card_kept_at = models.DateTimeField(
        null=True, blank=True, help_text="when its card was saved, or found to be none that can be"
    )

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(fields=["order", "attempt"], name="one_payment_per_attempt"),
            models.UniqueConstraint(
                fields=["order"], condition=~Q(status="canceled"), name="one_live_payment_per_order"
            ),
        ]
        indexes = [
            models.Index(
                fields=["created_at"],
                name="payments_open",
                condition=Q(status__in=["created", "processing", "requires_action", "failed"]),
            ),
            models.Index(
                fields=["settled_at"],
                name="payments_with_card_to_save",
                condition=Q(status="succeeded", card_consented_at__isnull=False, card_kept_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return self.intent_id or f"payment {self.pk}"


class StripeEvent(models.Model):
    """A webhook that was received. The unique id makes a duplicate harmless.

    Parked (``processed_at`` empty) while the intent it names is unknown; a sweep tries again.
    """

    event_id = models.CharField(max_length=80, unique=True)
    type = models.CharField(max_length=80)
    intent_id = models.CharField(max_length=80, blank=True)
    received_at = models.DateTimeField()
    processed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        indexes = [
            models.Index(
                fields=["received_at"], name="stripe_events_parked", condition=Q(processed_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.event_id}"


class Refund(models.Model):
    """Money to return: written with the decision, carried out at Stripe afterwards, once.

    Unique by order and reason, so that deciding twice refunds once.
    """

    class Status(models.TextChoices):
        PENDING = "pending", "To be carried out"
        SUCCEEDED = "succeeded", "Carried out"
        FAILED = "failed", "Needs an operator"

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="refunds")
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="refunds")
    reason = models.CharField(max_length=40)
    amount = MoneyField()
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    stripe_refund_id = models.CharField(max_length=80, unique=True, null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    key_round = models.PositiveSmallIntegerField(
        default=0, help_text="rises when Stripe keeps a failure under the idempotency key"
    )
    last_error = models.CharField(max_length=300, blank=True)
    due_at = models.DateTimeField()
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["order", "reason"], name="one_refund_per_order_and_reason"),
            models.CheckConstraint(name="refund_is_positive", condition=Q(amount__gt=0)),
        ]
        indexes = [models.Index(fields=["due_at"], name="refunds_due", condition=Q(status="pending"))]

    def __str__(self) -> str:
        return f"{self.amount} of {self.order_id}"


class LedgerEntry(AppendOnly):
    """One side of a posting; the entries of a posting add up to zero. Append-only.

    ``account`` names a book: ``stripe`` (money at Stripe), ``customer`` (owed to or by customers),
    ``provider`` (owed to the provider), ``platform`` (fees earned). ``amount`` is CHF; positive
    debits the account. ``posting`` and ``kind`` make a posting happen once.
    """

    class Account(models.TextChoices):
        STRIPE = "stripe", "Money at Stripe"
        CUSTOMER = "customer", "Customers' money held"
        PROVIDER = "provider", "Owed to providers"
        PLATFORM = "platform", "Platform fees earned"

    posting = models.CharField(max_length=120)
    account = models.CharField(max_length=12, choices=Account)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="ledger_entries")
    provider = models.ForeignKey(
        Provider, null=True, blank=True, on_delete=models.PROTECT, related_name="ledger_entries"
    )
    amount = MoneyField()
    posted_at = models.DateTimeField()

    class Meta:
        ordering = ["posted_at", "id"]
        verbose_name_plural = "ledger entries"
        constraints = [
            models.UniqueConstraint(fields=["posting", "account"], name="one_entry_per_posting_and_account")
        ]

    def __str__(self) -> str:
        return f"{self.posting} {self.account} {self.amount}"
