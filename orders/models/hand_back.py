"""A confirmed order that its provider cannot do: handed back, and offered to other providers."""

from uuid import uuid4

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from orders.models.order import Order
from providers.models import Provider

#: Those of customers who moved on from a late provider: others were asked in the same moment, without a
#: reason. A provider's reason may be missing too, once it was erased.
BY_CUSTOMER = Q(reason="", agreed_at=F("handed_back_at"))


class HandBack(models.Model):
    """A provider's "I can't do this one". At most one is open for each order.

    While it is open the order stays confirmed, and ``Order.hand_back_due_at`` says until when. The customer
    is asked first: ``agreed_at`` is when they let us ask other providers. ``pickup_at`` is the later hour for
    which those are asked, where the order's own has passed; ``reason`` is empty where the customer moved on
    from a late provider (:data:`BY_CUSTOMER`), and once it was erased. All instants are UTC.
    """

    class Outcome(models.TextChoices):
        TAKEN = "taken", gettext_lazy("A neighbor took it")
        KEPT = "kept", gettext_lazy("The provider does it after all")
        CANCELLED = "cancelled", gettext_lazy("The order was cancelled")
        MOVED_ON = "moved_on", gettext_lazy("The order went on")

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.PROTECT, related_name="hand_backs", db_index=False)
    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300)
    handed_back_at = models.DateTimeField()
    agreed_at = models.DateTimeField(null=True, blank=True)
    pickup_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True)
    taken_by = models.ForeignKey(
        Provider, null=True, blank=True, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        ordering = ["-handed_back_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["order"], condition=Q(ended_at__isnull=True), name="one_open_hand_back_per_order"
            ),
            models.CheckConstraint(
                name="ended_hand_back_has_an_outcome",
                condition=(Q(ended_at__isnull=True) & Q(outcome=""))
                | (Q(ended_at__isnull=False) & ~Q(outcome="")),
            ),
            models.CheckConstraint(
                name="taken_hand_back_names_who",
                condition=(Q(outcome="taken") & Q(taken_by__isnull=False))
                | (~Q(outcome="taken") & Q(taken_by__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(fields=["order", "-handed_back_at"], name="hand_backs_of_order"),
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(fields=["handed_back_at"], name="hand_backs_with_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return _("Hand-back of {order}").format(order=self.order_id)

    @property
    def is_by_customer(self) -> bool:
        """Whether the customer moved on from a late provider, who gave no reason."""
        return not self.reason and self.agreed_at == self.handed_back_at


class HandBackOffer(models.Model):
    """A provider who was asked to take a handed back order; open until somebody takes it."""

    hand_back = models.ForeignKey(HandBack, on_delete=models.CASCADE, related_name="offers", db_index=False)
    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="hand_back_offers")
    offered_at = models.DateTimeField()
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["hand_back", "provider"], name="one_offer_per_neighbour")
        ]

    def __str__(self) -> str:
        return _("Offer to {provider}").format(provider=self.provider_id)
