"""Comparing with Stripe, for what both webhooks and the return page missed.

Every ten minutes all payments that are not final are compared, in pages of 100 intents; once a day everything
of the last weeks is. Only what differs is settled, by ``settle`` and ``refunds``, each payment on its own. So
it may run twice, late or concurrently, and a payment that fails does not stop the others.
"""

import logging
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import islice
from typing import Protocol
from uuid import UUID

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet

from marketplace.jobs import due, obstacles
from marketplace.jobs.models import Job
from marketplace.jobs.sweeping import sweep
from marketplace.money import ZERO
from orders.lifecycle.refund_rows import ExceedsPayment
from orders.models import Dispute, OrderEvent, OrderStatus, Payment, Refund
from orders.payments import disputes, gateway
from orders.payments.dispute_gateway import pages_of_disputes
from orders.payments.refunds import RETURNED, sync_refund
from orders.payments.settle import OPEN, Mismatch, agrees, apply_intent, settle, settle_or_end

log = logging.getLogger(__name__)

COMPARED = "payment compared"
ABANDONED = "payment abandoned"
POLICY = due.Policy(batch=100, first_pause=timedelta(minutes=5))
# A refund at Stripe that waits for its owner ("requires_action") may come to nothing.
_GONE_BACK = ("succeeded", "pending")
ABANDONED_AFTER = timedelta(days=1)
# After the end of an order, if no bank's page is open and no payment in progress: our pages take no payment.
UNTOUCHED_AFTER = timedelta(hours=1)
_UNTOUCHED = [Payment.Status.CREATED, Payment.Status.FAILED]
# A payment that is in progress is left to end by itself.
_CANCELABLE = [*_UNTOUCHED, Payment.Status.REQUIRES_ACTION]
# How many pages of a list may hold nothing that is wanted, in a row, and how many are read at most.
VAIN_PAGES = 5
MOST_PAGES = 40


@dataclass
class Report:
    """The result of a comparison; ``differences`` are sentences for an operator."""

    compared: int = 0
    corrected: int = 0
    differences: list[str] = field(default_factory=list)


class Comparison(Protocol):
    """Compares something else with Stripe."""

    def __call__(self, *, now: datetime, differences: list[str]) -> int:
        """Return how many were compared; append a sentence for each one that needs an operator."""


_comparisons: list[Comparison] = []


def register(comparison: Comparison) -> None:
    """Have :func:`compare_all` carry out a comparison, too, from now on."""
    _comparisons.append(comparison)


def open_payments() -> QuerySet[Payment]:
    """Return the payments that are not final."""
    return Payment.objects.filter(status__in=OPEN)


def reconcile(*, now: datetime) -> Report:
    """Compare all payments that are not final, by lists of Stripe's newest intents. Calls Stripe.

    What cannot be settled is retried by later runs, then fails for good, for an operator.
    """
    report = Report()
    waiting = {payment.intent_id or "": payment for payment in open_payments().exclude(intent_id=None)}
    found = _listed(waiting) if waiting else {}
    report.compared = len(found)
    differing = [
        payment.pk
        for intent_id, payment in waiting.items()
        if intent_id not in found or not agrees(found[intent_id], payment)
    ]
    _settle_each(differing, found, report, now)
    _end_abandoned(report, now)
    return report


def _listed(wanted: Iterable[str]) -> dict[str, gateway.Intent]:
    """Return the wanted intents that Stripe lists among its newest.

    Open intents are recent, but many paid ones lie between them. A page costs a call, as fetching one intent
    does, so the list is left where it holds none any more.
    """
    missing = set(wanted)
    found: dict[str, gateway.Intent] = {}
    in_vain = 0
    for page in islice(gateway.pages_of_intents(), MOST_PAGES):
        here = {intent.id: intent for intent in page if intent.id in missing}
        found |= here
        missing -= here.keys()
        in_vain = 0 if here else in_vain + 1
        if not missing or in_vain == VAIN_PAGES:
            break
    return found


def _settle_each(
    payment_ids: list[UUID], found: dict[str, gateway.Intent], report: Report, now: datetime
) -> None:
    """Settle payments that differ, each on its own; fetches the intents that are not in ``found``."""

    def act(job: Job, instant: datetime) -> None:
        before = Payment.objects.get(pk=job.subject)
        try:
            after = _settle(before, found, instant)
        except Mismatch as mismatch:
            report.differences.append(str(mismatch))
            raise obstacles.NotDone(str(mismatch)) from mismatch
        except gateway.Declined as error:
            report.differences.append(f"Stripe does not know {before.intent_id}: {error.reason}")
            raise obstacles.NotDone(report.differences[-1]) from error
        report.corrected += after is not None and after.status != before.status

    # Listed are the newest: they cost no call here, and do not wait for those that have to be fetched.
    differing = Payment.objects.filter(pk__in=payment_ids).order_by("-created_at", "-pk")
    sweep(COMPARED, differing, act=act, policy=POLICY, now=now)


def _settle(payment: Payment, found: dict[str, gateway.Intent], now: datetime) -> Payment | None:
    intent_id = payment.intent_id or ""
    if intent_id in found:
        return apply_intent(intent=found[intent_id], now=now)
    with gateway.outages_wait():
        return settle(intent_id=intent_id, now=now)


def _abandoned(*, now: datetime) -> QuerySet[Payment]:
    """Return the open payments that nobody will complete any more.

    Those of orders that ended an hour ago, unless a bank's page is open or the payment is in progress; and
    whatever is open a day later.
    """
    ended = OrderEvent.objects.filter(order=OuterRef("order"), to_status=OrderStatus.CANCELLED)
    is_untouched = Q(order__status=OrderStatus.CANCELLED, status__in=_UNTOUCHED, intent_id__isnull=False)
    is_payable = Q(order__status=OrderStatus.PENDING, order__hold_expires_at__gt=now)
    is_old = (
        Q(created_at__lt=now - ABANDONED_AFTER)
        & ~is_payable
        & ~Exists(ended.filter(at__gte=now - ABANDONED_AFTER))
    )
    just_ended = Exists(ended.filter(at__gte=now - UNTOUCHED_AFTER))
    return open_payments().filter(is_old | is_untouched & ~just_ended)


def _end_abandoned(report: Report, now: datetime) -> None:
    """Cancel abandoned payments, at Stripe first, so that the open ones stay few and recent."""

    def act(job: Job, instant: datetime) -> None:
        payment = _abandoned(now=now).filter(pk=job.subject).first()
        if payment is not None:
            _end(payment, instant)
            after = Payment.objects.get(pk=payment.pk)
            report.corrected += after.status != payment.status

    sweep(ABANDONED, _abandoned(now=now).order_by("created_at"), act=act, policy=POLICY, now=now)


def _end(payment: Payment, now: datetime) -> None:
    if payment.intent_id is None:
        # No intent is known, and after a day Stripe has forgotten the idempotency key.
        unopened = open_payments().filter(pk=payment.pk, intent_id=None)
        unopened.update(status=Payment.Status.CANCELED, settled_at=now)
        return
    with gateway.outages_wait():
        # Somebody may have begun to pay since the comparison: Stripe knows.
        settle_or_end(intent_id=payment.intent_id, now=now)
        if not _abandoned(now=now).filter(pk=payment.pk, status__in=_CANCELABLE).exists():
            return
        try:
            apply_intent(intent=gateway.cancel_intent(payment.intent_id), now=now)
        except gateway.Declined:
            # It is processing, has just succeeded, or is forgotten.
            settle_or_end(intent_id=payment.intent_id, now=now)


# --- Everything of the last weeks ------------------------------------------------------------------------


def compare_all(*, now: datetime) -> Report:
    """Compare intents, refunds and disputes of the last ``COMPARE_DAYS`` days with the books.

    Then the registered comparisons are carried out: of the transfers to providers. Differences are logged as
    errors. Equal pages take two queries each and no locks.
    """
    report = Report()
    if not gateway.is_configured():
        return report
    since = now - timedelta(days=settings.COMPARE_DAYS)
    _compare_intents(report, since, now)
    _compare_refunds(report, since, now)
    _compare_disputes(report, now)
    for compare in _comparisons:
        report.compared += compare(now=now, differences=report.differences)
    for difference in report.differences:
        log.error("%s", difference)
    return report


def _by_stripes_clock() -> int:
    """Return the Unix time to list from. By the real clock, as Stripe's is not moved with ours."""
    days: int = settings.COMPARE_DAYS
    return int(time.time()) - days * 24 * 3600  # noqa: TID251 - see above


def _compare_intents(report: Report, since: datetime, now: datetime) -> None:
    listed: set[str] = set()
    for page in gateway.pages_of_intents(since=_by_stripes_clock()):
        listed |= {intent.id for intent in page}
        ours = {intent.id: intent for intent in page if intent.order_id}
        known = {payment.intent_id or "": payment for payment in Payment.objects.filter(intent_id__in=ours)}
        report.compared += len(ours)
        differing = [payment.pk for pk, payment in known.items() if not agrees(ours[pk], payment)]
        _settle_each(differing, ours, report, now)
        for intent in ours.values():
            if intent.id not in known:
                _adopt(intent, report, now)
    # Skip the first day, as Stripe's time of creation may lie before the start of the list.
    succeeded = Payment.objects.filter(
        status=Payment.Status.SUCCEEDED, created_at__gte=since + timedelta(days=1)
    )
    for payment_id, intent_id in _in_pages(succeeded, "intent_id"):
        if intent_id not in listed:
            report.differences.append(f"Payment {payment_id} has succeeded here, Stripe does not list it.")


def _adopt(intent: gateway.Intent, report: Report, now: datetime) -> None:
    """Settle an intent whose id no payment has: after a lost response its metadata finds the payment."""
    with due.isolate_errors("%s could not be settled", intent.id, errors=report.differences):
        payment = apply_intent(intent=intent, now=now)
        report.corrected += payment is not None
        if payment is None and intent.status == "succeeded" and not _is_returned(intent):
            report.differences.append(
                f"{intent.id} was paid for order {intent.order_id}, which has no such payment."
            )


def _is_returned(intent: gateway.Intent) -> bool:
    """Return whether all money of an intent went back at Stripe, or is on its way: nothing is left to do."""
    refunds = (refund for page in gateway.pages_of_refunds(intent.id) for refund in page)
    returned = sum((refund.amount for refund in refunds if refund.status in _GONE_BACK), ZERO)
    return returned >= intent.amount_received


def _in_pages(rows: QuerySet[Payment] | QuerySet[Refund], name: str) -> Iterator[tuple[UUID, str | None]]:
    yield from rows.values_list("pk", name).iterator(chunk_size=2_000)


def _compare_refunds(report: Report, since: datetime, now: datetime) -> None:
    """Compare Stripe's refunds with ours, with two queries for each page."""
    listed: set[str] = set()
    for page in gateway.pages_of_refunds(since=_by_stripes_clock()):
        listed |= {found.id for found in page}
        here = _refunds_here(page)
        for found in _of_our_payments(page):
            report.compared += 1
            is_equal = found.status in RETURNED and here.get(found.id) == ("succeeded", found.amount)
            if not is_equal:
                _sync_differing_refund(found, here.get(found.id), report, now)
    carried_out = Refund.objects.filter(
        status=Refund.Status.SUCCEEDED, created_at__gte=since + timedelta(days=1)
    )
    for refund_id, stripe_id in _in_pages(carried_out, "stripe_refund_id"):
        if stripe_id not in listed:
            report.differences.append(f"Refund {refund_id} was carried out here, Stripe does not list it.")


def _of_our_payments(page: list[gateway.StripeRefund]) -> list[gateway.StripeRefund]:
    intents = Payment.objects.filter(intent_id__in={found.intent_id for found in page})
    ours = set(intents.values_list("intent_id", flat=True))
    return [found for found in page if found.intent_id in ours]


def _sync_differing_refund(
    found: gateway.StripeRefund, before: tuple[str, Decimal] | None, report: Report, now: datetime
) -> None:
    with due.isolate_errors("%s could not be taken note of", found.id, errors=report.differences):
        try:
            sync_refund(found=found, now=now)
        except ExceedsPayment:
            report.differences.append(f"{found.id} returned {found.amount} CHF beside what was decided here.")
            return
        after = _refunds_here([found]).get(found.id)
        report.corrected += before != after
        if found.status in RETURNED and (after is None or after[1] != found.amount):
            report.differences.append(f"{found.id} returned {found.amount} CHF, which was not decided here.")


def _refunds_here(page: list[gateway.StripeRefund]) -> dict[str, tuple[str, Decimal]]:
    known = Refund.objects.filter(stripe_refund_id__in=[found.id for found in page])
    return {
        stripe_id or "": (status, amount)
        for stripe_id, status, amount in known.values_list("stripe_refund_id", "status", "amount")
    }


def _compare_disputes(report: Report, now: datetime) -> None:
    """Compare Stripe's disputes with ours; one that fails does not stop the others.

    Those of the last weeks are listed; the few older undecided ones are fetched one by one.
    """
    for page in pages_of_disputes(since=_by_stripes_clock()):
        for found in page:
            with due.isolate_errors("%s could not be booked", found.id, errors=report.differences):
                report.corrected += disputes.apply_dispute(found=found, now=now)
    undecided = Dispute.objects.exclude(status__in=disputes.CLOSED).order_by("opened_at")
    old = undecided.filter(opened_at__lt=now - timedelta(days=settings.COMPARE_DAYS))
    for dispute_id, intent_id in list(old.values_list("stripe_dispute_id", "payment__intent_id")):
        with due.isolate_errors("%s could not be booked", dispute_id, errors=report.differences):
            report.corrected += disputes.apply_disputes(intent_id=intent_id or "", now=now)
