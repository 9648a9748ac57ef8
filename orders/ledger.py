"""The ledger: every movement of money, twice, so that it always adds up to zero.

Amounts are CHF; positive debits an account, negative credits it. What a customer paid is held
(``customer``) until the order is completed or its late fee is kept; then it belongs to the provider,
less the platform's fee. Each posting is written once: its name says of what it is.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal

from marketplace.money import ZERO
from orders.models import LedgerEntry, Order, Payment, Refund

Account = LedgerEntry.Account


class Unbalanced(Exception):
    """A posting does not add up to zero; a fault of the program, nothing is written."""


def post(*, posting: str, order: Order, entries: Mapping[Account, Decimal], now: datetime) -> bool:
    """Write the entries of a posting in the present transaction; ``False`` if they stand already.

    Raises :class:`Unbalanced` unless they add up to zero. Zero amounts are left out.
    """
    if sum(entries.values(), ZERO) != ZERO:
        raise Unbalanced(f"{posting}: {dict(entries)}")
    if LedgerEntry.objects.filter(posting=posting).exists():
        return False
    LedgerEntry.objects.bulk_create(
        LedgerEntry(
            posting=posting,
            account=account,
            order=order,
            provider_id=order.provider_id if account == Account.PROVIDER else None,
            amount=amount,
            posted_at=now,
        )
        for account, amount in entries.items()
        if amount
    )
    return True


def payment_captured(*, order: Order, payment: Payment, now: datetime) -> bool:
    """Post that the customer's money arrived at Stripe and is held for them."""
    return post(
        posting=f"captured:{payment.pk}",
        order=order,
        entries={Account.STRIPE: payment.amount, Account.CUSTOMER: -payment.amount},
        now=now,
    )


def order_completed(*, order: Order, now: datetime) -> bool:
    """Post that the service was rendered: what is held is the provider's, less the platform's fee."""
    held = order.total_amount - order.refunded_amount
    fee = min(order.platform_fee, held)
    return post(
        posting=f"completed:{order.pk}",
        order=order,
        entries={Account.CUSTOMER: held, Account.PLATFORM: -fee, Account.PROVIDER: fee - held},
        now=now,
    )


def late_fee_kept(*, order: Order, amount: Decimal, now: datetime) -> bool:
    """Post what a late cancellation leaves to the provider: the part that is not returned."""
    return post(
        posting=f"late_fee:{order.pk}",
        order=order,
        entries={Account.CUSTOMER: amount, Account.PROVIDER: -amount},
        now=now,
    )


def refunded(*, order: Order, refund: Refund, now: datetime) -> bool:
    """Post that money that was held goes back to the customer's card."""
    return post(
        posting=f"refund:{refund.pk}",
        order=order,
        entries={Account.CUSTOMER: refund.amount, Account.STRIPE: -refund.amount},
        now=now,
    )
