"""What providers are paid: their accounts, one payout a week, and what holds money back."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import wall_time
from marketplace.db.append_only import AppendOnly
from marketplace.money import MoneyField
from orders.models.order import Order
from orders.models.payment import LedgerEntry
from providers.models import Provider

# Of an account that receives payments in Switzerland or Liechtenstein.
IBAN_LENGTH = 21
# What the Swiss Payment Standards leave for a name.
LONGEST_HOLDER = 70
LONGEST_STRIPE_ID = 80
NOT_STRIPE = Q(stripe_account_id="")
HAS_ACCOUNT = ~Q(iban="") | ~NOT_STRIPE


class StripeAccount(models.Model):
    """A provider's account at Stripe, one for good, whether or not they are paid there at present.

    ``state`` is what Stripe said last. While ``is_wanted`` the provider is paid there as soon as Stripe
    says that it is ready.
    """

    class State(models.TextChoices):
        BEGUN = "begun", gettext_lazy("Begun")
        NEEDS_MORE = "needs_more", gettext_lazy("Stripe needs more")
        READY = "ready", gettext_lazy("Ready")

    provider = models.OneToOneField(
        Provider, primary_key=True, on_delete=models.PROTECT, related_name="stripe_account"
    )
    account_id = models.CharField(
        gettext_lazy("account at Stripe"), max_length=LONGEST_STRIPE_ID, unique=True
    )
    state = models.CharField(max_length=12, choices=State, default=State.BEGUN)
    is_wanted = models.BooleanField(default=True)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="stripe_account_is_known",
                condition=Q(state__in=["begun", "needs_more", "ready"]) & ~Q(account_id=""),
            )
        ]

    def __str__(self) -> str:
        return _("Stripe account {account}").format(account=self.account_id)


class PayoutAccount(models.Model):
    """Where a provider is paid, one of two: a bank account in Switzerland or Liechtenstein, or one at Stripe.

    The IBAN is kept without blanks.
    """

    provider = models.OneToOneField(
        Provider, primary_key=True, on_delete=models.PROTECT, related_name="payout_account"
    )
    holder = models.CharField(gettext_lazy("account holder"), max_length=LONGEST_HOLDER, blank=True)
    iban = models.CharField(gettext_lazy("IBAN"), max_length=IBAN_LENGTH, blank=True)
    stripe_account_id = models.CharField(
        gettext_lazy("account at Stripe"), max_length=LONGEST_STRIPE_ID, blank=True, default="", db_default=""
    )
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="payout_account_is_one",
                condition=((Q(iban__startswith="CH") | Q(iban__startswith="LI")) & ~Q(holder="") & NOT_STRIPE)
                | (Q(iban="", holder="") & ~NOT_STRIPE),
            )
        ]

    def __str__(self) -> str:
        if self.iban:
            return _("Account of {holder}").format(holder=self.holder)
        return _("Stripe account {account}").format(account=self.stripe_account_id)


class PayoutAccountChange(AppendOnly):
    """That the account a provider is paid to was changed: by whom, when, to which. Append-only.

    Of an account at Stripe, ``holder`` is Stripe and ``iban_end`` the end of its id.
    """

    provider = models.ForeignKey(
        Provider, on_delete=models.PROTECT, related_name="payout_account_changes", db_index=False
    )
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    holder = models.CharField(gettext_lazy("account holder"), max_length=LONGEST_HOLDER)
    iban_end = models.CharField(gettext_lazy("last digits of the IBAN"), max_length=4)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["provider", "-at"], name="account_changes_of_provider")]

    def __str__(self) -> str:
        return _("Account of {holder} ending in {end}").format(holder=self.holder, end=self.iban_end)


class Payout(models.Model):
    """What a provider gets for a week, in CHF: one for each provider and week, never below zero.

    ``week`` is the Monday on which the week began, in Switzerland. The account, holder and IBAN or one at
    Stripe, is that of the moment at which the payout was made; without one it waits. ``status`` is assigned
    by :mod:`orders.payouts.paying` and :mod:`orders.payouts.transferring` alone.

    ``transfer_begun_at`` says that Stripe may have made a transfer; ``transfer_attempt`` counts those that it
    refused for certain, and ``note`` says why it refused the last.
    """

    class Status(models.TextChoices):
        DUE = "due", gettext_lazy("To be paid")
        PAID = "paid", gettext_lazy("Paid")
        FAILED = "failed", gettext_lazy("Returned by the bank")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="payouts", db_index=False)
    week = models.DateField(help_text=gettext_lazy("the Monday on which the week began"))
    amount = MoneyField()
    holder = models.CharField(gettext_lazy("account holder"), max_length=LONGEST_HOLDER, blank=True)
    iban = models.CharField(gettext_lazy("IBAN"), max_length=IBAN_LENGTH, blank=True)
    stripe_account_id = models.CharField(
        gettext_lazy("account at Stripe"), max_length=LONGEST_STRIPE_ID, blank=True, default="", db_default=""
    )
    transfer_begun_at = models.DateTimeField(null=True, blank=True)
    transfer_attempt = models.PositiveSmallIntegerField(default=0, db_default=0)
    status = models.CharField(max_length=8, choices=Status, default=Status.DUE)
    reference = models.CharField(
        max_length=LONGEST_STRIPE_ID,
        blank=True,
        help_text=gettext_lazy("the bank's, or Stripe's, of the payment"),
    )
    note = models.CharField(
        max_length=160, blank=True, help_text=gettext_lazy("why it came back, or was refused")
    )
    created_at = models.DateTimeField()
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    failed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-week", "-created_at"]
        permissions = [("pay_payout", "Can pay payout")]
        constraints = [
            models.UniqueConstraint(fields=["provider", "week"], name="one_payout_per_provider_and_week"),
            models.CheckConstraint(name="payout_is_positive", condition=Q(amount__gt=0)),
            models.CheckConstraint(
                name="payout_status_is_known", condition=Q(status__in=["due", "paid", "failed"])
            ),
            models.CheckConstraint(
                name="payout_goes_to_one_account",
                condition=Q(iban="", holder="") | (~Q(iban="") & ~Q(holder="") & NOT_STRIPE),
            ),
            models.CheckConstraint(
                name="payout_is_paid_where_it_goes",
                condition=Q(status="due", paid_at__isnull=True, failed_at__isnull=True)
                | (Q(status="paid", paid_at__isnull=False, failed_at__isnull=True) & HAS_ACCOUNT)
                | (Q(status="failed", paid_at__isnull=False, failed_at__isnull=False) & HAS_ACCOUNT),
            ),
        ]
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="payouts_newest"),
            models.Index(fields=["created_at"], name="payouts_due", condition=Q(status="due")),
            models.Index(fields=["-failed_at"], name="payouts_failed", condition=Q(status="failed")),
        ]

    def __str__(self) -> str:
        week = wall_time.short_day(self.week)
        return _("Payout of CHF {amount} for the week of {week}").format(amount=self.amount, week=week)

    @property
    def destination(self) -> str:
        """Say whose account it goes to, and how its number ends; empty while nobody has said where."""
        if self.stripe_account_id:
            return f"Stripe, {self.account_end}"
        return f"{self.holder}, {self.account_end}" if self.iban else ""

    @property
    def account_end(self) -> str:
        """Return the last four characters of where it goes."""
        return (self.stripe_account_id or self.iban)[-4:]


class PayoutLine(models.Model):
    """One ledger entry that a payout takes; each entry is taken once. ``amount`` is the provider's, in CHF.

    What was returned or withdrawn after an earlier payout is an entry, too, and an amount below zero.
    """

    payout = models.ForeignKey(Payout, on_delete=models.PROTECT, related_name="lines")
    entry = models.OneToOneField(LedgerEntry, on_delete=models.PROTECT, related_name="payout_line")
    amount = MoneyField()

    class Meta:
        ordering = ["id"]
        constraints = [models.CheckConstraint(name="payout_line_is_not_zero", condition=~Q(amount=0))]

    def __str__(self) -> str:
        return f"CHF {self.amount}"


class PayoutHold(models.Model):
    """An order whose money is not paid out for now, because support looks into it."""

    order = models.OneToOneField(
        Order, primary_key=True, on_delete=models.PROTECT, related_name="payout_hold"
    )
    reason = models.CharField(max_length=160)
    held_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    held_at = models.DateTimeField()

    class Meta:
        ordering = ["-held_at"]

    def __str__(self) -> str:
        return _("Held back: {reason}").format(reason=self.reason)


class PayoutRun(models.Model):
    """The making of a week's payouts: finished when nobody is owed anything of that week any more."""

    week = models.DateField(primary_key=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-week"]

    def __str__(self) -> str:
        return _("Payouts of the week of {week}").format(week=self.week)
