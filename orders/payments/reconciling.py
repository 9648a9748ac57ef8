"""Comparing with Stripe: what webhooks and the return page both missed becomes true all the same.

Every ten minutes all payments that are not final are compared, a page of 100 intents a call; once
a day everything is. Both only ever go through the doors of ``settle`` and ``refunds``, so running
them twice, late or beside each other changes nothing more.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from math import ceil

from django.db.models import QuerySet

from orders.models import Payment, Refund
from orders.payments import gateway
from orders.payments.refunds import RETURNED, ExceedsPayment, take_note
from orders.payments.settle import FINAL, Mismatch, apply_intent, settle

log = logging.getLogger(__name__)

ABANDONED_AFTER = timedelta(days=1)
SPARE_PAGES = 5


@dataclass
class Report:
    """What a comparison found: how many it looked at, what it set right, what an operator must see."""

    compared: int = 0
    corrected: int = 0
    differences: list[str] = field(default_factory=list)


def open_payments() -> QuerySet[Payment]:
    """Payments whose end is not known here."""
    return Payment.objects.exclude(status__in=FINAL)


def reconcile(*, now: datetime) -> Report:
    """Compare all payments that are not final; about one list call for each 100 of them."""
    report = Report()
    ids = open_payments().exclude(intent_id=None).values_list("intent_id", flat=True)
    missing = {intent_id for intent_id in ids if intent_id}
    # Open intents are recent ones; a few more pages let others stand between them.
    allowed = ceil(len(missing) / gateway.PAGE_SIZE) + SPARE_PAGES
    for number, page in enumerate(gateway.pages_of_intents() if missing else (), start=1):
        mine = [intent for intent in page if intent.id in missing]
        _make_true(mine, report, now)
        missing -= {intent.id for intent in mine}
        if not missing or number >= allowed:
            break
    for intent_id in missing:
        _ask(intent_id, report, now)
    _end_abandoned(report, now)
    return report


def compare_all(*, now: datetime) -> Report:
    """Compare every intent and refund at Stripe with the books; differences are logged as errors."""
    report = Report()
    listed: set[str] = set()
    for page in gateway.pages_of_intents():
        listed |= {intent.id for intent in page}
        _make_true([intent for intent in page if intent.order_id], report, now)
    succeeded = Payment.objects.filter(status=Payment.Status.SUCCEEDED)
    for payment_id, intent_id in succeeded.values_list("pk", "intent_id").iterator():
        if intent_id not in listed:
            report.differences.append(f"Payment {payment_id} has succeeded here, Stripe does not list it.")
    _compare_refunds(report, now)
    for difference in report.differences:
        log.error("%s", difference)
    return report


def _make_true(intents: Iterable[gateway.Intent], report: Report, now: datetime) -> None:
    intents = list(intents)
    known = dict(
        Payment.objects.filter(intent_id__in=[intent.id for intent in intents]).values_list(
            "intent_id", "status"
        )
    )
    for intent in intents:
        report.compared += 1
        try:
            payment = apply_intent(intent=intent, now=now)
        except Mismatch as mismatch:
            report.differences.append(str(mismatch))
            continue
        if payment is None and intent.status == "succeeded":
            report.differences.append(
                f"{intent.id} was paid for order {intent.order_id}, which has no such payment."
            )
        elif payment is not None and payment.status != known.get(intent.id):
            report.corrected += 1


def _ask(intent_id: str, report: Report, now: datetime) -> None:
    """Compare one intent that no page showed."""
    try:
        _make_true([gateway.retrieve_intent(intent_id)], report, now)
    except gateway.Declined as refusal:
        report.differences.append(f"Stripe does not know {intent_id}: {refusal.reason}")


def _end_abandoned(report: Report, now: datetime) -> None:
    """End what nobody paid within a day, at Stripe first, so that the open payments stay few."""
    for payment in open_payments().filter(created_at__lt=now - ABANDONED_AFTER):
        if payment.intent_id is None:
            # Nobody was ever given its secret, and Stripe has forgotten its key.
            ended = open_payments().filter(pk=payment.pk, intent_id=None)
            report.corrected += ended.update(status=Payment.Status.CANCELED, settled_at=now)
            continue
        try:
            apply_intent(intent=gateway.cancel_intent(payment.intent_id), now=now)
        except gateway.Declined:
            # It is being processed, or succeeded just now: what it is now counts.
            settle(intent_id=payment.intent_id, now=now)
        report.corrected += 1


def _compare_refunds(report: Report, now: datetime) -> None:
    """Compare all refunds at Stripe with those decided here, a few queries for each page."""
    listed: set[str] = set()
    for page in gateway.pages_of_refunds():
        listed |= {found.id for found in page}
        for found in _of_our_payments(page):
            _note_refund(found, report, now)
    carried_out = Refund.objects.filter(status=Refund.Status.SUCCEEDED)
    for refund_id, stripe_id in carried_out.values_list("pk", "stripe_refund_id").iterator():
        if stripe_id not in listed:
            report.differences.append(f"Refund {refund_id} was carried out here, Stripe does not list it.")


def _of_our_payments(page: list[gateway.StripeRefund]) -> list[gateway.StripeRefund]:
    intents = Payment.objects.filter(intent_id__in={found.intent_id for found in page})
    ours = set(intents.values_list("intent_id", flat=True))
    return [found for found in page if found.intent_id in ours]


def _note_refund(found: gateway.StripeRefund, report: Report, now: datetime) -> None:
    report.compared += 1
    before = _refund_here(found)
    try:
        take_note(found=found, now=now)
    except ExceedsPayment:
        report.differences.append(f"{found.id} returned {found.amount} CHF beside what was decided here.")
        return
    after = _refund_here(found)
    report.corrected += before != after
    if found.status in RETURNED and (after is None or after[1] != found.amount):
        report.differences.append(f"{found.id} returned {found.amount} CHF, which was not decided here.")


def _refund_here(found: gateway.StripeRefund) -> tuple[str, Decimal] | None:
    return Refund.objects.filter(stripe_refund_id=found.id).values_list("status", "amount").first()
