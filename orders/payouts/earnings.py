"""A provider's earnings: what is due, what is held back, what was paid, and each month."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Case, F, QuerySet, Sum, When
from django.utils.translation import gettext_lazy

from marketplace import clock
from marketplace.money import ZERO, quantize
from orders.documents.fee_invoice_file import address_of
from orders.documents.fee_invoices import fees_between
from orders.ledger import COMPLETED, EARNED, LATE_FEE, Account
from orders.models import FeeInvoice, LedgerEntry, Payout, PayoutAccount, StripeAccount
from orders.payouts import paying
from orders.payouts.payable import WEEK, held_back, payable, present_week
from providers.models import Provider

MOST_PAYOUTS = 26
MOST_MONTHS = 24
MOST_HELD = 20
# Postings that end an order, to count orders by.
_ENDS = (COMPLETED, LATE_FEE)


@dataclass(frozen=True)
class HeldOrder:
    """An order whose money is held back, in CHF.

    Its ``reason`` is ``dispute`` at a bank, a ``claim`` for damage that is not decided, or our ``support``.
    """

    order_id: UUID
    customer: str
    amount: Decimal
    reason: str


@dataclass(frozen=True)
class Month:
    """A provider's earnings of a calendar month in CHF, from how many orders; ``first``: its first day."""

    first: date
    earned: Decimal
    orders: int


@dataclass(frozen=True)
class Earnings:
    """A provider's money, in CHF. ``due`` is the next payout; below zero it is carried forward.

    ``stripe`` is the state of the account at Stripe to which they want to be paid. Each of ``payouts`` has
    ``comes_again``: it came back, and is in no later one yet.
    """

    due: Decimal
    next_payout_on: date
    held: Decimal
    held_orders: list[HeldOrder]
    balance: Decimal
    account: PayoutAccount | None
    stripe: str
    payouts: list[Any]
    months: list[Month]
    fee_invoices: dict[date, str]


def earnings_of(provider: Provider, *, now: datetime) -> Earnings:
    """Return what the earnings page shows. Nine queries."""
    week = present_week(now)
    fee_invoices = {one.month: str(one) for one in FeeInvoice.objects.filter(provider=provider)}
    held = [
        HeldOrder(entry.order_id, entry.order.customer.first_name, -entry.amount, _why_held(entry))
        for entry in held_back().filter(provider=provider).select_related("order__customer")
    ]
    return Earnings(
        due=_owed(payable(week=week).filter(provider=provider)),
        next_payout_on=week + WEEK,
        held=sum((one.amount for one in held), ZERO),
        held_orders=_by_order(held)[:MOST_HELD],
        balance=_owed(LedgerEntry.objects.filter(account=Account.PROVIDER, provider=provider)),
        account=PayoutAccount.objects.filter(provider=provider).first(),
        stripe=_stripe(provider),
        payouts=list(_payouts_of(provider)[:MOST_PAYOUTS]),
        months=_months(provider, fee_invoices, now),
        fee_invoices=fee_invoices,
    )


def _owed(entries: QuerySet[LedgerEntry]) -> Decimal:
    return -quantize(entries.order_by().aggregate(total=Sum("amount"))["total"] or ZERO)


def _payouts_of(provider: Provider) -> QuerySet[Any]:
    comes_again = Case(When(paying.came_back(), then=True), default=False)
    return Payout.objects.filter(provider=provider).annotate(comes_again=comes_again).order_by("-week")


def _stripe(provider: Provider) -> str:
    if not settings.STRIPE_CONNECT:
        return "not_offered"
    account = StripeAccount.objects.filter(provider=provider, is_wanted=True).first()
    return account.state if account else "nothing"


def _why_held(entry: Any) -> str:
    """Return the most telling reason of an entry of :func:`held_back`."""
    if entry.is_disputed:
        return "dispute"
    return "claim" if entry.is_claimed else "support"


def _by_order(held: list[HeldOrder]) -> list[HeldOrder]:
    """Sum up the entries of each order."""
    joined: dict[UUID, HeldOrder] = {}
    for one in held:
        before = joined.get(one.order_id)
        joined[one.order_id] = replace(one, amount=one.amount + before.amount) if before else one
    return list(joined.values())


# --- Months --------------------------------------------------------------------------------------------


def earned_between(provider: Provider, start: datetime, end: datetime) -> QuerySet[LedgerEntry]:
    """Return the entries of what a provider earned, or gave back, from ``start`` until before ``end``."""
    entries = LedgerEntry.objects.filter(EARNED, provider=provider, posted_at__gte=start, posted_at__lt=end)
    return entries.order_by("posted_at", "pk")


def _months(provider: Provider, invoiced: Iterable[date], now: datetime) -> list[Month]:
    """Return those of the last ``MOST_MONTHS``, the present one included, that have files; the newest first.

    Those with entries, and those ``invoiced``: of some orders nothing is left but our fee.
    """
    last = clock.local_date(now).replace(day=1)
    year, months = divmod(last.year * 12 + last.month - MOST_MONTHS, 12)
    first = date(year, months + 1, 1)
    start, end = clock.month_bounds(first)[0], clock.month_bounds(last)[1]
    sums: defaultdict[date, Decimal] = defaultdict(lambda: ZERO)
    sums.update((month, ZERO) for month in invoiced if month >= first)
    orders: Counter[date] = Counter()
    entries = earned_between(provider, start, end).order_by()
    for posted_at, posting, amount in entries.values_list("posted_at", "posting", "amount").iterator():
        month = clock.local_date(posted_at).replace(day=1)
        sums[month] -= amount
        orders[month] += posting.startswith(_ENDS)
    return [Month(month, sums[month], orders[month]) for month in sorted(sums, reverse=True)]


# --- A month's statement --------------------------------------------------------------------------------

# The text of a line by the kind of posting; for a completed order it is just the service.
KINDS = {
    "late_fee": gettext_lazy("Late cancellation: {service}"),
    "cancelled": gettext_lazy("Late cancellation: {service}"),
    "refund": gettext_lazy("Refund: {service}"),
    "superseded": gettext_lazy("Refund: {service}"),
    "restored": gettext_lazy("Refund: {service}"),
    "paid_twice": gettext_lazy("Refund: {service}"),
    "bearer": gettext_lazy("Refund: {service}"),
    "dispute": gettext_lazy("Dispute: {service}"),
}


@dataclass(frozen=True)
class StatementLine:
    """One posting of a month, in CHF: what the customer paid or got back, our fee, the provider's share."""

    day: date
    order: str
    customer: str
    what: str
    paid: Decimal
    fee: Decimal
    amount: Decimal


@dataclass(frozen=True)
class StatementPayout:
    """Money that went to the provider's account in the month; below zero if the bank returned it."""

    day: date
    account_end: str
    reference: str
    amount: Decimal


@dataclass(frozen=True)
class Statement:
    """A provider's month: every posting and payout, and the balances before and after, in CHF."""

    provider: Provider
    address: list[str]
    first: date
    lines: list[StatementLine]
    payouts: list[StatementPayout]
    opening: Decimal

    @property
    def paid(self) -> Decimal:
        """What customers paid, less refunds."""
        return sum((line.paid for line in self.lines), ZERO)

    @property
    def fee(self) -> Decimal:
        """The platform's fees."""
        return sum((line.fee for line in self.lines), ZERO)

    @property
    def amount(self) -> Decimal:
        """What the provider earned."""
        return sum((line.amount for line in self.lines), ZERO)

    @property
    def paid_out(self) -> Decimal:
        """What went to the provider's account, less what the bank returned."""
        return sum((payout.amount for payout in self.payouts), ZERO)

    @property
    def closing(self) -> Decimal:
        """What is owed at the end of the month."""
        return self.opening + self.amount - self.paid_out


def statement_of(provider: Provider, *, first: date) -> Statement:
    """Return the statement of a calendar month, which may be the present one. Six queries."""
    start, end = clock.month_bounds(first)
    before = LedgerEntry.objects.filter(account=Account.PROVIDER, provider=provider, posted_at__lt=start)
    return Statement(
        provider=provider,
        address=address_of(provider),
        first=first,
        lines=_lines(provider, start, end),
        payouts=_payouts(provider, start, end),
        opening=_owed(before),
    )


def _lines(provider: Provider, start: datetime, end: datetime) -> list[StatementLine]:
    """Return a line for each posting that changed the provider's share or our fee, by time."""
    entries = {
        entry.posting: entry
        for entry in earned_between(provider, start, end).select_related("order__customer")
    }
    shares = {posting: -entry.amount for posting, entry in entries.items()}
    fees: dict[str, Decimal] = {}
    for entry, change in fees_between(provider.pk, start, end):
        if change or entry.posting in shares:
            fees[entry.posting] = change
            entries.setdefault(entry.posting, entry)
    return [
        _line(entry, share=shares.get(entry.posting, ZERO), fee=fees.get(entry.posting, ZERO))
        for entry in sorted(entries.values(), key=lambda entry: (entry.posted_at, entry.pk))
    ]


def _line(entry: LedgerEntry, *, share: Decimal, fee: Decimal) -> StatementLine:
    order, kind = entry.order, entry.posting.partition(":")[0]
    service = order.get_service_type_display()
    return StatementLine(
        day=clock.local_date(entry.posted_at),
        order=str(order.pk)[-8:],
        customer=order.customer.first_name,
        what=str(KINDS[kind]).format(service=service) if kind in KINDS else service,
        paid=fee + share,
        fee=fee,
        amount=share,
    )


def _payouts(provider: Provider, start: datetime, end: datetime) -> list[StatementPayout]:
    """Return the payouts sent, and those that the bank returned, by time."""
    mine = Payout.objects.filter(provider=provider)
    sent = mine.filter(paid_at__gte=start, paid_at__lt=end).annotate(moved_at=F("paid_at"))
    returned = mine.filter(failed_at__gte=start, failed_at__lt=end).annotate(moved_at=F("failed_at"))
    moves = [(one.moved_at, one, one.amount) for one in sent]
    moves += [(one.moved_at, one, -one.amount) for one in returned]
    return [
        StatementPayout(clock.local_date(at), one.account_end, one.reference, amount)
        for at, one, amount in sorted(moves, key=lambda move: move[0])
    ]
