"""The contract between a customer and a provider, and the money that it moves."""

from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from marketplace.append_only import AppendOnly
from marketplace.money import ZERO, MoneyField
from providers.models import Provider
from scheduling.models import TimeSlot


class ServiceType(models.TextChoices):
    """What a customer can book (specification point 9)."""

    STANDARD = "standard", "Standard wash and fold"
    PREMIUM = "premium", "Premium care"
    IRONING = "ironing", "Ironing only"


class OrderStatus(models.TextChoices):
    """The six stages, in order, and the way out of the first two."""

    PENDING = "pending", "Order Placed"
    CONFIRMED = "confirmed", "Confirmed"
    PICKUP = "pickup", "Pickup in Progress"
    WASHING = "washing", "Washing & Ironing"
    DELIVERY = "delivery", "Delivery"
    COMPLETED = "completed", "Completed"
    CANCELLED = "cancelled", "Cancelled"


STAGES = [
    OrderStatus.PENDING,
    OrderStatus.CONFIRMED,
    OrderStatus.PICKUP,
    OrderStatus.WASHING,
    OrderStatus.DELIVERY,
    OrderStatus.COMPLETED,
]
IN_PROGRESS = [OrderStatus.CONFIRMED, OrderStatus.PICKUP, OrderStatus.WASHING, OrderStatus.DELIVERY]
FINAL = [OrderStatus.COMPLETED, OrderStatus.CANCELLED]


class PaymentStatus(models.TextChoices):
    """Where the money of an order stands, beside its status."""

    UNPAID = "unpaid", "Unpaid"
    PAID = "paid", "Paid"
    PARTIALLY_REFUNDED = "partially_refunded", "Partially refunded"
    REFUNDED = "refunded", "Refunded"
    FAILED = "failed", "Payment failed"


class CancelReason(models.TextChoices):
    """Why an order was cancelled; decides what happens to the money."""

    NOT_PAID = "payment_not_completed", "Payment not completed"
    BY_CUSTOMER = "by_customer", "Cancelled by the customer"
    DECLINED = "declined", "Declined by the provider"
    NOT_ANSWERED = "not_answered", "Not answered by the provider in time"
    BY_OPERATOR = "by_operator", "Cancelled by the operator"


class ActorRole(models.TextChoices):
    """In which capacity somebody (or something) acted."""

    CUSTOMER = "customer", "Customer"
    PROVIDER = "provider", "Provider"
    OPERATOR = "operator", "Operator"
    SYSTEM = "system", "System"


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


class Payment(models.Model):
    """One PaymentIntent of an order. At most one of an order is live or has succeeded."""

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
            )
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
