"""Deciding a damage claim: money back to the customer, from whom, and why; or nothing, and why.

Both sides are heard: nothing is decided before the provider has answered, or had 48 hours for it. What is
returned is at most what is left of the payment, and at most what the item is still worth where that is known.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from marketplace.errors import DomainError, NotFound
from marketplace.money import ZERO, chf
from orders import ledger, locking
from orders.claims import claim_notifications
from orders.claims.claiming import ClaimDecided
from orders.claims.time_value import time_value
from orders.lifecycle import permissions
from orders.lifecycle.refund_rows import Decision, decide
from orders.models import Actor, Bearer, DamageClaim
from orders.payments.refunding import returnable

BY_CLAIM = "claim:"
Outcome = DamageClaim.Outcome


class ProviderNotHeard(DomainError):
    """The provider has not answered yet, and still has time for it (409)."""

    code = "provider_not_heard"

    def __init__(self) -> None:
        super().__init__(_("The provider has not answered yet, and still has time for it."))


class ExceedsClaim(DomainError):
    """The amount is more than can be returned for this claim (409)."""

    code = "claim_exceeds_value"

    def __init__(self, most: Decimal) -> None:
        super().__init__(_("For this claim {most} can be returned at most.").format(most=chf(most)))


@dataclass(frozen=True)
class ClaimDecision:
    """What an operator decides: the amount to return in CHF (none: 0), who bears it, and the reason."""

    amount: Decimal
    borne_by: Bearer
    reason: str


def is_heard(claim: DamageClaim, *, now: datetime) -> bool:
    """Tell whether the provider has answered, or let the time for it pass."""
    return claim.stated_at is not None or now >= claim.answer_due_at


def value_of(claim: DamageClaim) -> Decimal | None:
    """Return what the item is still worth, in CHF; ``None`` if the customer did not give price and age."""
    return time_value(item=claim.item, price=claim.price, age_months=claim.age_months)


def most_returnable(claim: DamageClaim) -> Decimal:
    """Return how much can be returned for a claim at most, in CHF."""
    value, left = value_of(claim), returnable(claim.order)
    return left if value is None else min(value, left)


@transaction.atomic
def decide_claim(*, actor: Actor, claim_id: UUID, decision: ClaimDecision, now: datetime) -> DamageClaim:
    """Decide a claim as an operator; the refund follows, and both sides are told.

    Raises ``NotFound``, ``OwnOrder`` (403), :class:`ClaimDecided`, :class:`ProviderNotHeard` or
    :class:`ExceedsClaim` (409).
    """
    order_id = DamageClaim.objects.filter(pk=claim_id).values_list("order_id", flat=True).first()
    if order_id is None:
        raise NotFound(_("There is no such claim."))
    order = locking.locked_order(order_id=order_id)
    permissions.refuse_own(order, actor)
    claim = DamageClaim.objects.get(pk=claim_id)
    claim.order = order
    if not claim.is_open:
        raise ClaimDecided
    if not is_heard(claim, now=now):
        raise ProviderNotHeard
    most = most_returnable(claim)
    if decision.amount > most:
        raise ExceedsClaim(most)
    before = ledger.will_earn(order)
    if decision.amount > ZERO:
        name = f"{BY_CLAIM}{claim.pk.hex[:24]}"
        returned = Decision(decision.amount, name, actor, decision.reason, decision.borne_by)
        claim.refund = decide(order=order, decision=returned, now=now)
        claim.borne_by = decision.borne_by
    claim.amount = decision.amount
    claim.outcome = Outcome.REFUNDED if claim.refund else Outcome.REJECTED
    claim.decision, claim.decided_at, claim.decided_by_id = decision.reason, now, actor.user_id
    claim.save()
    less = before - ledger.will_earn(order)
    claim_notifications.decided(order=order, claim=claim, less=less, now=now)
    return claim
