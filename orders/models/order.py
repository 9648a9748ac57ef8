"""The contract between a customer and a provider."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid4

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from marketplace import wall_time
from marketplace.db.append_only import AppendOnly
from marketplace.db.text_search import Folded, ReversedText, SearchIndex
from marketplace.money import ZERO, MoneyField
from orders.models.choices import (
    PICKUP_LASTS,
    RECEIVED,
    ActorRole,
    CancelReason,
    OrderStatus,
    PaymentStatus,
    ServiceType,
)
from providers.models import Provider
from scheduling.models import TimeSlot


def postal_code_field() -> "models.CharField[str | None, str | None]":
    """Return a field for the postal code of an address; null if the address has none."""
    # Null and not empty: a nullable column can be added to a big table without rewriting its rows.
    return models.CharField(max_length=4, null=True, blank=True)


class Order(models.Model):
    """One booking. ``status`` is assigned by ``transitions.py`` alone, prices by ``pricing.py``.

    Amounts are CHF as charged. The policy that applies (late fee, limits, instant acceptance) is
    copied here when the order is placed, so that a later change of it touches no running order.
    The postal codes are taken from the two addresses, and are null in orders older than these columns.
    ``hold_expires_at``, ``answer_due_at`` and ``hand_back_due_at`` are due times that the sweeps read.
    ``substitute_offered_at`` is when the system offered both sides a substitute for a provider who is late.
    """

    # Annotations by :mod:`orders.selectors` for the JSON; placing an order sets them, too.
    service_area_codes: list[str]
    status_times: dict[str, str]
    # When the completion reached us: ``status_times`` has the time that the provider's phone gave, maybe days
    # before.
    completion_received_at: datetime | None = None
    rating: int | None
    recurring_booking_id: UUID | None
    # The handovers for which the customer requires a code, and when it was confirmed.
    codes: dict[str, str | None]
    # The lines of the price, as ``shirt:2:30.00``: kind, how many, and what they cost together.
    priced: list[str]
    # The receipt that is made, as ``2026:12`` of year and number; ``None`` without one.
    receipt_made: str | None
    # The credit notes that are made, as ``1:2026:12`` of position, year and number.
    credits_made: list[str]
    # The state of the newest damage claim; ``None`` without one.
    claim_state: str | None
    # The times of the customer's review and of the provider's rating of the customer; ``None`` without one.
    reviewed_at: datetime | None = None
    review_published_at: datetime | None = None
    review_due_at: datetime | None = None
    review_answered_at: datetime | None = None
    # The review as its provider reads it; ``None`` without one, and in lists that do not show it.
    review_id: UUID | None = None
    review_comment: str | None = None
    review_hidden_at: datetime | None = None
    review_answer: str | None = None
    customer_stars: int | None = None
    customer_rated_at: datetime | None = None
    customer_rating_published_at: datetime | None = None
    customer_rating_due_at: datetime | None = None
    # What providers have given the customer, as ``sum:count``; ``None`` for too few, and in customers' lists.
    customer_average: str | None = None
    # Its reservation was released, and somebody else can book its place.
    frees_place: bool = False
    # The late fee as its cancellation fixed it; ``None`` without one, and in customers' lists.
    late_fee: Decimal | None = None
    # Annotation by :mod:`orders.locking`: whether the order's recurring booking is active; ``None``
    # if it has none.
    series_is_active: bool | None
    # Set by :mod:`orders.lifecycle.transitions`: the time of the step that this instance has just taken.
    moved_at: datetime

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    customer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="orders", db_index=False
    )
    provider = models.ForeignKey(Provider, on_delete=models.PROTECT, related_name="orders", db_index=False)
    status = models.CharField(max_length=12, choices=OrderStatus, default=OrderStatus.PENDING)
    payment_status = models.CharField(max_length=20, choices=PaymentStatus, default=PaymentStatus.UNPAID)
    version = models.PositiveIntegerField(default=1)

    service_type = models.CharField(max_length=12, choices=ServiceType)
    weight = models.DecimalField(max_digits=4, decimal_places=1, help_text=gettext_lazy("kilograms"))
    is_express = models.BooleanField(default=False, db_default=False)
    service_amount = MoneyField()
    platform_fee = MoneyField()
    total_amount = MoneyField()
    refunded_amount = MoneyField(default=ZERO)
    disputed_amount = MoneyField(
        default=ZERO,
        db_default=ZERO,
        help_text=gettext_lazy("what the customer's bank has withdrawn and not given back"),
    )
    borne_by_platform = MoneyField(
        default=ZERO,
        db_default=ZERO,
        help_text=gettext_lazy("what the platform bears of the refunds and of what a bank has withdrawn"),
    )

    pickup_address = models.CharField(max_length=300)
    delivery_address = models.CharField(max_length=300)
    pickup_postal_code = postal_code_field()
    delivery_postal_code = postal_code_field()
    special_instructions = models.TextField(max_length=1000, blank=True)
    # The customer's care profile as it was when the order was placed, or as changed here; null if none.
    care = models.JSONField(null=True, blank=True, editable=False)
    pickup_at = models.DateTimeField()

    late_fee_percent = models.PositiveSmallIntegerField()
    free_until_minutes_before_pickup = models.PositiveSmallIntegerField(default=60)
    free_for_minutes_after_booking = models.PositiveSmallIntegerField(default=60)
    accepts_instantly = models.BooleanField()

    created_at = models.DateTimeField()
    hold_expires_at = models.DateTimeField(null=True, blank=True)
    answer_due_at = models.DateTimeField(null=True, blank=True)
    hand_back_due_at = models.DateTimeField(null=True, blank=True)
    substitute_offered_at = models.DateTimeField(null=True, blank=True)
    # Whether somebody wrote before it was paid: the provider is told with the payment.
    has_early_messages = models.BooleanField(default=False, db_default=False, editable=False)
    cancel_reason = models.CharField(max_length=24, choices=CancelReason, blank=True)
    # An operator's reason, shown to the customer.
    cancel_note = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        ordering = ["-created_at", "-id"]
        permissions = [
            ("move_order", "Can move order to another status"),
            ("cancel_order", "Can cancel order"),
            ("refund_order", "Can refund order"),
            ("hold_order", "Can hold back the money of an order"),
        ]
        constraints = [
            models.CheckConstraint(
                name="total_is_service_plus_fee",
                condition=Q(total_amount=F("service_amount") + F("platform_fee")),
            ),
            models.CheckConstraint(
                name="refunded_within_total",
                condition=Q(refunded_amount__gte=0, refunded_amount__lte=F("total_amount")),
            ),
            models.CheckConstraint(name="disputed_is_not_negative", condition=Q(disputed_amount__gte=0)),
            models.CheckConstraint(name="borne_is_not_negative", condition=Q(borne_by_platform__gte=0)),
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
            models.Index(
                fields=["hand_back_due_at"],
                name="hand_backs_due",
                condition=Q(status="confirmed", hand_back_due_at__isnull=False),
            ),
            # For the admin site's lists, counts and search.
            models.Index(fields=["-created_at", "-id"], name="orders_newest"),
            models.Index(fields=["status", "-created_at"], name="orders_by_status"),
            models.Index(fields=["pickup_at"], name="orders_to_pick_up", condition=Q(status="confirmed")),
            models.Index(fields=["pickup_at"], name="orders_by_pickup"),
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(fields=["pickup_at"], name="orders_with_address", condition=~Q(pickup_address="")),
            models.Index(
                fields=["payment_status", "-created_at"],
                name="orders_with_money_back",
                condition=Q(payment_status__in=["failed", "partially_refunded", "refunded"]),
            ),
            SearchIndex(ReversedText("id"), name="orders_by_end_of_id"),
            SearchIndex(Folded("pickup_address"), name="orders_pickup_street_folded"),
            SearchIndex(Folded("delivery_address"), name="orders_delivery_street_folded"),
        ]

    def __str__(self) -> str:
        """``Order of Anna M., Mon 23 Nov, 14:00-15:00``."""
        return _("Order of {name}, {time}").format(name=self.customer.short_name, time=self.pickup_window())

    def pickup_window(self) -> str:
        """Return the hour of the pickup: ``Mon 23 Nov, 14:00-15:00``, Swiss, in the active language."""
        return wall_time.window(self.pickup_at)

    @property
    def pickup_ends_at(self) -> datetime:
        """When (UTC) the hour of the pickup ends, however long the slot is that it has a place in."""
        return self.pickup_at + PICKUP_LASTS

    @property
    def was_paid(self) -> bool:
        """A payment was received, whatever of it was returned since; what is left is ``kept_amount``.

        It decides who sees and does what. A full refund of a running order changes nothing of that.
        """
        return self.payment_status in RECEIVED

    @property
    def is_undone(self) -> bool:
        """It is cancelled and nothing is left of its payment: nobody comes, and nobody has earned by it."""
        return self.status == OrderStatus.CANCELLED and self.was_paid and self.kept_amount <= ZERO

    @property
    def kept_amount(self) -> Decimal:
        """What is left of a received payment in CHF: neither refunded nor withdrawn by a bank.

        Below zero if a bank withdrew money that had been refunded already.
        """
        kept: Decimal = self.total_amount - self.refunded_amount - self.disputed_amount
        return kept


class OrderLine(models.Model):
    """A line of the price; the lines add up to the total. ``amount`` is for the whole ``quantity``."""

    class Kind(models.TextChoices):
        BASE = "base", gettext_lazy("Service")
        EXTRA_WEIGHT = "extra_weight", gettext_lazy("Weight above 10 kg")
        EXPRESS = "express", gettext_lazy("Express same-day")
        DELICATE = "delicate", gettext_lazy("Delicate items")
        SHIRT = "shirt", gettext_lazy("Dry cleaning: shirt or blouse")
        TROUSERS = "trousers", gettext_lazy("Dry cleaning: trousers or skirt")
        DRESS = "dress", gettext_lazy("Dry cleaning: dress or jacket")
        COAT = "coat", gettext_lazy("Dry cleaning: coat")
        PLATFORM_FEE = "platform_fee", gettext_lazy("Platform fee")

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines", db_index=False)
    kind = models.CharField(max_length=16, choices=Kind)
    quantity = models.PositiveSmallIntegerField(default=1, db_default=1)
    amount = MoneyField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["order", "kind"], name="one_line_per_kind"),
            models.CheckConstraint(name="line_is_not_negative", condition=Q(amount__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.amount}"


class OrderEvent(AppendOnly):
    """One change of an order's status: from, to, who, when, why. Append-only; shown as the timeline.

    ``at`` is when the step was taken. A phone without a connection sends it later: ``received_at`` is when it
    reached us, and what counts hours or days from a step counts them from there (:data:`EVENT_RECEIVED_AT`).
    """

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="events", db_index=False)
    from_status = models.CharField(max_length=12, blank=True)
    to_status = models.CharField(max_length=12, choices=OrderStatus)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_role = models.CharField(max_length=12, choices=ActorRole)
    # A note of 200 characters, with who cancelled in front of it.
    reason = models.CharField(max_length=260, blank=True)
    at = models.DateTimeField()
    # Empty in rows from before this was recorded that were sent at once.
    received_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["at", "id"]
        indexes = [
            models.Index(fields=["order", "at"], name="events_of_order"),
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(fields=["at"], name="events_with_reason", condition=~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.from_status or '-'} to {self.to_status}"


# When a step reached us (UTC), in queries of events.
EVENT_RECEIVED_AT = Coalesce("received_at", "at")


class Reservation(models.Model):
    """One unit of a slot's capacity that an order holds. Released as the slot's counter is lowered."""

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
    """One message in an order's conversation: text, a photo, or both.

    ``photo`` is the name of a private file. ``is_from_team`` marks what an operator wrote, in the product's
    name and not in their own.
    """

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="messages", db_index=False)
    sender = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    body = models.TextField(max_length=2000, blank=True)
    photo = models.CharField(max_length=120, blank=True, default="", db_default="")
    sent_at = models.DateTimeField()
    is_from_team = models.BooleanField(default=False, db_default=False)

    class Meta:
        ordering = ["sent_at", "id"]
        indexes = [
            models.Index(fields=["order", "sent_at"], name="messages_of_order"),
            # For erasing what is old (orders/privacy/erasing.py).
            models.Index(fields=["sent_at"], name="messages_by_age"),
            models.Index(fields=["sent_at"], name="message_photos_by_age", condition=~Q(photo="")),
            models.Index(fields=["photo"], name="message_photos_by_file", condition=~Q(photo="")),
        ]

    def __str__(self) -> str:
        return _("Message in {order}").format(order=self.order_id)

    @property
    def sender_name(self) -> str:
        """The name under which both sides read it."""
        return settings.PRODUCT_NAME if self.is_from_team else self.sender.short_name


class MessageDigest(models.Model):
    """The state of one side's emails about messages that it has not read in the app.

    ``due_at`` is when the next email may go out, null while none is planned; ``mailed_at`` is when
    the last one was handed to the outbox.
    """

    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="message_digests", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    due_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["order", "user"], name="one_digest_per_reader")]

    def __str__(self) -> str:
        return f"{self.user_id} of {self.order_id}"
