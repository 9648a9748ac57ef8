"""Reporting damage after an order, and the provider's answer to it.

The customer reports within 24 hours of the later of the completion and the end of the pickup hour: what the
provider earns is held back until then anyway (:mod:`orders.payouts.payable`), and while a claim is open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from marketplace import wall_time
from marketplace.errors import DomainError, Invalid, NotFound
from orders import locking, notifications
from orders.claims import claim_notifications
from orders.lifecycle import permissions, transitions
from orders.models import (
    DamageClaim,
    Order,
    OrderPhoto,
    OrderStatus,
)
from orders.payouts.payable import DAMAGE_REPORTED_WITHIN

MOST_PHOTOS = 6
# The provider is heard for this long before a claim is decided without them.
ANSWER_WITHIN = timedelta(hours=48)


class ClaimTooEarly(DomainError):
    """Damage can be reported once the order is completed (409)."""

    code = "claim_too_early"

    def __init__(self) -> None:
        super().__init__(_("You can report damage once the order is completed. Until then, get help."))


class ClaimWindowOver(DomainError):
    """Damage is reported within 24 hours of the completion (409)."""

    code = "claim_window_over"

    def __init__(self, until: datetime) -> None:
        super().__init__(
            _("Damage can be reported within 24 hours: it was possible until {until}.").format(
                until=wall_time.moment(until)
            )
        )


class ClaimOpen(DomainError):
    """The order has a claim that is not decided yet (409)."""

    code = "claim_open"

    def __init__(self) -> None:
        super().__init__(_("You have reported damage to this order already. We are looking into it."))


class ClaimAnswered(DomainError):
    """The provider has answered the claim already (409)."""

    code = "claim_answered"

    def __init__(self) -> None:
        super().__init__(_("You have answered this claim already."))


class ClaimDecided(DomainError):
    """The claim is decided already (409)."""

    code = "claim_decided"

    def __init__(self) -> None:
        super().__init__(_("This claim is decided already."))


@dataclass(frozen=True)
class Report:
    """What the customer reports; ``price`` (CHF, new) and ``age_months`` may be unknown."""

    description: str
    item: str = DamageClaim.Item.OTHER
    price: Decimal | None = None
    age_months: int | None = None
    photos: Sequence[UUID] = ()


def reportable_until(order: Order) -> datetime | None:
    """Return until when damage can be reported (UTC); ``None`` for an order that is not completed."""
    return _day_after(order, transitions.completed_at(order))


def shown_until(order: Order) -> datetime | None:
    """Return the same of an order with the annotations of :mod:`orders.selectors`. No query."""
    return _day_after(order, permissions.ended_at(order))


def _day_after(order: Order, completed_at: datetime | None) -> datetime | None:
    if order.status != OrderStatus.COMPLETED or not order.was_paid:
        return None
    return max(order.pickup_ends_at, completed_at or order.pickup_at) + DAMAGE_REPORTED_WITHIN


@transaction.atomic
def report_damage(*, order_id: UUID, report: Report, now: datetime) -> DamageClaim:
    """Report damage as the order's customer; the caller has made sure of that. Notifies the provider.

    Raises :class:`ClaimTooEarly`, :class:`ClaimWindowOver` or :class:`ClaimOpen` (409), or ``Invalid`` (400)
    for photos that are not the customer's own of this order.
    """
    order = locking.locked_order(order_id=order_id)
    until = reportable_until(order)
    if until is None:
        raise ClaimTooEarly
    if now >= until:
        raise ClaimWindowOver(until)
    claim = DamageClaim(
        order=order,
        item=report.item,
        description=report.description,
        price=report.price,
        age_months=report.age_months,
        reported_at=now,
        answer_due_at=now + ANSWER_WITHIN,
    )
    try:
        with transaction.atomic():
            claim.save(force_insert=True)
    except IntegrityError as error:
        if not open_claims(order).exists():
            raise
        raise ClaimOpen from error
    _attach(claim, user=order.customer, photos=report.photos)
    claim_notifications.reported(order=order, claim=claim, now=now)
    return claim


@transaction.atomic
def answer_claim(
    *, order_id: UUID, claim_id: UUID, statement: str, photos: Sequence[UUID], now: datetime
) -> DamageClaim:
    """Say the provider's view of a claim, once; the caller has made sure that it is theirs.

    Raises ``NotFound``, :class:`ClaimAnswered` or :class:`ClaimDecided` (409).
    """
    order = locking.locked_order(order_id=order_id)
    claim = claim_of(order=order, claim_id=claim_id)
    if not claim.is_open:
        raise ClaimDecided
    if claim.stated_at is not None:
        raise ClaimAnswered
    claim.statement, claim.stated_at = statement, now
    claim.save(update_fields=["statement", "stated_at"])
    _attach(claim, user=order.provider.user, photos=photos)
    notifications.live(order=order, now=now)
    return claim


def open_claims(order: Order) -> QuerySet[DamageClaim]:
    """Return the order's claim that is not decided yet, if any."""
    return DamageClaim.objects.filter(order=order, decided_at__isnull=True)


def claim_of(*, order: Order, claim_id: UUID) -> DamageClaim:
    """Return a claim of an order; 404 for one of another order."""
    claim = DamageClaim.objects.filter(order=order, pk=claim_id).first()
    if claim is None:
        raise NotFound(_("There is no such claim."))
    return claim


def claims_of(order: Order) -> list[DamageClaim]:
    """Return the claims of an order with their photos, the newest first."""
    return list(DamageClaim.objects.filter(order=order).prefetch_related("photos"))


def _attach(claim: DamageClaim, *, user: User, photos: Sequence[UUID]) -> None:
    """Give a claim photos that its sender has uploaded before."""
    ids = set(photos)
    own = OrderPhoto.objects.filter(order=claim.order_id, uploaded_by=user, claim__isnull=True, pk__in=ids)
    if own.update(claim=claim) != len(ids):
        sentence = _("These photos are not there any more. Please add them again.")
        raise Invalid(sentence, fields={"photos": [sentence]})
