"""Returning money: decided in the transaction of the cause, carried out at Stripe afterwards, once.

:func:`request_refund` writes the decision. :func:`execute` carries one out; the outbox calls it
right after the commit, and a sweep calls it again for what is still due. Stripe's idempotency key
is the refund's own id, so an answer that was lost is answered again, not paid again.
"""

import logging
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Case, F, Q, QuerySet, Value, When

from marketplace.errors import Refusal
from marketplace.jobs import outbox
from orders import ledger, locking
from orders.models import Order, Payment, PaymentStatus, Refund
from orders.payments import gateway

log = logging.getLogger(__name__)

TOPIC = "refund"
AT_STRIPE = "at_stripe:"
MAX_ATTEMPTS = 10
LEASE = timedelta(minutes=2)
FIRST_DELAY = timedelta(seconds=30)
LONGEST_DELAY = timedelta(hours=2)
BATCH = 100

RETURNED = {"succeeded", "pending", "requires_action"}


class ExceedsPayment(Refusal):
    """More would be returned than was paid."""

    code = "refund_exceeds_payment"

    def __init__(self) -> None:
        super().__init__("This would return more than the customer paid.")


class NotFailed(Refusal):
    """Only a refund that failed can be tried again."""

    code = "refund_not_failed"

    def __init__(self) -> None:
        super().__init__("Only a refund that failed can be tried again.")


# --- Deciding ---------------------------------------------------------------------------------------


def request_refund(*, order: Order, amount: Decimal, reason: str, now: datetime) -> Refund | None:
    """Decide to return an amount in CHF; call it inside the transaction of what causes it.

    ``None`` if nothing was paid or nothing is to be returned. The same order and reason give the
    first decision. Raises :class:`ExceedsPayment`. The order's money columns are refreshed.
    """
    payment = order.payments.filter(status=Payment.Status.SUCCEEDED).first()
    if payment is None or amount <= 0:
        return None
    with transaction.atomic():
        refund, is_new = _row(order=order, payment=payment, amount=amount, reason=reason, now=now)
        if is_new:
            _take(order, amount)
            ledger.refunded(order=order, refund=refund, now=now)
            outbox.enqueue(topic=TOPIC, payload={"refundId": str(refund.pk)}, now=now)
    order.refresh_from_db(fields=["refunded_amount", "payment_status", "version"])
    return refund


def _row(
    *, order: Order, payment: Payment, amount: Decimal, reason: str, now: datetime
) -> tuple[Refund, bool]:
    """Insert the decision, or return the one that stands; the unique constraint decides a race."""
    known = Refund.objects.filter(order=order, reason=reason)
    if (standing := known.first()) is not None:
        return standing, False
    try:
        with transaction.atomic():
            new = Refund(
                order=order, payment=payment, amount=amount, reason=reason, due_at=now, created_at=now
            )
            new.save(force_insert=True)
    except IntegrityError:
        return known.get(), False
    return new, True


def _take(order: Order, amount: Decimal) -> None:
    """Count the amount as returned; one statement checks and writes, a check constraint backs it."""
    taken = Order.objects.filter(
        pk=order.pk,
        payment_status__in=[PaymentStatus.PAID, PaymentStatus.PARTIALLY_REFUNDED],
        refunded_amount__lte=F("total_amount") - amount,
    ).update(
        refunded_amount=F("refunded_amount") + amount,
        payment_status=Case(
            When(refunded_amount=F("total_amount") - amount, then=Value(PaymentStatus.REFUNDED)),
            default=Value(PaymentStatus.PARTIALLY_REFUNDED),
        ),
        version=F("version") + 1,
    )
    if not taken:
        raise ExceedsPayment


# --- Carrying out -----------------------------------------------------------------------------------


def due(*, now: datetime) -> QuerySet[Refund]:
    """Refunds whose turn it is."""
    return Refund.objects.filter(status=Refund.Status.PENDING, due_at__lte=now).order_by("due_at")


def handle(payload: dict[str, Any], now: datetime) -> None:
    """Carry out the refund that an outbox message names; what fails stays due for the sweep."""
    execute(refund_id=UUID(payload["refundId"]), now=now)


def execute_due(*, now: datetime) -> int:
    """Carry out what is due; return how many were returned."""
    ids = list(due(now=now).values_list("pk", flat=True)[:BATCH])
    return sum(execute(refund_id=refund_id, now=now) for refund_id in ids)


def execute(*, refund_id: UUID, now: datetime) -> bool:
    """Carry out one refund at Stripe; ``True`` if the money is on its way when this returns.

    Asks Stripe, so outside a transaction. A failure is written down with the next due time, or
    handed to an operator when Stripe refuses or after ``MAX_ATTEMPTS``.
    """
    refund = _claim(refund_id, now)
    if refund is None:
        return False
    try:
        done = _find_or_create(refund)
    except gateway.NotConfigured:
        _postpone(refund, "Payments are not configured.", now)
    except gateway.Declined as refusal:
        _give_up(refund, refusal.reason)
    except gateway.StripeFailure as failure:
        if isinstance(failure, gateway.ServerFault):
            # Stripe repeats this failure under the same key; the next try looks first, then asks anew.
            Refund.objects.filter(pk=refund.pk).update(key_round=F("key_round") + 1)
        _postpone(refund, failure.reason, now)
    else:
        Refund.objects.filter(pk=refund.pk, stripe_refund_id=None).update(stripe_refund_id=done.id)
        return apply_refund(found=done, now=now)
    return False


def _claim(refund_id: UUID, now: datetime) -> Refund | None:
    """Take a due refund for a while, so that sweep and outbox do not both carry it out."""
    mine = due(now=now).filter(pk=refund_id).update(due_at=now + LEASE, attempts=F("attempts") + 1)
    return Refund.objects.select_related("payment").get(pk=refund_id) if mine else None


def _find_or_create(refund: Refund) -> gateway.StripeRefund:
    """Return the money. After a first try, look whether it was returned although no answer came."""
    intent_id = refund.payment.intent_id or ""
    if refund.attempts > 1:
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


def _postpone(refund: Refund, reason: str, now: datetime) -> None:
    if refund.attempts >= MAX_ATTEMPTS:
        _give_up(refund, reason)
        return
    delay = min(FIRST_DELAY * 2 ** (refund.attempts - 1), LONGEST_DELAY)
    log.warning("Refund %s is tried again in %s: %s", refund.pk, delay, reason)
    Refund.objects.filter(pk=refund.pk, status=Refund.Status.PENDING).update(
        due_at=now + delay, last_error=reason[:300]
    )


def _give_up(refund: Refund, reason: str) -> None:
    log.error("Refund %s needs an operator: %s", refund.pk, reason)
    Refund.objects.filter(pk=refund.pk, status=Refund.Status.PENDING).update(
        status=Refund.Status.FAILED, last_error=reason[:300]
    )


def apply_refund(*, found: gateway.StripeRefund, now: datetime) -> bool:
    """Make true here what Stripe says about a refund of ours; ``True`` if the money is on its way.

    Banks refuse some refunds days later: a refund that was carried out can still fail.
    """
    if not found.refund_id:
        return False
    mine = Refund.objects.filter(pk=found.refund_id)
    if found.status in RETURNED:
        open_ = Q(stripe_refund_id=None) | Q(stripe_refund_id=found.id, status=Refund.Status.PENDING)
        mine.filter(open_).update(
            status=Refund.Status.SUCCEEDED, stripe_refund_id=found.id, settled_at=now, last_error=""
        )
        return True
    reason = f"The bank did not take it: {found.failure_reason or found.status}"
    mine.filter(stripe_refund_id=found.id).update(status=Refund.Status.FAILED, last_error=reason[:300])
    return False


def take_note(*, found: gateway.StripeRefund, now: datetime) -> None:
    """Make true here what Stripe says about a refund, ours or one that was made at Stripe itself.

    Raises :class:`ExceedsPayment` if it was returned beside what was decided here.
    """
    if found.refund_id:
        apply_refund(found=found, now=now)
    elif found.status in RETURNED:
        _adopt(found, now)


@transaction.atomic
def _adopt(found: gateway.StripeRefund, now: datetime) -> None:
    """Book a refund that somebody made in Stripe's own back office."""
    payment = Payment.objects.filter(intent_id=found.intent_id, status=Payment.Status.SUCCEEDED).first()
    if payment is None:
        return
    order = locking.locked_order(order_id=payment.order_id)
    reason = f"{AT_STRIPE}{found.id}"[:40]
    refund, is_new = _row(order=order, payment=payment, amount=found.amount, reason=reason, now=now)
    if not is_new:
        return
    _take(order, found.amount)
    ledger.refunded(order=order, refund=refund, now=now)
    Refund.objects.filter(pk=refund.pk).update(
        status=Refund.Status.SUCCEEDED, stripe_refund_id=found.id, settled_at=now
    )


def retry(*, refund_id: UUID, now: datetime) -> None:
    """Try a failed refund again, for an operator. Raises :class:`NotFailed`.

    One that Stripe once carried out and the bank then refused needs a new refund, so a new key.
    """
    with transaction.atomic():
        again = Refund.objects.filter(pk=refund_id, status=Refund.Status.FAILED).update(
            status=Refund.Status.PENDING,
            stripe_refund_id=None,
            key_round=F("key_round") + 1,
            attempts=1,
            due_at=now,
        )
        if not again:
            raise NotFailed
        outbox.enqueue(topic=TOPIC, payload={"refundId": str(refund_id)}, now=now)
