"""Notifications about damage claims."""

from datetime import datetime
from decimal import Decimal
from functools import partial

from marketplace.money import ZERO
from orders import notice_texts as texts
from orders import notifications
from orders.models import DamageClaim, Order
from orders.notifications import tell


def reported(*, order: Order, claim: DamageClaim, now: datetime) -> None:
    """Ask the provider for their view."""
    asked = texts.DAMAGE_REPORTED.of(
        customer=order.customer.short_name,
        summary=partial(notifications.summary, order),
        until=claim.answer_due_at,
    )
    tell(order, kind="claim_reported", key=f"claim:{claim.pk}", provider=asked, now=now)


def decided(*, order: Order, claim: DamageClaim, less: Decimal, now: datetime) -> None:
    """Notify both sides of the decision; the provider's share is ``less`` than before, in CHF."""
    summary = partial(notifications.summary, order)
    if claim.amount > ZERO:
        customer = texts.CLAIM_REFUNDED.of(amount=claim.amount, reason=claim.decision)
        provider = texts.CLAIM_DECIDED_FOR.of(
            summary=summary, amount=claim.amount, less=less, reason=claim.decision
        )
    else:
        customer = texts.CLAIM_REJECTED.of(reason=claim.decision)
        provider = texts.CLAIM_REJECTED_FOR.of(summary=summary, reason=claim.decision)
    tell(
        order,
        kind="claim_decided",
        key=f"claim:{claim.pk}:decided",
        customer=customer,
        provider=provider,
        now=now,
    )
