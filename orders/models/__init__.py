"""The contract between a customer and a provider, and the money that it moves."""

from orders.models.actor import SYSTEM, Actor
from orders.models.care import TEMPERATURES, CareProfile, Detergent
from orders.models.choices import (
    FINAL,
    IN_PROGRESS,
    ON_THE_WAY,
    PICKUP_LASTS,
    RECEIVED,
    STAGES,
    ActorRole,
    Bearer,
    CancelReason,
    OrderStatus,
    PaymentStatus,
    ServiceType,
)
from orders.models.claim import CLAIM_STATE, DamageClaim, OrderPhoto
from orders.models.data_check import DataCheck
from orders.models.hand_back import BY_CUSTOMER, HandBack, HandBackOffer
from orders.models.handover import Handover
from orders.models.order import (
    EVENT_RECEIVED_AT,
    Message,
    MessageDigest,
    Order,
    OrderEvent,
    OrderLine,
    Reservation,
)
from orders.models.payment import Dispute, LedgerEntry, Payment, Refund, StripeEvent
from orders.models.payout import (
    Payout,
    PayoutAccount,
    PayoutAccountChange,
    PayoutHold,
    PayoutLine,
    PayoutRun,
    StripeAccount,
)
from orders.models.position import SharedPosition
from orders.models.receipt import CreditNote, Document, FeeInvoice, FeeInvoiceRun, NumberSeries, Receipt
from orders.models.recurring_booking import (
    Occurrence,
    OccurrenceReason,
    OccurrenceStatus,
    RecurringBooking,
    RecurringPattern,
)
from orders.models.saved_card import SavedCard, StripeCustomer

__all__ = [
    "BY_CUSTOMER",
    "CLAIM_STATE",
    "EVENT_RECEIVED_AT",
    "FINAL",
    "IN_PROGRESS",
    "ON_THE_WAY",
    "PICKUP_LASTS",
    "RECEIVED",
    "STAGES",
    "SYSTEM",
    "TEMPERATURES",
    "Actor",
    "ActorRole",
    "Bearer",
    "CancelReason",
    "CareProfile",
    "CreditNote",
    "DamageClaim",
    "DataCheck",
    "Detergent",
    "Dispute",
    "Document",
    "FeeInvoice",
    "FeeInvoiceRun",
    "HandBack",
    "HandBackOffer",
    "Handover",
    "LedgerEntry",
    "Message",
    "MessageDigest",
    "NumberSeries",
    "Occurrence",
    "OccurrenceReason",
    "OccurrenceStatus",
    "Order",
    "OrderEvent",
    "OrderLine",
    "OrderPhoto",
    "OrderStatus",
    "Payment",
    "PaymentStatus",
    "Payout",
    "PayoutAccount",
    "PayoutAccountChange",
    "PayoutHold",
    "PayoutLine",
    "PayoutRun",
    "Receipt",
    "RecurringBooking",
    "RecurringPattern",
    "Refund",
    "Reservation",
    "SavedCard",
    "ServiceType",
    "SharedPosition",
    "StripeAccount",
    "StripeCustomer",
    "StripeEvent",
]
