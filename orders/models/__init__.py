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
from orders.models.data_check import DataCheck
from orders.models.order import Message, MessageDigest, Order, OrderEvent, OrderLine, Reservation
from orders.models.payment import Dispute, LedgerEntry, Payment, Refund, StripeEvent
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
    "DataCheck",
    "Dispute",
    "LedgerEntry",
    "Message",
    "MessageDigest",
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
