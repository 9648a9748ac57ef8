"""Damage claims, and the photos of an order's laundry that belong to them."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace.money import ZERO, MoneyField
from orders.models.choices import Bearer
from orders.models.order import Order
from orders.models.payment import Refund


class DamageClaim(models.Model):
    """What a customer reports as damaged or missing after an order, the provider's view, and the decision.

    Of an order at most one is open. ``price`` is what the item cost new, in CHF, and ``age_months`` its age;
    both empty if the customer does not know. ``answer_due_at`` is until when the provider is heard.
    ``amount`` is what the decision returns. All instants are UTC.
    """

    class Item(models.TextChoices):
        SHIRT = "shirt", gettext_lazy("Shirt, blouse or T-shirt")
        TROUSERS = "trousers", gettext_lazy("Trousers or skirt")
        DRESS = "dress", gettext_lazy("Dress")
        KNITWEAR = "knitwear", gettext_lazy("Knitwear")
        JACKET = "jacket", gettext_lazy("Jacket, suit or coat")
        LINEN = "linen", gettext_lazy("Bed linen, towels or table linen")
        OTHER = "other", gettext_lazy("Something else")

    class State(models.TextChoices):
        ANSWER = "answer", gettext_lazy("Provider is asked")
        REVIEW = "review", gettext_lazy("To be decided")
        REFUNDED = "refunded", gettext_lazy("Money is returned")
        REJECTED = "rejected", gettext_lazy("Nothing is returned")

    class Outcome(models.TextChoices):
        REFUNDED = "refunded", gettext_lazy("Money is returned")
        REJECTED = "rejected", gettext_lazy("Nothing is returned")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="claims", db_index=False)
    item = models.CharField(max_length=12, choices=Item)
    description = models.TextField(max_length=2000, blank=True)
    price = MoneyField(null=True, blank=True)
    age_months = models.PositiveSmallIntegerField(null=True, blank=True)
    reported_at = models.DateTimeField()

    answer_due_at = models.DateTimeField()
    statement = models.TextField(max_length=2000, blank=True)
    stated_at = models.DateTimeField(null=True, blank=True)

    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    amount = MoneyField(default=ZERO)
    borne_by = models.CharField(max_length=8, choices=Bearer, blank=True)
    # Both sides read it.
    decision = models.CharField(max_length=300, blank=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
    )
    refund = models.OneToOneField(
        Refund, null=True, blank=True, on_delete=models.PROTECT, related_name="claim"
    )

    class Meta:
        ordering = ["-reported_at", "-id"]
        permissions = [("decide_damageclaim", "Can decide damage claim")]
        constraints = [
            models.UniqueConstraint(
                fields=["order"], condition=Q(decided_at__isnull=True), name="one_open_claim_per_order"
            ),
            models.CheckConstraint(
                name="decided_claim_has_an_outcome",
                condition=Q(decided_at__isnull=True, outcome="", decided_by__isnull=True)
                | (Q(decided_at__isnull=False, decided_by__isnull=False) & ~Q(outcome="")),
            ),
            models.CheckConstraint(
                name="refunded_claim_has_a_refund",
                condition=(Q(outcome="refunded", amount__gt=0, refund__isnull=False) & ~Q(borne_by=""))
                | (~Q(outcome="refunded") & Q(amount=0, refund__isnull=True, borne_by="")),
            ),
            models.CheckConstraint(
                name="price_of_a_claim_is_positive", condition=Q(price__isnull=True) | Q(price__gt=0)
            ),
        ]
        indexes = [
            models.Index(fields=["order", "-reported_at"], name="claims_of_order"),
            models.Index(fields=["-reported_at", "-id"], name="claims_newest"),
            models.Index(fields=["reported_at"], name="claims_open", condition=Q(decided_at__isnull=True)),
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(
                fields=["reported_at"],
                name="claims_with_words",
                condition=~Q(description="", statement="", decision=""),
            ),
        ]

    def __str__(self) -> str:
        return _("Damage claim for {order}").format(order=self.order)

    @property
    def state(self) -> str:
        """The outcome, or who is waited for; :data:`CLAIM_STATE` is the same in SQL."""
        return self.outcome or (self.State.ANSWER if self.stated_at is None else self.State.REVIEW)

    @property
    def is_open(self) -> bool:
        """Nobody has decided it yet."""
        return self.decided_at is None


CLAIM_STATE = Case(
    When(decided_at__isnull=False, then=F("outcome")),
    When(stated_at__isnull=True, then=Value(DamageClaim.State.ANSWER.value)),
    default=Value(DamageClaim.State.REVIEW.value),
)


class OrderPhoto(models.Model):
    """A photo that one side of an order uploads for a claim; ``file`` is the name of a private file.

    It belongs to no claim until it is sent with one.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="photos", db_index=False)
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    claim = models.ForeignKey(
        DamageClaim, null=True, blank=True, on_delete=models.PROTECT, related_name="photos"
    )
    file = models.CharField(max_length=120)
    uploaded_at = models.DateTimeField()

    class Meta:
        ordering = ["uploaded_at", "id"]
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["order", "uploaded_at"], name="photos_of_order"),
            models.Index(fields=["uploaded_at"], name="order_photos_by_age"),
            models.Index(fields=["uploaded_by"], name="order_photos_of_account"),
            models.Index(fields=["file"], name="order_photos_by_file"),
        ]

    def __str__(self) -> str:
        return _("Photo of {order}").format(order=self.order_id)
