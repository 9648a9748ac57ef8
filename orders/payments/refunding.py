"""Refunds by operators: in full or in part, at any time, with a reason, within what is left of the payment.

The preview uses :func:`orders.ledger.shares`, the function that the books follow.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from marketplace.money import ZERO
from orders import ledger, notifications
from orders.ledger import Account
from orders.lifecycle import locking
from orders.models import Actor, Order, OrderStatus, Refund
from orders.payments.refunds import Decision, ExceedsPayment, cancel_if_fully_refunded, decide

BY_OPERATOR = "operator:"


class NothingToReturn(DomainError):
    """There is nothing to refund: nothing was paid, or all of it was returned (409)."""

    code = "nothing_to_refund"

    def __init__(self) -> None:
        super().__init__(_("Nothing is left of this order's payment that could be returned."))


@dataclass(frozen=True)
class RefundPreview:
    """What refunding ``amount`` would mean; all in CHF. ``left`` could still be refunded afterwards."""

    amount: Decimal
    left: Decimal
    from_provider: Decimal
    from_platform: Decimal
    cancels: bool


def returnable(order: Order) -> Decimal:
    """Return how much of an order's payment can still be refunded, in CHF."""
    return max(order.kept_amount, ZERO) if order.was_paid else ZERO


def preview(order: Order, *, amount: Decimal) -> RefundPreview:
    """Preview a refund. Pure; no query.

    Raises :class:`NothingToReturn` or ``ExceedsPayment`` (409).
    """
    retained = returnable(order)
    if retained <= ZERO or amount <= ZERO:
        raise NothingToReturn
    if amount > retained:
        raise ExceedsPayment
    before, after = (
        ledger.shares(status=order.status, retained=left, platform_fee=order.platform_fee)
        for left in (retained, retained - amount)
    )
    return RefundPreview(
        amount=amount,
        left=retained - amount,
        from_provider=before[Account.PROVIDER] - after[Account.PROVIDER],
        from_platform=before[Account.PLATFORM] - after[Account.PLATFORM],
        cancels=order.status == OrderStatus.PENDING and amount == retained and not order.disputed_amount,
    )


@transaction.atomic
def refund_order(
    *,
    actor: Actor,
    order_id: UUID,
    amount: Decimal,
    note: str,
    key: UUID,
    now: datetime,
    expected_version: int | None = None,
) -> Refund:
    """Refund an amount in CHF for an operator, whose reason is ``note``; once for each ``key``.

    Raises :class:`NothingToReturn`, ``ExceedsPayment`` or ``VersionConflict`` (409). Notifies both sides.
    """
    order = locking.locked_order(order_id=order_id)
    reason = f"{BY_OPERATOR}{key.hex[:24]}"
    if (known := order.refunds.filter(reason=reason).first()) is not None:
        return known
    locking.check_version(order, expected_version)
    means = preview(order, amount=amount)
    refund = decide(order=order, decision=Decision(amount, reason, actor, note), now=now)
    if refund is None:
        raise NothingToReturn
    if not cancel_if_fully_refunded(order=order, actor=actor, refund=amount, now=now):
        notifications.money_returned(
            order=order, amount=amount, from_provider=means.from_provider, key=reason, now=now
        )
    return refund
