"""What of the ledger can be paid out, and what is held back: entries that no payout has taken yet.

A provider is owed what the ledger says of orders that are over. A week's payout takes what was posted
before the week ended, of orders that were over for a whole day by then: until then damage may be
reported. An order that is disputed at a bank, or that support looks into, is held back as a whole. What
a customer got back after a payout is an entry below zero, which a later payout takes along.
"""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from marketplace import clock
from orders.ledger import PAID_OUT, Account
from orders.models import FINAL, Dispute, LedgerEntry, OrderEvent, PayoutHold, PayoutLine
from orders.payments.disputes import CLOSED

# spec.md point 9: damage is reported within 24 hours.
DAMAGE_REPORTED_WITHIN = timedelta(hours=24)
WEEK = timedelta(days=7)


def week_of(day: date) -> date:
    """Return the Monday of a day's week."""
    return day - timedelta(days=day.weekday())


def present_week(now: datetime) -> date:
    """Return the Monday of the week that runs in Switzerland."""
    return week_of(clock.local_date(now))


def week_to_pay(now: datetime) -> date:
    """Return the Monday of the last week that is over in Switzerland."""
    return present_week(now) - WEEK


def end_of(week: date) -> datetime:
    """Return the instant at which a week is over: the next Monday, 00:00 in Zurich."""
    return clock.at_wall_time(week + WEEK, time(0))


def earned() -> QuerySet[LedgerEntry]:
    """Return what providers earned and gave back; without what they were paid."""
    entries: QuerySet[LedgerEntry] = LedgerEntry.objects.filter(account=Account.PROVIDER)
    return entries.exclude(posting__startswith=PAID_OUT).order_by("posted_at", "pk")


def untaken() -> QuerySet[LedgerEntry]:
    """Return what no payout has taken."""
    return earned().filter(~Exists(PayoutLine.objects.filter(entry=OuterRef("pk"))))


def _is_disputed() -> Exists:
    open_disputes = Dispute.objects.exclude(status__in=CLOSED)
    return Exists(open_disputes.filter(order=OuterRef("order")).order_by())


def _is_looked_into() -> Exists:
    return Exists(PayoutHold.objects.filter(order=OuterRef("order")).order_by())


def held_back() -> QuerySet[Any]:
    """Return what no payout takes for now; each entry says whether its order ``is_disputed``."""
    return (
        untaken()
        .annotate(is_disputed=_is_disputed(), is_looked_into=_is_looked_into())
        .filter(Q(is_disputed=True) | Q(is_looked_into=True))
    )


def payable(*, week: date) -> QuerySet[LedgerEntry]:
    """Return what the payouts of a week take, as things stand."""
    end = end_of(week)
    too_fresh = OrderEvent.objects.filter(
        order=OuterRef("order"), to_status__in=FINAL, at__gte=end - DAMAGE_REPORTED_WITHIN
    )
    return untaken().filter(
        ~Exists(too_fresh.order_by()),
        ~_is_disputed(),
        ~_is_looked_into(),
        posted_at__lt=end,
        order__status__in=FINAL,
    )
