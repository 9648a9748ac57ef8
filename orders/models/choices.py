"""The choices of an order's columns, and the length of a pickup."""

from datetime import timedelta

from django.db import models
from django.utils.translation import gettext_lazy as _

# A pickup is an hour, whatever the length of its slot; two that begin closer together than this overlap.
PICKUP_LASTS = timedelta(hours=1)


class ServiceType(models.TextChoices):
    """What a customer can book (specification point 9)."""

    STANDARD = "standard", _("Standard wash and fold")
    PREMIUM = "premium", _("Premium care")
    IRONING = "ironing", _("Ironing only")


class OrderStatus(models.TextChoices):
    """The six stages, in order, and ``cancelled``, which is reached from the first two."""

    PENDING = "pending", _("Order Placed")
    CONFIRMED = "confirmed", _("Confirmed")
    PICKUP = "pickup", _("Pickup in Progress")
    WASHING = "washing", _("Washing & Ironing")
    DELIVERY = "delivery", _("Delivery")
    COMPLETED = "completed", _("Completed")
    CANCELLED = "cancelled", _("Cancelled")


STAGES = [
    OrderStatus.PENDING,
    OrderStatus.CONFIRMED,
    OrderStatus.PICKUP,
    OrderStatus.WASHING,
    OrderStatus.DELIVERY,
    OrderStatus.COMPLETED,
]
IN_PROGRESS = [OrderStatus.CONFIRMED, OrderStatus.PICKUP, OrderStatus.WASHING, OrderStatus.DELIVERY]
# The provider is on the way to the customer.
ON_THE_WAY = [OrderStatus.PICKUP, OrderStatus.DELIVERY]
FINAL = [OrderStatus.COMPLETED, OrderStatus.CANCELLED]


class PaymentStatus(models.TextChoices):
    """The status of an order's payment."""

    UNPAID = "unpaid", _("Unpaid")
    PAID = "paid", _("Paid")
    PARTIALLY_REFUNDED = "partially_refunded", _("Partially refunded")
    REFUNDED = "refunded", _("Refunded")
    FAILED = "failed", _("Payment failed")


# A payment was received, whatever of it was returned since.
RECEIVED = [PaymentStatus.PAID, PaymentStatus.PARTIALLY_REFUNDED, PaymentStatus.REFUNDED]


class Bearer(models.TextChoices):
    """Who bears money that left an order beyond what its end returns to the customer."""

    PLATFORM = "platform", _("The platform")
    PROVIDER = "provider", _("The provider")


class CancelReason(models.TextChoices):
    """Why an order was cancelled; decides what happens to the money."""

    NOT_PAID = "payment_not_completed", _("Payment not completed")
    BY_CUSTOMER = "by_customer", _("Cancelled by the customer")
    DECLINED = "declined", _("Declined by the provider")
    NOT_ANSWERED = "not_answered", _("Not answered by the provider in time")
    BY_OPERATOR = "by_operator", _("Cancelled by the operator")
    HANDED_BACK = "handed_back", _("Handed back by the provider, and nobody took it")
    CUSTOMER_CLOSED = "customer_closed", _("The customer's account is closed")
    PROVIDER_CLOSED = "provider_closed", _("The provider's account is closed or paused")


# Stored as ``cancel_note`` where an operator skips a pickup or ends a recurring booking, with translations
# for the customer.
SKIPPED_NOTE = "this pickup is skipped"
ENDED_NOTE = "its recurring booking has ended"
OWN_NOTES = {
    SKIPPED_NOTE: _("this pickup is skipped"),
    ENDED_NOTE: _("its recurring booking has ended"),
}


class ActorRole(models.TextChoices):
    """In which role somebody (or something) acted."""

    CUSTOMER = "customer", _("Customer")
    PROVIDER = "provider", _("Provider")
    OPERATOR = "operator", _("Operator")
    SYSTEM = "system", _("System")
