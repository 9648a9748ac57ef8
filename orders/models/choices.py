"""The words in which an order and its money are described."""

from django.db import models


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
