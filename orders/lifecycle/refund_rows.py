"""The decision to return money: its row, the order's columns and the books, in the transaction of the cause.

What is decided counts as returned at once; :mod:`orders.payments.refunds` carries it out. A decision that
Stripe will never take, because the same money reached the customer another way, is superseded: it counts no
more.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from marketplace.db.insert_new import insert_new
from marketplace.errors import DomainError
from marketplace.jobs import outbox
from marketplace.money import ZERO
from orders import ledger
from orders.documents import receipts
from orders.models import SYSTEM, Actor, Bearer, Order, Payment, PaymentStatus, Refund
from scheduling.slots import prepared

TASK = "orders.execute_refunds"
REST = "rest:"

# Rounded to two places, because SQLite calculates with binary floats.
_TAKE = """
UPDATE orders_order SET
    refunded_amount = ROUND(CAST(refunded_amount + CAST(%(amount)s AS numeric) AS numeric), 2),
    borne_by_platform = ROUND(CAST(borne_by_platform + CAST(%(borne)s AS numeric) AS numeric), 2),
    payment_status = CASE
        WHEN ROUND(CAST(refunded_amount + CAST(%(amount)s AS numeric) AS numeric), 2) = total_amount
        THEN 'refunded' ELSE 'partially_refunded' END,
    version = version + 1
WHERE id = %(order)s AND payment_status IN ('paid', 'partially_refunded') AND refunded_amount
    <= ROUND(CAST(total_amount - {withdrawn} - CAST(%(amount)s AS numeric) AS numeric), 2)
RETURNING *
"""
_MONEY = ("refunded_amount", "disputed_amount", "borne_by_platform", "payment_status", "version")


class ExceedsPayment(DomainError):
    """The refund is larger than what was paid (409)."""

    code = "refund_exceeds_payment"

    def __init__(self) -> None:
        super().__init__(_("This would return more than the customer paid."))


@dataclass(frozen=True)
class Decision:
    """The amount to refund in CHF, and why; ``actor`` and ``note`` if an operator decided it.

    ``borne_by`` is a :class:`Bearer`; empty for what the end of an order returns.
    """

    amount: Decimal
    reason: str
    actor: Actor = SYSTEM
    note: str = ""
    borne_by: str = ""


def request_refund(*, order: Order, amount: Decimal, reason: str, now: datetime) -> Refund | None:
    """Decide to refund an amount in CHF; call it inside the transaction of its cause.

    ``None`` if nothing was paid or the amount is not positive. A repeat for the same order and reason returns
    the first decision. Raises :class:`ExceedsPayment`. The order's money columns are refreshed.
    """
    return decide(order=order, decision=Decision(amount, reason), now=now)


def decide(*, order: Order, decision: Decision, now: datetime) -> Refund | None:
    """Decide to refund an amount, once for each reason; call it inside the transaction of its cause.

    ``None`` if nothing was paid or the amount is not positive. Raises :class:`ExceedsPayment`. The order's
    money columns are refreshed.
    """
    payment = order.payments.filter(status=Payment.Status.SUCCEEDED).first()
    if payment is None or decision.amount <= 0:
        return None
    with transaction.atomic():
        refund, is_new = insert(order=order, payment=payment, decision=decision, now=now)
        if is_new:
            book(order, refund, now)
            outbox.wake(TASK)
            receipts.wake()
    return refund


def insert(*, order: Order, payment: Payment, decision: Decision, now: datetime) -> tuple[Refund, bool]:
    """Insert the decision, or return the existing one; the unique constraint decides a race."""
    new = Refund(
        order=order,
        payment=payment,
        amount=decision.amount,
        reason=decision.reason,
        note=decision.note,
        borne_by=decision.borne_by,
        requested_by_id=decision.actor.user_id,
        attempts=0,
        last_error="",
        due_at=now,
        created_at=now,
    )
    if insert_new([new]):
        return new, True
    return Refund.objects.get(order=order, reason=decision.reason), False


def book(order: Order, refund: Refund, now: datetime, *, has_left: bool = False) -> None:
    """Add a new refund to its order and post it; refreshes the order's money columns.

    ``has_left``: Stripe has sent it already, so it counts beside what a bank has withdrawn.
    """
    take(order, refund, has_left=has_left)
    ledger.refunded(order=order, refund=refund, now=now)


def take(order: Order, refund: Refund, *, has_left: bool = False) -> None:
    """Add a refund to ``refunded_amount``; one statement checks and writes, a check constraint backs it.

    Money that a bank has withdrawn cannot be refunded. Refreshes the order's money columns.
    """
    borne = refund.amount if refund.borne_by == Bearer.PLATFORM else ZERO
    parameters = {
        "order": prepared(Order, "id", order.pk),
        "amount": prepared(Refund, "amount", refund.amount),
        "borne": prepared(Refund, "amount", borne),
    }
    statement = _TAKE.format(withdrawn="0" if has_left else "disputed_amount")
    taken = next(iter(Order.objects.raw(statement, parameters)), None)
    if taken is None:
        raise ExceedsPayment
    for column in _MONEY:
        setattr(order, column, getattr(taken, column))


def change_refunded(order: Order, refund: Refund, amount: Decimal) -> None:
    """Count ``amount`` (CHF) of a refund as returned; below zero, no more. The order is locked."""
    returned = order.refunded_amount + amount
    partly = PaymentStatus.REFUNDED if returned == order.total_amount else PaymentStatus.PARTIALLY_REFUNDED
    Order.objects.filter(pk=order.pk).update(
        refunded_amount=returned,
        borne_by_platform=order.borne_by_platform + (amount if refund.borne_by == Bearer.PLATFORM else ZERO),
        payment_status=partly if returned else PaymentStatus.PAID,
        version=F("version") + 1,
    )
    order.refresh_from_db(fields=_MONEY)


def supersede(*, order: Order, refund: Refund, by: str, netted: Decimal, now: datetime) -> None:
    """Close a refund that never left: ``netted`` of it (CHF) reached the customer by ``by``.

    That is the id of a dispute or of a refund at Stripe. The rest is decided anew. The caller has locked the
    order.
    """
    present = Refund.objects.filter(pk=refund.pk, status=refund.status)
    if not present.update(status=Refund.Status.SUPERSEDED, superseded_by=by[:80], netted_amount=netted):
        return
    change_refunded(order, refund, -refund.amount)
    ledger.refund_superseded(order=order, refund=refund, now=now)
    rest = Decision(
        min(refund.amount - netted, max(order.kept_amount, ZERO)),
        f"{REST}{refund.pk.hex}",
        Actor(SYSTEM.role, refund.requested_by_id),
        refund.note,
        refund.borne_by,
    )
    decide(order=order, decision=rest, now=now)
