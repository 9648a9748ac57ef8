"""Cancelling: the fee (a pure function, also used for the preview), and the cancellation itself.

Product rules, section 3: a customer cancels free of charge when at least one holds: 60 minutes or
more before pickup, or at most 60 minutes after booking. Otherwise the provider's late fee, a share
of the service amount, is kept. A cancellation by provider, operator or system returns everything.
The late fee is fixed when the order is cancelled: money that a bank has withdrawn then, or withdraws later,
changes nothing of it.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from marketplace.money import ZERO, quantize
from orders import ledger, locking, notifications
from orders.documents import credit_notes, receipts
from orders.errors import ReasonRequired
from orders.lifecycle import permissions, transitions
from orders.lifecycle.refund_rows import request_refund
from orders.models import Actor, ActorRole, CancelReason, Order, OrderStatus

REASONS: dict[str, CancelReason] = {
    ActorRole.CUSTOMER: CancelReason.BY_CUSTOMER,
    ActorRole.PROVIDER: CancelReason.DECLINED,
    ActorRole.OPERATOR: CancelReason.BY_OPERATOR,
}


@dataclass(frozen=True)
class CancellationDecision:
    """What cancelling now would mean; amounts are CHF, ``reason`` is a sentence.

    ``fee`` is what the customer pays for it, ``late_fee`` what the provider gets: more than that only where
    the platform bears an earlier refund. ``refund`` goes back now.
    """

    allowed: bool
    refund: Decimal
    fee: Decimal
    reason: str
    late_fee: Decimal = ZERO


class FeeChanged(DomainError):
    """The fee differs from the one that was shown (409); ``preview`` carries the present one."""

    code = "fee_changed"

    def __init__(self, decision: CancellationDecision) -> None:
        super().__init__(
            _("What cancelling costs has changed since you looked. Please decide again."),
            extra={"preview": {"fee": f"{decision.fee:.2f}", "refund": f"{decision.refund:.2f}"}},
        )


def changes_are_free(order: Order, *, now: datetime) -> bool:
    """Tell whether the customer may still cancel without a fee, or reschedule.

    They may as long as their provider cannot do the order, or has not come and is offered a substitute.
    """
    is_let_down = order.hand_back_due_at is not None or order.substitute_offered_at is not None
    return is_let_down or now <= free_until(order)


def free_until(order: Order) -> datetime:
    """Return the instant until which a customer's changes are free, by the policy copied onto the order.

    A handed back order can be cancelled for free until its pickup.
    """
    if order.hand_back_due_at is not None:
        return order.pickup_at
    before_pickup = timedelta(minutes=order.free_until_minutes_before_pickup)
    after_booking = timedelta(minutes=order.free_for_minutes_after_booking)
    return max(order.pickup_at - before_pickup, order.created_at + after_booking)


def preview(order: Order, *, now: datetime, by: str) -> CancellationDecision:
    """Return the refund and the fee of a cancellation by an actor's role. Pure; no query."""
    if transitions.find(order.status, OrderStatus.CANCELLED, by) is None:
        return CancellationDecision(allowed=False, refund=ZERO, fee=ZERO, reason=_refused(order))
    if not order.was_paid:
        return CancellationDecision(
            allowed=True, refund=ZERO, fee=ZERO, reason=_("Nothing has been paid, so nothing is charged.")
        )
    there = max(order.kept_amount, ZERO)
    # A bank may still give back what it has withdrawn.
    paid = order.total_amount - order.refunded_amount
    is_free = by != ActorRole.CUSTOMER or changes_are_free(order, now=now)
    late_fee = ZERO if is_free else _late_fee(order)
    fee = min(late_fee, paid)
    if fee:
        reason = _why_kept(order, fee=fee, now=now)
    elif there:
        reason = _("Cancelling is free. Everything paid is returned.")
    else:
        reason = _("Everything paid has already gone back.")
    return CancellationDecision(
        allowed=True, refund=max(there - fee, ZERO), fee=fee, reason=reason, late_fee=late_fee
    )


def _why_kept(order: Order, *, fee: Decimal, now: datetime) -> str:
    has_come = order.pickup_at <= now
    if fee < _late_share(order):
        # Earlier refunds have left less than the share: all of it is kept.
        if has_come:
            return _("The time of the pickup has come, so the rest of your payment is kept.")
        sentence = _("The pickup is less than {minutes} minutes away, so the rest of your payment is kept.")
    elif has_come:
        sentence = _("The time of the pickup has come, so {percent} % of the service amount is kept.")
    else:
        sentence = _(
            "The pickup is less than {minutes} minutes away, so {percent} % of the service amount is kept."
        )
    return sentence.format(minutes=order.free_until_minutes_before_pickup, percent=order.late_fee_percent)


def _late_share(order: Order) -> Decimal:
    """Return the share of the service amount that a late cancellation costs by the order's policy, in CHF."""
    return quantize(order.service_amount * order.late_fee_percent / 100)


def _late_fee(order: Order) -> Decimal:
    """Return the late fee that is due to the provider, in CHF: not more than refunds borne by them left."""
    # The platform bears what banks withdraw; the rest that it bears are refunds.
    borne = max(order.borne_by_platform - order.disputed_amount, ZERO)
    left: Decimal = order.total_amount - order.refunded_amount + borne
    return min(_late_share(order), left)


def _refused(order: Order) -> str:
    if order.status == OrderStatus.CANCELLED:
        return _("This order is already cancelled.")
    return _("This order can no longer be cancelled.")


def _written_down(because: str, note: str) -> str:
    # Always in English: operators read the order's history, whatever language the actor uses.
    with translation.override("en"):
        said = str(CancelReason(because).label)
    return f"{said}: {note}" if note else said


@transaction.atomic
def cancel_order(
    *,
    order_id: UUID,
    actor: Actor,
    now: datetime,
    cancel_reason: str = "",
    expected_version: int | None = None,
    expected_fee: Decimal | None = None,
    note: str = "",
) -> Order:
    """Cancel an order, release its reservation and request the refund that :func:`preview` showed.

    ``cancel_reason`` is given by sweeps; for people it follows from their role.
    ``expected_fee`` is the fee in CHF that the person agreed to; ``note`` is an operator's reason, shown to
    the customer. Raises ``TransitionNotAllowed``, ``VersionConflict`` or
    :class:`FeeChanged` (409), or ``ReasonRequired`` (400) where an operator gives no note.
    """
    order = locking.locked_order(order_id=order_id, expected_version=expected_version)
    decision = preview(order, now=now, by=actor.role)
    if decision.allowed and expected_fee is not None and expected_fee != decision.fee:
        raise FeeChanged(decision)
    return cancel_locked(order=order, actor=actor, now=now, cancel_reason=cancel_reason, note=note)


def cancel_locked(
    *, order: Order, actor: Actor, now: datetime, cancel_reason: str = "", note: str = ""
) -> Order:
    """Cancel an order that the caller's transaction has locked.

    ``note`` is an operator's reason, shown to the customer; anybody else's is ignored. Raises
    ``ReasonRequired`` (400) where an operator gives none, and ``Forbidden`` (403) for one who may not cancel,
    or is a side of the order (``OwnOrder``), by whatever act they came here.
    """
    permissions.check_operator(actor, permissions.CANCEL)
    permissions.refuse_own(order, actor)
    decision = preview(order, now=now, by=actor.role)
    note = note if actor.role == ActorRole.OPERATOR else ""
    if decision.allowed and actor.role == ActorRole.OPERATOR and not note:
        raise ReasonRequired
    was_paid = order.was_paid
    because = cancel_reason or REASONS[actor.role]
    # Before the transition: while the order runs, the ledger takes refunds from the customer's account.
    if decision.refund > ZERO:
        request_refund(order=order, amount=decision.refund, reason=because, now=now)
    transitions.apply(
        order=order,
        to=OrderStatus.CANCELLED,
        actor=actor,
        now=now,
        reason=_written_down(because, note),
        cancel_reason=because,
        cancel_note=note,
    )
    if decision.late_fee > ZERO:
        ledger.late_fee_kept(order=order, amount=decision.late_fee, now=now)
        if order.kept_amount != decision.late_fee:
            ledger.follow(posting=f"cancelled:{order.pk}", order=order, now=now)
    if decision.refund <= ZERO:
        # Where money goes back, its credit note does both.
        if decision.late_fee > ZERO:
            credit_notes.credit_vat(order=order, now=now)
        receipts.mail_later(order=order, now=now)
    notifications.cancelled(
        order=order,
        actor_role=actor.role,
        was_paid=was_paid,
        refund=decision.refund,
        late_fee=decision.late_fee,
        now=now,
    )
    return order
