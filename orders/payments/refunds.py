"""Refunds: decided in the transaction of the cause, executed at Stripe afterwards, once.

:mod:`orders.lifecycle.refund_rows` writes the decision, a row that is due at once. :func:`execute_due`, woken
after the commit, executes what is due. The idempotency key is the refund's own id, so a retry after a lost
response pays nothing twice.
"""

import logging
from datetime import datetime, timedelta
from decimal import Decimal
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from marketplace.errors import DomainError
from marketplace.jobs import due, outbox
from marketplace.money import ZERO
from orders import ledger, locking, notifications
from orders.lifecycle import permissions, refund_rows, transitions
from orders.lifecycle.refund_rows import TASK, Decision
from orders.models import (
    FINAL,
    SYSTEM,
    Actor,
    Bearer,
    CancelReason,
    Order,
    OrderStatus,
    Payment,
    PaymentStatus,
    Refund,
)
from orders.payments import gateway, netting

log = logging.getLogger(__name__)

AT_STRIPE = "at_stripe:"
# Retries span half a night. They do not count while Stripe cannot be reached, or rejects our key.
POLICY = due.Policy(max_attempts=10, first_pause=timedelta(seconds=30), pause_factor=2)

RETURNED = {"succeeded", "pending", "requires_action"}
GIVEN_UP = (Refund.Status.FAILED, Refund.Status.SUPERSEDED)


class NotFailed(DomainError):
    """Only a refund that failed can be tried again (409)."""

    code = "refund_not_failed"

    def __init__(self) -> None:
        super().__init__(_("Only a refund that failed can be tried again."))


# --- Ending the order with its refund ---------------------------------------------------------------


def cancel_if_fully_refunded(*, order: Order, actor: Actor, refund: Decimal, now: datetime) -> bool:
    """Cancel a pending order that is fully refunded, which releases its slot; return whether it was.

    The caller's transaction has locked the order.
    """
    if order.status != OrderStatus.PENDING or order.payment_status != PaymentStatus.REFUNDED:
        return False
    cancel_refunded(order=order, actor=actor, refund=refund, now=now)
    return True


def cancel_refunded(*, order: Order, actor: Actor, refund: Decimal, now: datetime, note: str = "") -> None:
    """Cancel an order that ends with its refund, and notify both sides. The order is locked.

    ``note`` is an operator's reason, shown to the customer.
    """
    transitions.apply(
        order=order,
        to=OrderStatus.CANCELLED,
        actor=actor,
        now=now,
        reason=f"Everything was returned: {note}" if note else "Everything was returned",
        cancel_reason=CancelReason.BY_OPERATOR,
        cancel_note=note,
    )
    notifications.cancelled(order=order, actor_role=actor.role, was_paid=True, refund=refund, now=now)


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
    # Another worker may have given it up meanwhile; its metadata tells then what Stripe has sent after all.
    pending().filter(pk=refund.pk, stripe_refund_id=None).update(stripe_refund_id=done.id)
    sync_refund(found=done, now=now)
    return done.status in RETURNED


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
    """Mark a refund as failed, and post that its money is still owed to the customer.

    Unless a bank has given it to them for good.
    """
    order_id = rows.values_list("order_id", flat=True).first()
    if order_id is None:
        return
    order = locking.locked_order(order_id=order_id)
    refund = rows.exclude(status__in=[*GIVEN_UP, Refund.Status.PAID_BY_BANK]).first()
    if refund is None:
        return
    Refund.objects.filter(pk=refund.pk).update(status=Refund.Status.FAILED, last_error=reason[:300])
    ledger.refund_came_back(order=order, refund=refund, now=now)
    netting.by_lost_disputes(order=order, now=now)
    refund.refresh_from_db()
    if refund.status == Refund.Status.FAILED:
        netting.by_bank_transfers(order=order, refund=refund, now=now)


def apply_refund(*, found: gateway.StripeRefund, now: datetime) -> bool:
    """Apply Stripe's state of a refund that we know; ``True`` if its money is on its way.

    Banks reject some refunds days later: one that succeeded can still fail.
    """
    reason = f"The bank did not take it: {found.failure_reason or found.status}"
    if found.status not in RETURNED:
        _fail(Refund.objects.filter(stripe_refund_id=found.id), reason=reason, now=now)
        return False
    open_ = Q(stripe_refund_id=None) | Q(stripe_refund_id=found.id, status=Refund.Status.PENDING)
    ours = _named_by(found).exclude(status=Refund.Status.PAID_BY_BANK)
    _succeed(ours.filter(open_), stripe_refund_id=found.id, now=now)
    return True


def _named_by(found: gateway.StripeRefund) -> QuerySet[Refund]:
    """Return the refund of ours that the metadata names, if it is one of the same payment and amount.

    Metadata is only text: another system on the account, or a person, may write anything there.
    """
    try:
        refund_id = UUID(found.refund_id)
    except ValueError:
        return Refund.objects.none()
    return Refund.objects.filter(pk=refund_id, payment__intent_id=found.intent_id, amount=found.amount)


@transaction.atomic
def _succeed(rows: QuerySet[Refund], *, stripe_refund_id: str, now: datetime) -> None:
    """Mark a refund as succeeded, even if it had been marked as failed, or as superseded."""
    done = {
        "status": Refund.Status.SUCCEEDED,
        "stripe_refund_id": stripe_refund_id,
        "settled_at": now,
        "last_error": "",
    }
    if rows.exclude(status__in=GIVEN_UP).update(**done):
        return
    if (order_id := rows.values_list("order_id", flat=True).first()) is None:
        return
    order = locking.locked_order(order_id=order_id)
    refund = rows.filter(status__in=GIVEN_UP).first()
    if refund is None:
        return
    before, refund.key_round = refund.status, refund.key_round + 1
    # What counts as returned again needs a credit note again.
    Refund.objects.filter(pk=refund.pk).update(
        **done, key_round=refund.key_round, superseded_by="", netted_amount=0, credited_at=None
    )
    if before == Refund.Status.FAILED:
        ledger.refund_sent_again(order=order, refund=refund, now=now)
    else:
        refund_rows.take(order, refund, has_left=True)
        ledger.refund_restored(order=order, refund=refund, now=now)


def sync_refund(*, found: gateway.StripeRefund, now: datetime) -> None:
    """Apply Stripe's state of a refund: ours, or one that was made there, whatever its metadata says.

    Raises ``ExceedsPayment`` if Stripe sent more than the whole payment.
    """
    if found.status not in RETURNED or is_ours(found):
        apply_refund(found=found, now=now)
    else:
        _adopt(found, now)


def sync_refunds(*, intent_id: str, now: datetime) -> None:
    """Fetch the refunds of an intent from Stripe and apply each; calls Stripe.

    One that fails does not stop the others: the first error is raised after the last of them.
    """
    found = [one for page in gateway.pages_of_refunds(intent_id) for one in page]
    errors: list[DomainError] = []
    # Ours first: they are known to have left, before others need room beside what has not.
    for one in sorted(found, key=is_ours, reverse=True):
        try:
            sync_refund(found=one, now=now)
        except DomainError as error:
            errors.append(error)
    if errors:
        raise errors[0]


def is_ours(found: gateway.StripeRefund) -> bool:
    """Tell whether a refund at Stripe is the one that a row here stands for.

    One that our own bank has paid stands for that payment: what Stripe sent beside it is another.
    """
    free = Q(stripe_refund_id=None) | Q(stripe_refund_id=found.id)
    named = _named_by(found).exclude(status=Refund.Status.PAID_BY_BANK).filter(free)
    return named.exists() or Refund.objects.filter(stripe_refund_id=found.id).exists()


@transaction.atomic
def _adopt(found: gateway.StripeRefund, now: datetime) -> None:
    """Book a refund that somebody made at Stripe; what has not left of ours makes room for it.

    So does what our bank has paid, which is paid twice then: the customer owes it back. A refund of ours that
    Stripe carried out after our bank had paid it is such a one, too, as a whole.
    """
    payment = Payment.objects.filter(intent_id=found.intent_id, status=Payment.Status.SUCCEEDED).first()
    if payment is None:
        return
    order = locking.locked_order(order_id=payment.order_id)
    if Refund.objects.filter(stripe_refund_id=found.id).exists():
        return
    is_running = order.status not in FINAL
    borne_by = Bearer.PLATFORM if is_running else ""
    twice_before = netting.paid_twice(order)
    if (named := _named_by(found).filter(status=Refund.Status.PAID_BY_BANK).first()) is not None:
        netting.pay_twice(order=order, refund=named, amount=named.counted_amount, now=now)
        borne_by = named.borne_by
    netting.make_room(order=order, amount=found.amount, by=found.id, now=now)
    decision = Decision(found.amount, f"{AT_STRIPE}{found.id}"[:40], borne_by=borne_by)
    refund, is_new = refund_rows.insert(order=order, payment=payment, decision=decision, now=now)
    if not is_new:
        return
    refund_rows.book(order, refund, now, has_left=True)
    Refund.objects.filter(pk=refund.pk).update(
        status=Refund.Status.SUCCEEDED, stripe_refund_id=found.id, settled_at=now
    )
    twice = netting.paid_twice(order) - twice_before
    if twice:
        log.error("%s returned %s CHF of order %s that our bank had paid already", found.id, twice, order.pk)
    new = refund.amount - twice
    if cancel_if_fully_refunded(order=order, actor=SYSTEM, refund=new, now=now):
        return
    if is_running and new > ZERO:
        notifications.money_returned(
            order=order, amount=new, from_provider=ZERO, key=decision.reason, now=now
        )


def check_retry(refund: Refund) -> None:
    """Raise :class:`NotFailed` unless a refund has failed. No query."""
    if refund.status != Refund.Status.FAILED:
        raise NotFailed


def retry(*, actor: Actor = SYSTEM, refund_id: UUID, now: datetime) -> None:
    """Retry a failed refund. Raises :class:`NotFailed` (409), or ``OwnOrder`` (403).

    One that succeeded at Stripe and was rejected by the bank needs a new refund, and so a new key.
    """
    failed = Refund.objects.filter(pk=refund_id, status=Refund.Status.FAILED)
    with transaction.atomic():
        order_id = failed.values_list("order_id", flat=True).first()
        order = locking.locked_order(order_id=order_id) if order_id else None
        refund = failed.first()
        if order is None or refund is None:
            raise NotFailed
        permissions.refuse_own(order, actor)
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
