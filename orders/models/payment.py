"""An order's money: payments, Stripe's webhook events, refunds, disputes, the ledger."""

from decimal import Decimal
from typing import ClassVar
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now  # noqa: TID251 - see StripeEvent.due_at
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.db.append_only import AppendOnly
from marketplace.jobs.due import DueWork
from marketplace.money import ZERO, MoneyField
from orders.models.choices import Bearer
from orders.models.order import Order
from providers.models import Provider


class Payment(models.Model):
    """One PaymentIntent of an order. At most one of an order is live or has succeeded.

    ``card_consent_text`` is the consent of a customer who wants the card saved; empty if they do not.
    """

    class Status(models.TextChoices):
        CREATED = "created", gettext_lazy("Created")
        PROCESSING = "processing", gettext_lazy("Processing")
        REQUIRES_ACTION = "requires_action", gettext_lazy("Waiting for the customer")
        FAILED = "failed", gettext_lazy("Declined, may be tried again")
        SUCCEEDED = "succeeded", gettext_lazy("Succeeded")
        CANCELED = "canceled", gettext_lazy("Canceled")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="payments", db_index=False)
    attempt = models.PositiveSmallIntegerField()
    intent_id = models.CharField(max_length=80, unique=True, null=True, blank=True)
    amount = MoneyField()
    status = models.CharField(max_length=16, choices=Status, default=Status.CREATED)
    failure_message = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    card_consented_at = models.DateTimeField(null=True, blank=True)
    card_consent_text = models.CharField(max_length=500, blank=True, db_default="")
    card_saved_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text=gettext_lazy("when its card was saved, or found to be none that can be"),
    )
    receipted_at = models.DateTimeField(
        null=True, blank=True, help_text=gettext_lazy("when its receipt was made")
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
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(
                fields=["created_at"], name="payments_with_failure", condition=~Q(failure_message="")
            ),
            models.Index(
                fields=["created_at"],
                name="payments_open",
                condition=Q(status__in=["created", "processing", "requires_action", "failed"]),
            ),
            models.Index(
                fields=["settled_at"],
                name="payments_with_card_to_save",
                condition=Q(status="succeeded", card_consented_at__isnull=False, card_saved_at__isnull=True),
            ),
            models.Index(
                fields=["settled_at"],
                name="payments_without_receipt",
                condition=Q(status="succeeded", receipted_at__isnull=True),
            ),
            models.Index(fields=["-created_at", "-id"], name="payments_newest"),
        ]

    def __str__(self) -> str:
        return _("Payment of CHF {amount}").format(amount=self.amount)


class StripeEvent(DueWork):
    """A webhook event that was received. The unique id makes a duplicate harmless.

    It is due until ``processed_at``, and fails for good (``failed_at``) if its intent stays unknown.
    """

    event_id = models.CharField(max_length=80, unique=True)
    type = models.CharField(max_length=80)
    intent_id = models.CharField(max_length=80, blank=True)
    received_at = models.DateTimeField()
    processed_at = models.DateTimeField(null=True, blank=True)
    # Always set by the code; the default serves an older release that still runs beside this one.
    due_at = models.DateTimeField(db_default=Now())

    class Meta:
        indexes = [
            models.Index(
                fields=["received_at"], name="stripe_events_failed", condition=Q(processed_at__isnull=True)
            ),
            models.Index(fields=["-received_at", "-id"], name="stripe_events_newest"),
            models.Index(fields=["type", "-received_at"], name="stripe_events_by_type"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.event_id}"


class Refund(DueWork):
    """Money to return: written with the decision, executed at Stripe afterwards, once.

    Unique by order and reason, so that deciding twice refunds once. ``requested_by`` and ``note`` are the
    operator who decided it and why. ``borne_by`` is who bears it; empty for what the end of an order returns.
    A superseded refund never left: ``netted_amount`` of it (CHF) reached the customer by ``superseded_by``,
    the id of a dispute or of another refund at Stripe, and the rest is a refund of its own. One that our own
    bank paid has the transfer's ``bank_reference``; its ``netted_amount`` has left Stripe, too, so that the
    customer owes it back, until ``paid_twice_note`` says what became of that.
    """

    class Status(models.TextChoices):
        PENDING = "pending", gettext_lazy("To be carried out")
        SUCCEEDED = "succeeded", gettext_lazy("Carried out")
        FAILED = "failed", gettext_lazy("Needs an operator")
        SUPERSEDED = "superseded", gettext_lazy("Superseded: it came back another way")
        PAID_BY_BANK = "paid_by_bank", gettext_lazy("Paid by bank transfer")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="refunds", db_index=False)
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="refunds")
    reason = models.CharField(max_length=40)
    note = models.CharField(max_length=300, blank=True, db_default="")
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    amount = MoneyField()
    borne_by = models.CharField(max_length=8, choices=Bearer, blank=True, default="", db_default="")
    status = models.CharField(max_length=12, choices=Status, default=Status.PENDING)
    superseded_by = models.CharField(max_length=80, blank=True, default="", db_default="")
    netted_amount = MoneyField(default=ZERO, db_default=ZERO)
    bank_reference = models.CharField(max_length=200, blank=True, default="", db_default="")
    paid_twice_note = models.CharField(max_length=200, blank=True, default="", db_default="")
    stripe_refund_id = models.CharField(max_length=80, unique=True, null=True, blank=True)
    key_round = models.PositiveSmallIntegerField(
        default=0, help_text=gettext_lazy("rises when Stripe keeps a failure under the idempotency key")
    )
    created_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    credited_at = models.DateTimeField(
        null=True, blank=True, help_text=gettext_lazy("when its credit note was made, if it needed one")
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["order", "reason"], name="one_refund_per_order_and_reason"),
            models.CheckConstraint(name="refund_is_positive", condition=Q(amount__gt=0)),
            models.CheckConstraint(
                name="bank_transfer_has_reference",
                condition=Q(status="paid_by_bank") & ~Q(bank_reference="")
                | ~Q(status="paid_by_bank") & Q(bank_reference=""),
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="refunds_due", condition=Q(status="pending")),
            models.Index(fields=["-created_at"], name="refunds_failed", condition=Q(status="failed")),
            models.Index(fields=["-created_at", "-id"], name="refunds_newest"),
            models.Index(
                fields=["created_at"], name="refunds_to_credit", condition=Q(credited_at__isnull=True)
            ),
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(
                fields=["created_at"], name="refunds_with_note", condition=~Q(note="", paid_twice_note="")
            ),
        ]

    def __str__(self) -> str:
        return _("Refund of CHF {amount}").format(amount=self.amount)

    @property
    def counted_amount(self) -> Decimal:
        """What of it counts as returned on its order, in CHF."""
        return ZERO if self.status == self.Status.SUPERSEDED else self.amount - self.netted_amount

    @property
    def is_paid_twice(self) -> bool:
        """Tell whether our bank and Stripe have both paid of it."""
        return self.status == self.Status.PAID_BY_BANK and self.netted_amount > ZERO


class Dispute(models.Model):
    """A payment that a customer contests at their bank, as Stripe reports it.

    ``withheld`` is what the bank has taken back at present, in CHF: nothing for an inquiry, the amount until
    the dispute is won, and for good once it is lost. ``moves`` counts how often money moved, so that an old
    response of Stripe's never overwrites a newer one. ``borne_by`` is who bears what is withheld.
    """

    class Status(models.TextChoices):
        WARNING_NEEDS_RESPONSE = "warning_needs_response", gettext_lazy("The bank asks: answer it")
        WARNING_UNDER_REVIEW = "warning_under_review", gettext_lazy("The bank reads our answer")
        WARNING_CLOSED = "warning_closed", gettext_lazy("The bank asked, and leaves it there")
        NEEDS_RESPONSE = "needs_response", gettext_lazy("Withdrawn: answer it")
        UNDER_REVIEW = "under_review", gettext_lazy("Withdrawn: the bank reads our answer")
        WON = "won", gettext_lazy("Won")
        LOST = "lost", gettext_lazy("Lost")
        PREVENTED = "prevented", gettext_lazy("Prevented")

    TO_ANSWER: ClassVar[list[Status]] = [Status.NEEDS_RESPONSE, Status.WARNING_NEEDS_RESPONSE]

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    stripe_dispute_id = models.CharField(max_length=80, unique=True)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="disputes")
    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="disputes")
    status = models.CharField(max_length=30, choices=Status)
    reason = models.CharField(max_length=60)
    amount = MoneyField()
    withheld = MoneyField(default=ZERO)
    borne_by = models.CharField(max_length=8, choices=Bearer, blank=True, default="", db_default="")
    moves = models.PositiveSmallIntegerField(default=0)
    opened_at = models.DateTimeField()
    respond_by = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField()
    credited_at = models.DateTimeField(
        null=True, blank=True, help_text=gettext_lazy("when its credit note was made, once it is lost")
    )

    class Meta:
        ordering = ["-opened_at"]
        constraints = [
            models.CheckConstraint(name="dispute_withholds_nothing_negative", condition=Q(withheld__gte=0))
        ]
        indexes = [
            models.Index(
                fields=["respond_by"],
                name="disputes_to_answer",
                condition=Q(status__in=["needs_response", "warning_needs_response"]),
            ),
            models.Index(fields=["-opened_at", "-id"], name="disputes_newest"),
            models.Index(
                fields=["opened_at"],
                name="disputes_to_credit",
                condition=Q(status="lost", credited_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return _("Dispute of CHF {amount}").format(amount=self.amount)


class LedgerEntry(AppendOnly):
    """One side of a posting; the entries of a posting add up to zero. Append-only.

    ``account`` names a book: ``stripe`` (money at Stripe), ``customer`` (owed to or by customers),
    ``provider`` (owed to the provider), ``paid_out`` (paid to providers' accounts), ``platform``
    (fees earned), ``returns`` (failed refunds, still owed to customers; above zero: paid to them twice),
    ``bank`` (paid to customers from our own bank account). ``amount`` is CHF; positive debits the account.
    Unique by ``posting`` and ``account``, so that a posting happens once.
    """

    class Account(models.TextChoices):
        STRIPE = "stripe", gettext_lazy("Money at Stripe")
        CUSTOMER = "customer", gettext_lazy("Customers' money held")
        PROVIDER = "provider", gettext_lazy("Owed to providers")
        PAID_OUT = "paid_out", gettext_lazy("Paid out to providers")
        PLATFORM = "platform", gettext_lazy("Platform fees earned")
        RETURNS = "returns", gettext_lazy("Refunds that came back")
        BANK = "bank", gettext_lazy("Paid from our bank account")

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
        verbose_name_plural = gettext_lazy("ledger entries")
        constraints = [
            models.UniqueConstraint(fields=["posting", "account"], name="one_entry_per_posting_and_account")
        ]
        indexes = [
            models.Index(fields=["-posted_at", "-id"], name="ledger_newest"),
            models.Index(fields=["account", "-posted_at"], name="ledger_by_account"),
            models.Index(
                fields=["provider", "posted_at"],
                name="ledger_of_provider",
                condition=Q(account="provider"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.posting} {self.account} {self.amount}"
