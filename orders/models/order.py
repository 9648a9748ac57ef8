"""The contract between a customer and a provider."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from marketplace.db.append_only import AppendOnly
from marketplace.money import ZERO, MoneyField
from orders.models.choices import ActorRole, CancelReason, OrderStatus, PaymentStatus, ServiceType
from providers.models import Provider
from scheduling.models import TimeSlot


class Order(models.Model):
    """One booking. ``status`` is assigned by ``transitions.py`` alone, prices by ``pricing.py``.

    Amounts are CHF as charged. The policy that applies (late fee, limits, instant acceptance) is
    copied here when the order is placed, so that a later change of it touches no running order.
    ``hold_expires_at`` and ``answer_due_at`` are due times that the sweeps read.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    customer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="orders")
    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="orders")
    status = models.CharField(max_length=12, choices=OrderStatus, default=OrderStatus.PENDING)
    payment_status = models.CharField(max_length=20, choices=PaymentStatus, default=PaymentStatus.UNPAID)
    version = models.PositiveIntegerField(default=1)

    service_type = models.CharField(max_length=12, choices=ServiceType)
    weight = models.DecimalField(max_digits=4, decimal_places=1, help_text="kilograms")
    service_amount = MoneyField()
    platform_fee = MoneyField()
    total_amount = MoneyField()
    refunded_amount = MoneyField(default=ZERO)

    pickup_address = models.CharField(max_length=300)
    delivery_address = models.CharField(max_length=300)
    special_instructions = models.TextField(max_length=1000, blank=True)
    pickup_at = models.DateTimeField()

    late_fee_percent = models.PositiveSmallIntegerField()
    free_until_minutes_before_pickup = models.PositiveSmallIntegerField(default=60)
    free_for_minutes_after_booking = models.PositiveSmallIntegerField(default=60)
    accepts_instantly = models.BooleanField()

    created_at = models.DateTimeField()
    hold_expires_at = models.DateTimeField(null=True, blank=True)
    answer_due_at = models.DateTimeField(null=True, blank=True)
    cancel_reason = models.CharField(max_length=24, choices=CancelReason, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                name="total_is_service_plus_fee",
                condition=Q(total_amount=F("service_amount") + F("platform_fee")),
            ),
            models.CheckConstraint(
                name="refunded_within_total",
                condition=Q(refunded_amount__gte=0, refunded_amount__lte=F("total_amount")),
            ),
            models.CheckConstraint(name="weight_from_10_to_15", condition=Q(weight__gte=10, weight__lte=15)),
            models.CheckConstraint(
                name="status_is_known", condition=Q(status__in=[choice.value for choice in OrderStatus])
            ),
            models.CheckConstraint(
                name="payment_status_is_known",
                condition=Q(payment_status__in=[choice.value for choice in PaymentStatus]),
            ),
            models.CheckConstraint(
                name="cancelled_has_a_reason",
                condition=(Q(status="cancelled") & ~Q(cancel_reason=""))
                | (~Q(status="cancelled") & Q(cancel_reason="")),
            ),
        ]
        indexes = [
            models.Index(fields=["customer", "-created_at"], name="orders_of_customer"),
            models.Index(fields=["provider", "pickup_at"], name="orders_of_provider"),
            models.Index(
                fields=["hold_expires_at"],
                name="holds_due",
                condition=Q(status="pending", hold_expires_at__isnull=False),
            ),
            models.Index(
                fields=["answer_due_at"],
                name="answers_due",
                condition=Q(status="pending", answer_due_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"Order {str(self.pk)[-8:]}"

    @property
    def is_paid(self) -> bool:
        """Money for this order has been received (and perhaps partly returned)."""
        return self.payment_status in {PaymentStatus.PAID, PaymentStatus.PARTIALLY_REFUNDED}


class OrderLine(models.Model):
    """One line of the price; the lines add up to the order's total."""

    class Kind(models.TextChoices):
        BASE = "base", "Service"
        EXTRA_WEIGHT = "extra_weight", "Weight above 10 kg"
        PLATFORM_FEE = "platform_fee", "Platform fee"

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines")
    kind = models.CharField(max_length=16, choices=Kind)
    amount = MoneyField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["order", "kind"], name="one_line_per_kind"),
            models.CheckConstraint(name="line_is_not_negative", condition=Q(amount__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"


class OrderEvent(AppendOnly):
    """One move of an order's status: from, to, who, when, why. Append-only; the timeline reads it."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="events")
    from_status = models.CharField(max_length=12, blank=True)
    to_status = models.CharField(max_length=12, choices=OrderStatus)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_role = models.CharField(max_length=12, choices=ActorRole)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["at", "id"]
        indexes = [models.Index(fields=["order", "at"], name="events_of_order")]

    def __str__(self) -> str:
        return f"{self.from_status or '-'} to {self.to_status}"


class Reservation(models.Model):
    """A place in a slot that an order holds. Released once, in the transaction that frees it."""

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="reservations")
    slot = models.ForeignKey(TimeSlot, on_delete=models.PROTECT, related_name="reservations")
    created_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["order"], condition=Q(released_at__isnull=True), name="one_active_place_per_order"
            )
        ]
        indexes = [
            models.Index(fields=["slot"], name="active_in_slot", condition=Q(released_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.order_id} in {self.slot_id}"


class Message(models.Model):
    """One line of the conversation between an order's customer and its provider."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="messages")
    sender = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    body = models.TextField(max_length=2000)
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ["sent_at", "id"]
        indexes = [models.Index(fields=["order", "sent_at"], name="messages_of_order")]

    def __str__(self) -> str:
        return f"Message in {self.order_id}"
