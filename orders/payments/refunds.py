"""Refunds: decided in the transaction of the cause, executed at Stripe afterwards, once.

:func:`request_refund` writes the decision, a row that is due at once. :func:`execute_due`, woken after the
commit, executes what is due. The idempotency key is the refund's own id, so a retry after a lost response
pays nothing twice.
"""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from marketplace.db.insert_new import insert_new
from marketplace.errors import DomainError
from marketplace.jobs import due, outbox
from orders import ledger, notifications
from orders.lifecycle import locking, transitions
from orders.models import SYSTEM, Actor, CancelReason, Order, OrderStatus, Payment, PaymentStatus, Refund
from orders.payments import gateway
from scheduling.slots import prepared

log = logging.getLogger(__name__)

TASK = "orders.execute_refunds"
AT_STRIPE = "at_stripe:"
# Retries span half a night. They do not count while Stripe cannot be reached, or rejects our key.
POLICY = due.Policy(max_attempts=10, first_pause=timedelta(seconds=30), pause_factor=2)

# Rounded to two places, because SQLite calculates with binary floats.
_TAKE = """
UPDATE orders_order SET
    refunded_amount = ROUND(CAST(refunded_amount + CAST(%(amount)s AS numeric) AS numeric), 2),
    payment_status = CASE
        WHEN ROUND(CAST(refunded_amount + CAST(%(amount)s AS numeric) AS numeric), 2) = total_amount
        THEN 'refunded' ELSE 'partially_refunded' END,
    version = version + 1
WHERE id = %(order)s AND payment_status IN ('paid', 'partially_refunded') AND refunded_amount
    <= ROUND(CAST(total_amount - disputed_amount - CAST(%(amount)s AS numeric) AS numeric), 2)
RETURNING *
"""

RETURNED = {"succeeded", "pending", "requires_action"}


class ExceedsPayment(DomainError):
    """The refund is larger than what was paid (409)."""

    code = "refund_exceeds_payment"

    def __init__(self) -> None:
        super().__init__(_("This would return more than the customer paid."))


class NotFailed(DomainError):
    """Only a refund that failed can be tried again (409)."""

    code = "refund_not_failed"

    def __init__(self) -> None:
        super().__init__(_("Only a refund that failed can be tried again."))


# --- Deciding ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """The amount to refund in CHF, and why; ``actor`` and ``note`` if an operator decided it."""

    amount: Decimal
    reason: str
    actor: Actor = SYSTEM
    note: str = ""


def request_refund(*, order: Order, amount: Decimal, reason: str, now: datetime) -> Refund | None:
    """Decide to refund an amount in CHF; call it inside the transaction of its cause.

    ``None`` if nothing was paid or the amount is not positive. A repeat for the same order and reason returns
    the first decision. Raises :class:`ExceedsPayment`. The order's money columns are refreshed.
    """
    return decide(order=order, decision=Decision(amount, reason), now=now)


def decide(*, order: Order, decision: Decision, now: datetime) -> Refund | None:
    """Decide as :func:`request_refund` does, with who decided and why."""
    payment = order.payments.filter(status=Payment.Status.SUCCEEDED).first()
    if payment is None or decision.amount <= 0:
        return None
    with transaction.atomic():
        refund, is_new = _row(order=order, payment=payment, decision=decision, now=now)
        if is_new:
            _book(order, refund, now)
            outbox.wake(TASK)
    return refund


def _book(order: Order, refund: Refund, now: datetime) -> None:
    """Add a new refund to its order and post it; refreshes the order's money columns."""
    _take(order, refund.amount)
    ledger.refunded(order=order, refund=refund, now=now)


def _row(*, order: Order, payment: Payment, decision: Decision, now: datetime) -> tuple[Refund, bool]:
    """Insert the decision, or return the existing one; the unique constraint decides a race."""
    new = Refund(
        order=order,
        payment=payment,
        amount=decision.amount,
        reason=decision.reason,
        note=decision.note,
        requested_by_id=decision.actor.user_id,
        attempts=0,
        last_error="",
        due_at=now,
        created_at=now,
    )
    if insert_new([new]):
        return new, True
    return Refund.objects.get(order=order, reason=decision.reason), False


def _take(order: Order, amount: Decimal) -> None:
    """Add to ``refunded_amount``; one statement checks and writes, a check constraint backs it.

    Money that a bank has withdrawn cannot be refunded. Refreshes the order's money columns.
    """
    asked = {"order": prepared(Order, "id", order.pk), "amount": prepared(Refund, "amount", amount)}
    taken = next(iter(Order.objects.raw(_TAKE, asked)), None)
    if taken is None:
        raise ExceedsPayment
    for column in ("refunded_amount", "disputed_amount", "payment_status", "version"):
        setattr(order, column, getattr(taken, column))


def cancel_if_fully_refunded(*, order: Order, actor: Actor, refund: Decimal, now: datetime) -> bool:
    """Cancel a pending order that is fully refunded, which releases its slot; return whether it was.

    The caller's transaction has locked the order.
    """
    if order.status != OrderStatus.PENDING or order.payment_status != PaymentStatus.REFUNDED:
        return False
    because = CancelReason.BY_OPERATOR
    transitions.apply(
        order=order,
        to=OrderStatus.CANCELLED,
        actor=actor,
        now=now,
        reason="Everything was returned",
        cancel_reason=because,
    )
    notifications.cancelled(order=order, actor_role=actor.role, was_paid=True, refund=refund, now=now)
    return True


# --- Executing --------------------------------------------------------------------------------------


def pending() -> QuerySet[Refund]:
    """Return the refunds that are to be executed."""
    return Refund.objects.filter(status=Refund.Status.PENDING).select_related("payment")


def execute_due(*, now: datetime) -> int:
    """Execute the due refunds; return how many succeeded. Calls Stripe.

    A failed try is stored with the next due time. What Stripe declines, or fails at too often, gets the
    status ``FAILED`` for an operator.
    """
    returned = 0

    def act(refund: Refund, instant: datetime) -> None:
        nonlocal returned
        returned += _execute(refund, instant)

    due.process_due(pending(), act=act, finish=_finish, policy=POLICY, now=now, when_failed=_hand_over)
    return returned


def _execute(refund: Refund, now: datetime) -> bool:
    """Execute one refund; ``True`` if the money is on its way. Raises what is to be retried."""
    try:
        with gateway.outages_wait():
            done = _find_or_create(refund)
    except gateway.Declined as error:
        _give_up(refund, error.reason, now)
        return False
    except gateway.ServerFault:
        # Stripe repeats this failure under the same key, so the next try, which first lists, uses another.
        Refund.objects.filter(pk=refund.pk).update(key_round=F("key_round") + 1)
        raise
    Refund.objects.filter(pk=refund.pk, stripe_refund_id=None).update(stripe_refund_id=done.id)
    return apply_refund(found=done, now=now)


def _finish(refund: Refund, _now: datetime) -> None:
    due.held(refund).update(leased_until=None)


def _hand_over(refund: Refund, now: datetime) -> None:
    _give_up(refund, refund.last_error or due.WORKER_ENDED, now)


def _find_or_create(refund: Refund) -> gateway.StripeRefund:
    """Create the refund at Stripe. A retry first looks for one whose response was lost."""
    intent_id = refund.payment.intent_id or ""
    if refund.attempts > 1 or refund.last_error:
        for page in gateway.pages_of_refunds(intent_id):
            for found in page:
                if found.refund_id == str(refund.pk) and found.status in RETURNED:
                    return found
    return gateway.create_refund(
        intent_id=intent_id,
        amount=refund.amount,
        refund_id=str(refund.pk),
        order_id=str(refund.order_id),
        idempotency_key=f"refund-{refund.pk}" + (f"-{refund.key_round}" if refund.key_round else ""),
    )


def _give_up(refund: Refund, reason: str, now: datetime) -> None:
    log.error("Refund %s needs an operator: %s", refund.pk, reason)
    _fail(Refund.objects.filter(pk=refund.pk, status=Refund.Status.PENDING), reason=reason, now=now)


@transaction.atomic
def _fail(rows: QuerySet[Refund], *, reason: str, now: datetime) -> None:
    """Mark a refund as failed, and post that its money is still owed to the customer."""
    order_id = rows.values_list("order_id", flat=True).first()
    if order_id is None:
        return
    order = locking.locked_order(order_id=order_id)
    refund = rows.exclude(status=Refund.Status.FAILED).first()
    if refund is None:
        return
    Refund.objects.filter(pk=refund.pk).update(status=Refund.Status.FAILED, last_error=reason[:300])
    ledger.refund_came_back(order=order, refund=refund, now=now)


def apply_refund(*, found: gateway.StripeRefund, now: datetime) -> bool:
    """Apply Stripe's state of a refund that we know; ``True`` if its money is on its way.

    Banks reject some refunds days later: one that succeeded can still fail.
    """
    reason = f"The bank did not take it: {found.failure_reason or found.status}"
    if found.status not in RETURNED:
        _fail(Refund.objects.filter(stripe_refund_id=found.id), reason=reason, now=now)
        return False
    known = Refund.objects.filter(pk=found.refund_id) if found.refund_id else Refund.objects.none()
    open_ = Q(stripe_refund_id=None) | Q(stripe_refund_id=found.id, status=Refund.Status.PENDING)
    _succeed(known.filter(open_), stripe_refund_id=found.id, now=now)
    return True


@transaction.atomic
def _succeed(rows: QuerySet[Refund], *, stripe_refund_id: str, now: datetime) -> None:
    """Mark a refund as succeeded, even if it had been marked as failed."""
    done = {
        "status": Refund.Status.SUCCEEDED,
        "stripe_refund_id": stripe_refund_id,
        "settled_at": now,
        "last_error": "",
    }
    if rows.exclude(status=Refund.Status.FAILED).update(**done):
        return
    if (given_up := rows.first()) is None:
        return
    order = locking.locked_order(order_id=given_up.order_id)
    given_up.key_round += 1
    if rows.filter(status=Refund.Status.FAILED).update(**done, key_round=given_up.key_round):
        ledger.refund_sent_again(order=order, refund=given_up, now=now)


def sync_refund(*, found: gateway.StripeRefund, now: datetime) -> None:
    """Apply Stripe's state of a refund, ours or one that was made in Stripe's dashboard.

    Raises :class:`ExceedsPayment` if a refund of the dashboard exceeds what is left of the payment.
    """
    if found.refund_id or found.status not in RETURNED:
        apply_refund(found=found, now=now)
    else:
        _adopt(found, now)


@transaction.atomic
def _adopt(found: gateway.StripeRefund, now: datetime) -> None:
    """Book a refund that somebody made in Stripe's dashboard."""
    payment = Payment.objects.filter(intent_id=found.intent_id, status=Payment.Status.SUCCEEDED).first()
    if payment is None:
        return
    order = locking.locked_order(order_id=payment.order_id)
    decision = Decision(found.amount, f"{AT_STRIPE}{found.id}"[:40])
    refund, is_new = _row(order=order, payment=payment, decision=decision, now=now)
    if not is_new:
        return
    _book(order, refund, now)
    Refund.objects.filter(pk=refund.pk).update(
        status=Refund.Status.SUCCEEDED, stripe_refund_id=found.id, settled_at=now
    )
    cancel_if_fully_refunded(order=order, actor=SYSTEM, refund=refund.amount, now=now)


def retry(*, refund_id: UUID, now: datetime) -> None:
    """Retry a failed refund, for an operator. Raises :class:`NotFailed`.

    One that succeeded at Stripe and was rejected by the bank needs a new refund, and so a new key.
    """
    failed = Refund.objects.filter(pk=refund_id, status=Refund.Status.FAILED)
    with transaction.atomic():
        order_id = failed.values_list("order_id", flat=True).first()
        order = locking.locked_order(order_id=order_id) if order_id else None
        refund = failed.first()
        if order is None or refund is None:
            raise NotFailed
        refund.key_round += 1
        failed.update(
            status=Refund.Status.PENDING,
            stripe_refund_id=None,
            key_round=refund.key_round,
            attempts=0,
            failed_at=None,
            leased_until=None,
            due_at=now,
        )
        ledger.refund_sent_again(order=order, refund=refund, now=now)
        outbox.wake(TASK)
