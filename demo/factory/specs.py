"""The validated request of the factory: a small world, whose parts are named by a ``ref``."""

from dataclasses import dataclass, field
from datetime import time
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from orders.models import ActorRole, OrderStatus, RecurringPattern, ServiceType
from providers.models import Provider

EVERY_DAY = tuple(range(7))


@dataclass(frozen=True, kw_only=True)
class AddressSpec:
    """An address of an account."""

    label: str = ""
    street: str = "Limmatquai 12"
    city: str = "Zurich"
    postal_code: str = "8001"


@dataclass(frozen=True, kw_only=True)
class UserSpec:
    """An account. ``operator`` is the name of a group, ``all`` for every permission, or empty."""

    ref: str
    first_name: str = "Alice"
    last_name: str = "Meier"
    phone: str = ""
    language: str = ""
    postal_code: str = ""
    email_verified: bool = True
    addresses: list[AddressSpec] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    operator: str = ""
    second_factor: bool = False
    signed_in: bool = True


@dataclass(frozen=True, kw_only=True)
class HoursSpec:
    """A window of some weekdays (0 = Sunday) in Swiss wall time, cut into slots."""

    weekdays: tuple[int, ...] = EVERY_DAY
    start: time = time(8)
    end: time = time(20)
    slot_minutes: int = 60
    capacity: int = 3


@dataclass(frozen=True, kw_only=True)
class DayOffSpec:
    """Days off, counted from today, both included."""

    first_day: int
    last_day: int | None = None
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class PauseSpec:
    """A pause that ends in so many days; ``None``: without an end."""

    days: int | None = None
    by_operator: bool = False


@dataclass(frozen=True, kw_only=True)
class ProviderSpec:
    """A provider with an application. ``user`` names an account; empty: one of the same name is made.

    ``application`` is its state, as in :class:`Provider.Status`. Without approval there are no hours.
    ``payout``: their earnings up to the end of last week are in a payout.
    """

    ref: str
    user: str = ""
    business_name: str = ""
    bio: str = ""
    specialties: list[str] = field(default_factory=list)
    postal_codes: list[str] = field(default_factory=lambda: ["8001"])
    accepts_instantly: bool = True
    late_fee_percent: int = 50
    hours: list[HoursSpec] = field(default_factory=lambda: [HoursSpec()])
    days_off: list[DayOffSpec] = field(default_factory=list)
    pause: PauseSpec | None = None
    iban: str = ""
    payout: bool = False
    application: str = Provider.Status.APPROVED


@dataclass(frozen=True, kw_only=True)
class PickupSpec:
    """A day, counted from today, and a wall time; ``None``: the first free hour of that day."""

    days: int = 1
    wall_time: time | None = None


@dataclass(frozen=True, kw_only=True)
class MessageSpec:
    """A message about an order."""

    sender: str
    body: str


@dataclass(frozen=True, kw_only=True)
class ReviewSpec:
    """A review of a completed order, and its provider's reply.

    ``published``: the provider has rated the customer, too; else only its author sees it.
    """

    rating: int = 5
    comment: str = ""
    reply: str = ""
    published: bool = True


@dataclass(frozen=True, kw_only=True)
class HandBackSpec:
    """A hand-back of a confirmed order; ``agreed``: its customer lets other providers be asked."""

    reason: str = "My machine broke."
    agreed: bool = False


@dataclass(frozen=True, kw_only=True)
class RefundSpec:
    """A refund by an operator, in CHF; ``None``: all that was paid."""

    amount: Decimal | None = None
    note: str = "A stain was left."


class PaymentOutcome(StrEnum):
    """The state of an order's payment."""

    PAID = "paid"
    UNPAID = "unpaid"
    DECLINED = "declined"


@dataclass(frozen=True, kw_only=True)
class OrderSpec:
    """An order with its wanted state; without ``placed_hours_ago`` it is placed now."""

    ref: str
    customer: str
    provider: str
    service_type: str = ServiceType.STANDARD
    weight: Decimal = Decimal("10.0")
    pickup_address: str = ""
    delivery_address: str = ""
    special_instructions: str = ""
    add_ons: dict[str, int] = field(default_factory=dict)
    pickup: PickupSpec = field(default_factory=PickupSpec)
    placed_hours_ago: int | None = None
    status: str = OrderStatus.CONFIRMED
    payment: str = ""
    card: str = "visa"
    cancelled_by: str = ActorRole.CUSTOMER
    reason: str = "The salon is closed"
    handover_codes: bool = False
    hand_back: HandBackSpec | None = None
    messages: list[MessageSpec] = field(default_factory=list)
    review: ReviewSpec | None = None
    refund: RefundSpec | None = None

    @property
    def outcome(self) -> PaymentOutcome:
        """The wanted state of the payment; by default the one that fits the order's state."""
        if self.payment:
            return PaymentOutcome(self.payment)
        return PaymentOutcome.UNPAID if self.status == OrderStatus.PENDING else PaymentOutcome.PAID


@dataclass(frozen=True, kw_only=True)
class RecurringSpec:
    """A recurring booking. Its day is a weekday, a day of the month, or ``days`` from today."""

    ref: str
    customer: str
    provider: str
    service_type: str = ServiceType.STANDARD
    weight: Decimal = Decimal("10.0")
    pickup_address: str = ""
    delivery_address: str = ""
    special_instructions: str = ""
    pattern: str = RecurringPattern.WEEKLY
    days: int | None = None
    day_of_week: int | None = None
    day_of_month: int | None = None
    preferred_time: time = time(11)
    card: str = ""
    paused_days: int | None = None


@dataclass(frozen=True, kw_only=True)
class FavouriteSpec:
    """A favourite provider of an account."""

    user: str
    provider: str


@dataclass(frozen=True, kw_only=True)
class SupportRequestSpec:
    """A request to support, and an operator's reply, if any."""

    ref: str
    user: str
    category: str
    subject: str
    message: str
    answer: str = ""


@dataclass(frozen=True, kw_only=True)
class WorldSpec:
    """All parts of one request."""

    users: list[UserSpec] = field(default_factory=list)
    providers: list[ProviderSpec] = field(default_factory=list)
    orders: list[OrderSpec] = field(default_factory=list)
    recurring: list[RecurringSpec] = field(default_factory=list)
    favourites: list[FavouriteSpec] = field(default_factory=list)
    support_requests: list[SupportRequestSpec] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class WithdrawalSpec:
    """Whoever is to be unlisted, by the ids of their accounts."""

    users: list[UUID]
