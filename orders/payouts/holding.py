"""Holding an order's money back from payouts while support looks into it, and releasing it."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from orders.models import Order, Payout, PayoutHold, PayoutLine


class AlreadyHeld(DomainError):
    """The order's money is held back already (409)."""

    code = "already_held"

    def __init__(self) -> None:
        super().__init__(_("The money of this order is held back already."))


class NotHeld(DomainError):
    """The order's money is not held back by support (409)."""

    code = "not_held"

    def __init__(self) -> None:
        super().__init__(_("The money of this order is not held back."))


def hold(*, order: Order, actor_id: UUID, reason: str, now: datetime) -> PayoutHold:
    """Exclude an order's money from payouts made from now on. Raises :class:`AlreadyHeld` (409)."""
    made, is_new = PayoutHold.objects.get_or_create(
        order=order, defaults={"reason": reason, "held_by_id": actor_id, "held_at": now}
    )
    if not is_new:
        raise AlreadyHeld
    return made


def release(*, order: Order) -> None:
    """Include an order's money in the next payout again. Raises :class:`NotHeld` (409)."""
    if not PayoutHold.objects.filter(order=order).delete()[0]:
        raise NotHeld


def is_in_a_payout(order: Order) -> bool:
    """Tell whether a payout includes money of the order already; a hold does not stop that payout.

    What the bank returned is in none any more.
    """
    lines = PayoutLine.objects.filter(entry__order=order)
    return lines.exclude(payout__status=Payout.Status.FAILED).exists()
