"""Calls to Stripe about disputes: payments that customers contest at their banks."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

import stripe

from marketplace.money import from_rappen
from orders.payments.gateway import call, id_of, page_after


@dataclass(frozen=True)
class StripeDispute:
    """A dispute as Stripe has it now. ``withheld`` is what the bank has withdrawn at present, in CHF.

    ``moves`` counts how often money moved: 0 for an inquiry, 1 once it was withdrawn, 2 once it was given
    back.
    """

    id: str
    intent_id: str
    status: str
    reason: str
    amount: Decimal
    withheld: Decimal
    moves: int
    opened_at: datetime
    respond_by: datetime | None


def pages_of_disputes(*, intent_id: str = "", since: int = 0) -> Iterator[list[StripeDispute]]:
    """List disputes, newest first, in pages of 100; calls Stripe for each page.

    Those of one intent, or all that were opened ``since`` a Unix time in seconds.
    """
    after: str | None = None
    only: stripe.params.DisputeListParams = (
        {"payment_intent": intent_id} if intent_id else {"created": {"gte": since}}
    )
    while True:
        page = call(lambda client, after=after: client.v1.disputes.list({**only, **page_after(after)}))  # type: ignore[misc]  # a default
        yield [_dispute(one) for one in page.data]
        if not page.has_more:
            return
        after = page.data[-1].id


def _dispute(found: stripe.Dispute) -> StripeDispute:
    due_by = found.evidence_details.due_by
    return StripeDispute(
        id=found.id,
        intent_id=id_of(found.payment_intent),
        status=found.status,
        reason=found.reason,
        amount=from_rappen(found.amount),
        withheld=from_rappen(-sum(entry.amount for entry in found.balance_transactions)),
        moves=len(found.balance_transactions),
        opened_at=datetime.fromtimestamp(found.created, UTC),
        respond_by=datetime.fromtimestamp(due_by, UTC) if due_by else None,
    )
