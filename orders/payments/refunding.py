"""Refunds by operators: in full or in part, at any time, with a reason, within what is left of the payment.

While an order runs, the operator says who bears the refund: the platform, so that the provider still earns
their share, or the provider. The preview uses :func:`orders.ledger.shares`, which the books follow.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from marketplace.money import ZERO
from orders import ledger, locking, notifications
from orders.ledger import Account
from orders.lifecycle import permissions
from orders.lifecycle.refund_rows import Decision, ExceedsPayment, decide
from orders.models import FINAL, Actor, Bearer, Dispute, Order, OrderStatus, Refund
from orders.payments.refunds import cancel_refunded

BY_OPERATOR = "operator:"


class NothingToReturn(DomainError):
    """There is nothing to refund: nothing was paid, or all of it was returned (409)."""

    code = "nothing_to_refund"

    def __init__(self) -> None:
        super().__init__(_("Nothing is left of this order's payment that could be returned."))


class AlreadyRefunded(DomainError):
    """A form was sent twice, and its refund was made the first time (409)."""

    code = "already_refunded"

    def __init__(self) -> None:
        super().__init__(_("This refund was made already, when the same page was sent before."))


class CannotEnd(DomainError):
    """The order does not end with this refund: it is too far on, or something is left to pay back (409)."""

    code = "refund_cannot_end_order"

    def __init__(self) -> None:
        super().__init__(
            _("An order ends with a refund before its pickup alone, and only if everything goes back.")
        )


class SameBearer(DomainError):
    """Nothing is to be changed: they bear it already, or the refund counts no more (409)."""

    code = "same_bearer"

    def __init__(self) -> None:
        super().__init__(_("They bear it already."))


@dataclass(frozen=True)
class RefundPreview:
    """What refunding ``amount`` would mean; all in CHF. ``left`` could still be refunded afterwards.

    ``earns`` is what the provider will earn by an order that runs on; ``None`` for one that is over, or ends.
    """

    amount: Decimal
    left: Decimal
    from_provider: Decimal
    from_platform: Decimal
    cancels: bool
    earns: Decimal | None


def returnable(order: Order) -> Decimal:
    """Return how much of an order's payment can still be refunded, in CHF."""
    return max(order.kept_amount, ZERO) if order.was_paid else ZERO


def may_end(order: Order) -> bool:
    """Tell whether a refund may end an order: it can still be cancelled."""
    return order.status in {OrderStatus.PENDING, OrderStatus.CONFIRMED}


def preview(
    order: Order, *, amount: Decimal, borne_by: str = Bearer.PLATFORM, ends: bool = False
) -> RefundPreview:
    """Preview a refund; no query unless the order was cancelled.

    While an order runs, ``borne_by`` says who bears it, and ``ends`` whether the order ends with it.
    Afterwards it comes out of the provider's share first.
    Raises :class:`NothingToReturn`, ``ExceedsPayment`` or :class:`CannotEnd` (409).
    """
    retained = returnable(order)
    if retained <= ZERO or amount <= ZERO:
        raise NothingToReturn
    if amount > retained:
        raise ExceedsPayment
    is_all = amount == retained
    if ends and not (may_end(order) and is_all):
        raise CannotEnd
    cancels = ends or (order.status == OrderStatus.PENDING and is_all and not order.disputed_amount)
    runs = order.status not in FINAL and not cancels
    borne = amount if runs and borne_by == Bearer.PLATFORM else ZERO
    before, after = (_split(order, retained, ZERO), _split(order, retained - amount, borne))
    if cancels:
        before = after = dict.fromkeys(before, ZERO)
    return RefundPreview(
        amount=amount,
        left=retained - amount,
        from_provider=before[Account.PROVIDER] - after[Account.PROVIDER],
        from_platform=before[Account.PLATFORM] - after[Account.PLATFORM],
        cancels=cancels,
        earns=after[Account.PROVIDER] if runs else None,
    )


def _split(order: Order, retained: Decimal, borne: Decimal) -> dict[Account, Decimal]:
    """Split what would be left as the end of the order does: of one that runs, as its completion will."""
    is_cancelled = order.status == OrderStatus.CANCELLED
    return ledger.shares(
        status=OrderStatus.CANCELLED if is_cancelled else OrderStatus.COMPLETED,
        retained=retained,
        platform_fee=order.platform_fee,
        borne=order.borne_by_platform + borne,
        late_fee=ledger.late_fee_of(order) if is_cancelled else None,
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
    borne_by: str = Bearer.PLATFORM,
    ends: bool = False,
) -> Refund:
    """Refund an amount in CHF for an operator, whose reason is ``note``; once for each ``key``.

    Colleagues read the reason, and the customer, too, if the order ends with it.

    ``borne_by`` and ``ends``: :func:`preview`. Raises as it does, or :class:`AlreadyRefunded` for a key that
    was used, or ``VersionConflict`` (409), or ``OwnOrder`` (403). Notifies both sides.
    """
    order = locking.locked_order(order_id=order_id)
    permissions.refuse_own(order, actor)
    reason = f"{BY_OPERATOR}{key.hex[:24]}"
    if order.refunds.filter(reason=reason).exists():
        raise AlreadyRefunded
    locking.check_version(order, expected_version)
    means = preview(order, amount=amount, borne_by=borne_by, ends=ends)
    bearer = "" if means.earns is None else borne_by
    refund = decide(order=order, decision=Decision(amount, reason, actor, note, bearer), now=now)
    if refund is None:
        raise NothingToReturn
    if means.cancels:
        cancel_refunded(order=order, actor=actor, refund=amount, note=note, now=now)
    else:
        notifications.money_returned(
            order=order, amount=amount, from_provider=means.from_provider, key=reason, now=now
        )
    return refund


@transaction.atomic
def set_bearer(*, actor: Actor, row: Refund | Dispute, borne_by: Bearer, now: datetime) -> None:
    """Decide who bears a refund, or what a bank withdrew; the books and the provider's earning follow.

    Raises :class:`SameBearer` (409), or ``OwnOrder`` (403). Notifies the provider.
    """
    order = locking.locked_order(order_id=row.order_id)
    permissions.refuse_own(order, actor)
    row.refresh_from_db()
    is_refund = isinstance(row, Refund)
    if row.borne_by == borne_by or (is_refund and row.status == Refund.Status.SUPERSEDED):
        raise SameBearer
    amount = row.counted_amount if isinstance(row, Refund) else row.withheld
    was_platform, row.borne_by = row.borne_by == Bearer.PLATFORM, borne_by
    row.save(update_fields=["borne_by"])
    change = (amount if borne_by == Bearer.PLATFORM else ZERO) - (amount if was_platform else ZERO)
    Order.objects.filter(pk=order.pk).update(
        borne_by_platform=order.borne_by_platform + change, version=order.version + 1
    )
    order.refresh_from_db(fields=["borne_by_platform", "version"])
    ledger.follow(posting=f"bearer:{order.pk}:{order.version}", order=order, now=now)
    if order.status != OrderStatus.CANCELLED:
        notifications.bearer_changed(order=order, now=now)
