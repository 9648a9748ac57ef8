"""Which ledger entries can be paid out, and which are held back: those in no payout yet.

A week's payout takes the entries of orders that are over, posted before the week ended, if by then 24 hours
had passed since the order was over and since its pickup hour ended: damage can be reported until then. An
order that is disputed at a bank, held by support, or claimed for damage, is held back as a whole. A refund
after a payout is an entry that reduces a later payout.
"""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from marketplace import clock
from orders.ledger import PAID_OUT, Account
from orders.models import (
    EVENT_RECEIVED_AT,
    FINAL,
    PICKUP_LASTS,
    DamageClaim,
    Dispute,
    LedgerEntry,
    OrderEvent,
    PayoutHold,
    PayoutLine,
)
from orders.payments.disputes import CLOSED

# Specification point 9: damage is reported within 24 hours.
DAMAGE_REPORTED_WITHIN = timedelta(hours=24)
WEEK = timedelta(days=7)


def week_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def present_week(now: datetime) -> date:
    """Return the Monday of the present Swiss week."""
    return week_of(clock.local_date(now))


def week_to_pay(now: datetime) -> date:
    """Return the Monday of the last Swiss week."""
    return present_week(now) - WEEK


def end_of(week: date) -> datetime:
    """Return the instant at which a week ends: the next Monday, 00:00 in Zurich."""
    return clock.at_wall_time(week + WEEK, time(0))


def earned() -> QuerySet[LedgerEntry]:
    """Return the entries of providers except payouts: earnings, deductions, and payouts that came back."""
    entries: QuerySet[LedgerEntry] = LedgerEntry.objects.filter(account=Account.PROVIDER)
    return entries.exclude(posting__startswith=PAID_OUT).order_by("posted_at", "pk")


def untaken() -> QuerySet[LedgerEntry]:
    """Return the earnings that are in no payout."""
    return earned().filter(~Exists(PayoutLine.objects.filter(entry=OuterRef("pk"))))


def _is_disputed() -> Exists:
    open_disputes = Dispute.objects.exclude(status__in=CLOSED)
    return Exists(open_disputes.filter(order=OuterRef("order")).order_by())


def _is_claimed() -> Exists:
    """Return whether a damage claim for the order is not decided yet."""
    return Exists(DamageClaim.objects.filter(order=OuterRef("order"), decided_at__isnull=True).order_by())


def _is_held() -> Exists:
    """Return whether support holds the order's money back."""
    return Exists(PayoutHold.objects.filter(order=OuterRef("order")).order_by())


def untaken_with_reasons() -> QuerySet[Any]:
    """Return the earnings that are in no payout, with ``is_disputed``, ``is_claimed`` and ``is_held``."""
    return untaken().annotate(is_disputed=_is_disputed(), is_claimed=_is_claimed(), is_held=_is_held())


def held_back() -> QuerySet[Any]:
    """Return the entries that are held back, annotated with the reasons."""
    return untaken_with_reasons().filter(Q(is_disputed=True) | Q(is_claimed=True) | Q(is_held=True))


def payable(*, week: date) -> QuerySet[LedgerEntry]:
    """Return the entries that the payouts of a week take at present."""
    end = end_of(week)
    limit = end - DAMAGE_REPORTED_WITHIN
    over = OrderEvent.objects.filter(order=OuterRef("order"), to_status__in=FINAL)
    too_fresh = over.annotate(received=EVENT_RECEIVED_AT).filter(received__gte=limit)
    return untaken().filter(
        ~Exists(too_fresh.order_by()),
        ~_is_disputed(),
        ~_is_claimed(),
        ~_is_held(),
        posted_at__lt=end,
        # An order can be completed before its pickup hour: it is no earlier over than that hour.
        order__pickup_at__lte=limit - PICKUP_LASTS,
        order__status__in=FINAL,
    )
