"""Saved cards, and their owners as customers at Stripe."""

from datetime import date
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy


class StripeCustomer(models.Model):
    """An account's customer object at Stripe, which owns its cards. Lock this row to change them."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="stripe_customer"
    )
    customer_id = models.CharField(max_length=80, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.customer_id


class SavedCard(models.Model):
    """A card that its owner agreed to have charged later; only Stripe has its number.

    ``consent_text`` is the text that the owner agreed to at ``consented_at``. The row of a removed card
    stays (``removed_at``) and is never charged again.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="saved_cards")
    payment_method_id = models.CharField(max_length=80, unique=True)
    brand = models.CharField(max_length=30)
    last4 = models.CharField(max_length=4)
    exp_month = models.PositiveSmallIntegerField()
    exp_year = models.PositiveSmallIntegerField()
    fingerprint = models.CharField(
        max_length=80, blank=True, help_text=gettext_lazy("the same for the same number")
    )
    is_default = models.BooleanField(default=False)
    consented_at = models.DateTimeField()
    consent_text = models.CharField(max_length=500)
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=Q(is_default=True, removed_at__isnull=True),
                name="one_default_card_per_account",
            ),
            models.CheckConstraint(
                name="removed_card_is_no_default", condition=Q(removed_at__isnull=True) | Q(is_default=False)
            ),
            models.CheckConstraint(
                name="card_expires_in_a_month", condition=Q(exp_month__gte=1, exp_month__lte=12)
            ),
            models.CheckConstraint(name="card_is_saved_with_consent", condition=~Q(consent_text="")),
        ]
        indexes = [
            models.Index(fields=["last4"], name="cards_by_last_digits"),
            models.Index(fields=["-created_at", "-id"], name="cards_newest"),
            models.Index(
                fields=["user", "-created_at"], name="cards_of_account", condition=Q(removed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.brand} •••• {self.last4}"

    def is_expired(self, *, on: date) -> bool:
        """Tell whether the card has expired on a Swiss day: it is valid until the end of its month."""
        return (self.exp_year, self.exp_month) < (on.year, on.month)
