"""Returning money: decided in the transaction of the cause, carried out at Stripe afterwards, once.

:func:`request_refund` writes the decision, a row of work that is due at once. :func:`execute_due`,
woken by the commit, carries out what is due. Stripe's idempotency key is the refund's own id, so an
answer that was lost is answered again, not paid again.
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
# What Stripe itself fails at is tried for half a night; while Stripe cannot be reached, or does not take
# our key, nothing is counted.
POLICY = due.Policy(max_attempts=10, first_pause=timedelta(seconds=30), pause_factor=2)

# Rounded as they are stored: SQLite counts with binary fractions.
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
    """More would be returned than was paid (409)."""

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
    """What is to be returned in CHF, and why; ``actor`` and ``note`` where an operator decided it."""

    amount: Decimal
    reason: str
    actor: Actor = SYSTEM
    note: str = ""


def request_refund(*, order: Order, amount: Decimal, reason: str, now: datetime) -> Refund | None:
    """Decide to return an amount in CHF; call it inside the transaction of what causes it.

    ``None`` if nothing was paid or nothing is to be returned. The same order and reason give the
    first decision. Raises :class:`ExceedsPayment`. The order's money columns are refreshed.
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
    """Count a new refund on its order and post it; the order's columns are as they are afterwards."""
    _take(order, refund.amount)
    ledger.refunded(order=order, refund=refund, now=now)


def _row(*, order: Order, payment: Payment, decision: Decision, now: datetime) -> tuple[Refund, bool]:
    """Insert the decision, or return the one that stands; the unique constraint decides a race."""
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
    """Count the amount as returned; one statement checks and writes, a check constraint backs it.

    What a bank has withdrawn cannot be returned as well. The order's money columns are as they are then.
    """
    asked = {"order": prepared(Order, "id", order.pk), "amount": prepared(Refund, "amount", amount)}
    taken = next(iter(Order.objects.raw(_TAKE, asked)), None)
    if taken is None:
        raise ExceedsPayment
    for column in ("refunded_amount", "disputed_amount", "payment_status", "version"):
        setattr(order, column, getattr(taken, column))


def cancel_if_fully_refunded(*, order: Order, actor: Actor, refund: Decimal, now: datetime) -> bool:
    """Cancel a pending order of which nothing is paid any more, and free its place; tell whether it was.

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


# --- Carrying out -----------------------------------------------------------------------------------


def pending() -> QuerySet[Refund]:
    """Refunds that are to be carried out."""
    return Refund.objects.filter(status=Refund.Status.PENDING).select_related("payment")


def execute_due(*, now: datetime) -> int:
    """Carry out what is due at Stripe; return how many were returned. Asks Stripe.

    A failure is written down with the next due time. What Stripe refuses, or fails at too often, is
    handed to an operator.
    """
    returned = 0

    def act(refund: Refund, instant: datetime) -> None:
        nonlocal returned
        returned += _execute(refund, instant)

    due.process_due(pending(), act=act, finish=_finish, policy=POLICY, now=now, when_failed=_hand_over)
    return returned


def _execute(refund: Refund, now: datetime) -> bool:
    """Carry out one refund; ``True`` if the money is on its way. Raises what asks for another try."""
    try:
        with gateway.outages_wait():
            done = _find_or_create(refund)
    except gateway.Declined as error:
        _give_up(refund, error.reason, now)
        return False
    except gateway.ServerFault:
        # Stripe repeats this failure under the same key; the next try looks first, then asks anew.
        Refund.objects.filter(pk=refund.pk).update(key_round=F("key_round") + 1)
        raise
    Refund.objects.filter(pk=refund.pk, stripe_refund_id=None).update(stripe_refund_id=done.id)
    return apply_refund(found=done, now=now)


def _finish(refund: Refund, _now: datetime) -> None:
    due.held(refund).update(leased_until=None)


def _hand_over(refund: Refund, now: datetime) -> None:
    _give_up(refund, refund.last_error or due.WORKER_ENDED, now)


def _find_or_create(refund: Refund) -> gateway.StripeRefund:
    """Return the money. After a first try, look whether it was returned although no answer came."""
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
    """Hand a refund to an operator, and book its money as come back: it is still its customer's."""
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
    """Make true here what Stripe says about a refund that is known here; ``True`` if its money is on its way.

    Banks refuse some refunds days later: a refund that was carried out can still fail, whoever made it.
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
    """Note that a refund was carried out, also one that was given up here too early."""
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
    """Make true here what Stripe says about a refund, ours or one that was made at Stripe itself.

    Raises :class:`ExceedsPayment` if it was returned beside what was decided here.
    """
    if found.refund_id or found.status not in RETURNED:
        apply_refund(found=found, now=now)
    else:
        _adopt(found, now)


@transaction.atomic
def _adopt(found: gateway.StripeRefund, now: datetime) -> None:
    """Book a refund that somebody made in Stripe's own back office."""
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
    """Try a failed refund again, for an operator. Raises :class:`NotFailed`.

    One that Stripe once carried out and the bank then refused needs a new refund, so a new key.
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
