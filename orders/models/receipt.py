"""Numbered documents for bookkeeping: receipts, credit notes and fee invoices, and their files."""

from uuid import uuid4

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import wall_time
from marketplace.db.append_only import AppendOnly
from marketplace.money import MoneyField
from orders.models.order import Order
from providers.models import Provider


class NumberSeries(models.Model):
    """The last number of a kind of document in a Swiss calendar year.

    Taking the next number locks the row until the transaction ends, so there is no gap but those that an
    operator has made after a restore: ``skipped`` numbers in all.
    """

    class Kind(models.TextChoices):
        RECEIPT = "receipt", gettext_lazy("Receipts")
        FEE_INVOICE = "fee_invoice", gettext_lazy("Fee invoices")
        CREDIT_NOTE = "credit_note", gettext_lazy("Credit notes")

    kind = models.CharField(max_length=12, choices=Kind)
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        verbose_name_plural = gettext_lazy("number series")
        constraints = [models.UniqueConstraint(fields=["kind", "year"], name="one_series_per_kind_and_year")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.year}"


class Receipt(models.Model):
    """The receipt of a paid order: its number, and a copy of the supplier's details.

    The amounts are those that the order was paid with; what goes back stands on credit notes.
    ``supplier_vat_number`` is empty, and ``vat_percent`` null, where the provider is not registered for VAT.
    ``replaced_at`` is set once another provider supplies the order, who gets a receipt of their own.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="receipts", db_index=False)
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    issued_at = models.DateTimeField()
    # A business, or the first and last name of a person with a blank between them.
    supplier_name = models.CharField(max_length=200)
    supplier_locality = models.CharField(max_length=120, blank=True, db_column="supplier_place")
    supplier_vat_number = models.CharField(max_length=24, blank=True)
    vat_percent = models.DecimalField(max_digits=4, decimal_places=2, null=True, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["year", "number"], name="one_receipt_per_number"),
            models.UniqueConstraint(
                fields=["order"], condition=Q(replaced_at__isnull=True), name="one_valid_receipt_per_order"
            ),
            models.CheckConstraint(
                name="receipt_vat_needs_a_number",
                condition=Q(supplier_vat_number="", vat_percent__isnull=True)
                | (~Q(supplier_vat_number="") & Q(vat_percent__isnull=False)),
            ),
        ]
        indexes = [
            models.Index(fields=["order"], name="receipts_of_order"),
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(
                fields=["issued_at"],
                name="receipts_with_supplier",
                condition=~Q(supplier_name="", supplier_locality=""),
            ),
        ]

    def __str__(self) -> str:
        """Its number: ``R-2026-000123``."""
        return f"R-{self.year}-{self.number:06}"


class CreditNote(AppendOnly):
    """What went back of a receipt, in CHF; written once.

    ``position`` counts an order's credit notes from 1. ``vat`` is the VAT that is no longer owed, null where
    the supplier is not registered. ``amount`` is zero where a late cancellation returns nothing: then what is
    kept stops containing VAT.
    """

    class Reason(models.TextChoices):
        REFUND = "refund", gettext_lazy("Refund")
        BANK = "bank", gettext_lazy("Withdrawn by the bank")
        REPLACED = "replaced", gettext_lazy("Replaced by another receipt")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="credit_notes", db_index=False)
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, related_name="credit_notes")
    position = models.PositiveSmallIntegerField()
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    issued_at = models.DateTimeField()
    reason = models.CharField(max_length=8, choices=Reason)
    amount = MoneyField()
    vat = MoneyField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["order", "position"], name="one_credit_note_per_position"),
            models.UniqueConstraint(fields=["year", "number"], name="one_credit_note_per_number"),
            models.CheckConstraint(
                name="credit_note_credits_money_or_vat",
                condition=Q(amount__gt=0) | Q(amount=0, vat__isnull=False, vat__gt=0),
            ),
        ]

    def __str__(self) -> str:
        """Its number: ``C-2026-000123``."""
        return f"C-{self.year}-{self.number:06}"


class FeeInvoice(AppendOnly):
    """The invoice of the platform's fees for a provider's Swiss calendar month, in CHF; written once.

    ``amount`` is below zero if more fees were refunded than earned. It includes VAT of ``vat_percent``, null
    while the platform is not registered for VAT.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    provider = models.ForeignKey(
        Provider, on_delete=models.PROTECT, related_name="fee_invoices", db_index=False
    )
    month = models.DateField(help_text=gettext_lazy("its first day"))
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    issued_at = models.DateTimeField()
    orders = models.PositiveIntegerField(help_text=gettext_lazy("how many left a fee"))
    amount = MoneyField()
    vat_number = models.CharField(max_length=24, blank=True)
    vat_percent = models.DecimalField(max_digits=4, decimal_places=2, null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["provider", "month"], name="one_fee_invoice_per_month"),
            models.UniqueConstraint(fields=["year", "number"], name="one_fee_invoice_per_number"),
            models.CheckConstraint(name="fee_invoice_is_of_something", condition=~Q(amount=0)),
            models.CheckConstraint(
                name="fee_invoice_vat_needs_a_number",
                condition=Q(vat_number="", vat_percent__isnull=True)
                | (~Q(vat_number="") & Q(vat_percent__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        """Its number: ``F-2026-000123``."""
        return f"F-{self.year}-{self.number:06}"


class FeeInvoiceRun(models.Model):
    """The making of a month's fee invoices; finished once all exist."""

    month = models.DateField(unique=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return _("Fee invoices of {month}").format(month=wall_time.month(self.month))


class Document(models.Model):
    """The file of a receipt, credit note or fee invoice: made once, the same bytes ever after.

    It is due until ``made_at``. One that was made and has no ``file`` any more has been erased. Those of an
    order are to be mailed until ``mailed_at``.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    receipt = models.OneToOneField(Receipt, null=True, blank=True, on_delete=models.PROTECT)
    credit_note = models.OneToOneField(CreditNote, null=True, blank=True, on_delete=models.PROTECT)
    fee_invoice = models.OneToOneField(FeeInvoice, null=True, blank=True, on_delete=models.PROTECT)
    made_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    file = models.CharField(max_length=100, blank=True, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="document_is_of_one",
                condition=Q(receipt__isnull=False, credit_note__isnull=True, fee_invoice__isnull=True)
                | Q(receipt__isnull=True, credit_note__isnull=False, fee_invoice__isnull=True)
                | Q(receipt__isnull=True, credit_note__isnull=True, fee_invoice__isnull=False),
            ),
            models.CheckConstraint(
                name="document_with_file_is_made", condition=Q(file="") | Q(made_at__isnull=False)
            ),
        ]
        indexes = [
            models.Index(fields=["id"], name="documents_to_make", condition=Q(made_at__isnull=True)),
            models.Index(fields=["file"], name="documents_by_file", condition=~Q(file="")),
        ]

    def __str__(self) -> str:
        return str(self.receipt or self.credit_note or self.fee_invoice)
