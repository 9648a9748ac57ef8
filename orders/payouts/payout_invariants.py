"""Invariants of payouts. Each check yields a sentence for every violation. Read only."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.db.models import F, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from marketplace.money import ZERO, quantize, rappen
from orders.ledger import PAID_OUT, RETURNED_PAYOUT, Account
from orders.models import LedgerEntry, Payout, PayoutLine
from orders.payouts.payable import untaken


def payouts_are_the_sums_of_their_lines() -> Iterator[str]:
    """Find payouts whose amount is not the sum of their lines."""
    lines = PayoutLine.objects.filter(payout=OuterRef("pk")).order_by().values("payout")
    total = Coalesce(Subquery(lines.annotate(total=rappen(Sum("amount"))).values("total")), ZERO)
    for payout in Payout.objects.annotate(total=total).exclude(total=F("amount")).iterator():
        yield f"Payout {payout.pk} is of {payout.amount}, its lines add up to {payout.total}."


def lines_are_what_the_ledger_says() -> Iterator[str]:
    """Find lines whose provider, account or amount differs from their ledger entry."""
    right = PayoutLine.objects.filter(
        entry__account=Account.PROVIDER,
        entry__provider=F("payout__provider"),
        entry__amount=ZERO - F("amount"),
    ).exclude(entry__posting__startswith=PAID_OUT)
    for line in PayoutLine.objects.exclude(pk__in=right.order_by().values("pk")).iterator():
        yield f"Line {line.pk} of payout {line.payout_id} is not what ledger entry {line.entry_id} says."


def payouts_are_posted_when_they_are_paid() -> Iterator[str]:
    """Find providers whose paid payouts differ from the postings."""
    paid = _by_provider(Payout.objects.filter(status=Payout.Status.PAID))
    entries = LedgerEntry.objects.filter(account=Account.PROVIDER)
    sent = _by_provider(entries.filter(posting__startswith=PAID_OUT))
    returned = _by_provider(entries.filter(posting__startswith=RETURNED_PAYOUT))
    for provider in sorted(paid.keys() | sent.keys() | returned.keys(), key=str):
        posted = sent.get(provider, ZERO) + returned.get(provider, ZERO)
        if posted != paid.get(provider, ZERO):
            yield (
                f"Provider {provider} was paid {paid.get(provider, ZERO)} by payouts, "
                f"the ledger says {posted}."
            )


def what_is_owed_is_untaken_or_due() -> Iterator[str]:
    """Find providers whose balance is not the sum of entries in no payout and of due payouts."""
    owed = _by_provider(LedgerEntry.objects.filter(account=Account.PROVIDER))
    waits = _by_provider(untaken())
    due = _by_provider(Payout.objects.filter(status=Payout.Status.DUE))
    for provider, balance in owed.items():
        expected = -waits.get(provider, ZERO) + due.get(provider, ZERO)
        if -balance != expected:
            yield f"Provider {provider} is owed {-balance}; untaken and due are {expected}."


def _by_provider(rows: QuerySet[Any]) -> dict[UUID, Decimal]:
    sums = rows.order_by().values_list("provider").annotate(total=Sum("amount"))
    return {provider: quantize(total) for provider, total in sums}


INVARIANTS: list[tuple[str, Callable[[], Iterator[str]]]] = [
    ("payouts are the sums of their lines", payouts_are_the_sums_of_their_lines),
    ("lines of payouts are what the ledger says", lines_are_what_the_ledger_says),
    ("payouts are posted when they are paid", payouts_are_posted_when_they_are_paid),
    ("what providers are owed is untaken or due", what_is_owed_is_untaken_or_due),
]
