"""Payouts to providers: their accounts, one payout a week, and holds on money."""

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

# Of Switzerland and Liechtenstein.
IBAN_LENGTH = 21
# The longest name in the Swiss Payment Standards.
LONGEST_HOLDER = 70
LONGEST_STRIPE_ID = 80
NOT_STRIPE = Q(stripe_account_id="")
HAS_ACCOUNT = ~Q(iban="") | ~NOT_STRIPE


class StripeAccount(models.Model):
    """A provider's account at Stripe: created once, whether or not they are paid there at present.

    ``state`` is Stripe's last report. If ``is_wanted``, the provider is paid there as soon as it is ready.
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
    """Where a provider is paid: a bank account in Switzerland or Liechtenstein, or an account at Stripe.

    The IBAN is stored without blanks. ``refused_at`` is when our bank refused to send to it: payouts wait
    until its owner confirms it, or gives another one.
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
    refused_at = models.DateTimeField(gettext_lazy("refused by the bank"), null=True, blank=True)

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
    """A change of the account that a provider is paid to: by whom, when, to which. Append-only.

    For an account at Stripe, ``holder`` is "Stripe" and ``iban_end`` the end of its id. Without a holder, the
    account that ended so was taken away, because somebody else than the provider had entered it.
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
        if not self.holder:
            return _("Account ending in {end}, taken away").format(end=self.iban_end)
        return _("Account of {holder} ending in {end}").format(holder=self.holder, end=self.iban_end)


class Payout(models.Model):
    """What a provider is paid for a week, in CHF: one for each provider and week, always above zero.

    ``week`` is the Monday on which the week began (Swiss date). The account (holder and IBAN, or one at
    Stripe) is copied when the payout is made; without one it waits. ``status`` is assigned by
    :mod:`orders.payouts.paying` alone.

    ``filed_at`` is when it was last put into a bank file: it is in no second one by mistake.
    ``transfer_begun_at`` says that Stripe may have made a transfer; ``transfer_attempt`` counts the transfers
    that it declined, and ``note`` has the last reason.
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
    filed_at = models.DateTimeField(null=True, blank=True)
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
        """The holder and the last digits of the account; empty without one."""
        if self.stripe_account_id:
            return f"Stripe, {self.account_end}"
        return f"{self.holder}, {self.account_end}" if self.iban else ""

    @property
    def account_end(self) -> str:
        """The last four characters of the IBAN or of the account at Stripe."""
        return (self.stripe_account_id or self.iban)[-4:]


class PayoutLine(models.Model):
    """One ledger entry that a payout includes; each entry is paid once. ``amount`` is in CHF.

    It is below zero for what was refunded or withdrawn after an earlier payout.
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
    """The making of a week's payouts: finished when every provider owed something has theirs."""

    week = models.DateField(primary_key=True)
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-week"]

    def __str__(self) -> str:
        return _("Payouts of the week of {week}").format(week=self.week)
