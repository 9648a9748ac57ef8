"""The contract between a customer and a provider, and the money that it moves."""

from orders.models.choices import (
    FINAL,
    IN_PROGRESS,
    STAGES,
    ActorRole,
    CancelReason,
    OrderStatus,
    PaymentStatus,
    ServiceType,
)
from orders.models.order import Message, Order, OrderEvent, OrderLine, Reservation
from orders.models.payment import LedgerEntry, Payment, Refund, StripeEvent
from orders.models.recurring_booking import (
    Occurrence,
    OccurrenceReason,
    OccurrenceStatus,
    RecurringBooking,
    RecurringPattern,
)
from orders.models.saved_card import SavedCard, StripeCustomer

__all__ = [
    "FINAL",
    "IN_PROGRESS",
    "STAGES",
    "ActorRole",
    "CancelReason",
    "LedgerEntry",
    "Message",
    "Occurrence",
    "OccurrenceReason",
    "OccurrenceStatus",
    "Order",
    "OrderEvent",
    "OrderLine",
    "OrderStatus",
    "Payment",
    "PaymentStatus",
    "RecurringBooking",
    "RecurringPattern",
    "Refund",
    "Reservation",
    "SavedCard",
    "ServiceType",
    "StripeCustomer",
    "StripeEvent",
]
