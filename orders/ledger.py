"""The ledger: double entry, so that every posting adds up to zero.

Amounts are CHF; positive debits an account, negative credits it. The balances of an order depend only on
its status and on what is left of its payment (``Order.kept_amount``), not on how it got there. While it runs,
that is held for the customer. A completed order leaves the platform its fee
and the provider the rest; a cancelled one leaves the provider its late fee. So money that is returned
or withdrawn later comes out of the provider's share first, then out of the platform's fee, and what
a bank takes beyond that is the platform's loss. What a provider was paid out counts as theirs: taken
from them later, it is owed by them. Each posting is written once: its name says of what it is.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import Sum

from marketplace.db.insert_new import insert_new
from marketplace.money import ZERO, quantize
from orders.models import FINAL, Dispute, LedgerEntry, Order, OrderStatus, Payment, Refund

Account = LedgerEntry.Account
SHARES = (Account.CUSTOMER, Account.PROVIDER, Account.PLATFORM)
# Prefix of the postings of payouts; all other entries of the provider account are earnings to pay out.
PAID_OUT = "payout:"


class Unbalanced(Exception):
    """A posting does not add up to zero: a bug. Nothing is written."""


def shares(*, status: str, retained: Decimal, platform_fee: Decimal) -> dict[Account, Decimal]:
    """Split what is left of an order's payment (``retained``) among its parties, in CHF. Pure.

    Below zero, a bank withdrew more than was left: the platform's loss.
    """
    there = max(retained, ZERO)
    platform = min(retained, ZERO)
    if status == OrderStatus.COMPLETED:
        platform = min(platform_fee, retained)
        return {
            Account.CUSTOMER: ZERO,
            Account.PROVIDER: retained - platform,
            Account.PLATFORM: platform,
        }
    owner = Account.PROVIDER if status == OrderStatus.CANCELLED else Account.CUSTOMER
    return dict.fromkeys(SHARES, ZERO) | {owner: there, Account.PLATFORM: platform}


def post(*, posting: str, order: Order, entries: Mapping[Account, Decimal], now: datetime) -> bool:
    """Write the entries of a posting in the present transaction; ``False`` if they exist already.

    Raises :class:`Unbalanced` unless they add up to zero, or if only some of them exist. Zero amounts are
    left out.
    """
    if sum(entries.values(), ZERO) != ZERO:
        raise Unbalanced(f"{posting}: {dict(entries)}")
    rows = [
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
    ]
    # The unique constraint decides whether they exist.
    return _write(rows, what=f"{posting}: {dict(entries)}")


def _write(rows: list[LedgerEntry], *, what: str) -> bool:
    """Write all of the entries; ``False`` if all exist already, ``Unbalanced`` if only some do."""
    new = insert_new(rows)
    if new and len(new) != len(rows):
        raise Unbalanced(f"A part stands already of {what}")
    return bool(new) or not rows


# --- The life of an order -----------------------------------------------------------------------------


def payment_captured(*, order: Order, payment: Payment, now: datetime) -> bool:
    """Post that the customer's money arrived at Stripe and is held for them."""
    return post(
        posting=f"captured:{payment.pk}",
        order=order,
        entries={Account.STRIPE: payment.amount, Account.CUSTOMER: -payment.amount},
        now=now,
    )


def order_completed(*, order: Order, now: datetime) -> bool:
    """Post that the service was rendered: the held money goes to the provider, less the platform's fee."""
    held = max(order.kept_amount, ZERO)
    fee = min(order.platform_fee, held)
    return post(
        posting=f"completed:{order.pk}",
        order=order,
        entries={Account.CUSTOMER: held, Account.PLATFORM: -fee, Account.PROVIDER: fee - held},
        now=now,
    )


def late_fee_kept(*, order: Order, amount: Decimal, now: datetime) -> bool:
    """Post the late fee, the part of the payment that the provider gets."""
    return post(
        posting=_late_fee(order),
        order=order,
        entries={Account.CUSTOMER: amount, Account.PROVIDER: -amount},
        now=now,
    )


def late_fee_of(order: Order) -> Decimal:
    """Return the late fee as first posted, in CHF, whatever was refunded or withdrawn later."""
    entry = LedgerEntry.objects.filter(posting=_late_fee(order), account=Account.PROVIDER).first()
    return -entry.amount if entry else ZERO


def _late_fee(order: Order) -> str:
    return f"late_fee:{order.pk}"


# --- Money that leaves, and comes back ----------------------------------------------------------------


def refunded(*, order: Order, refund: Refund, now: datetime) -> bool:
    """Post a refund; ``order.refunded_amount`` includes it already."""
    entries = {Account.STRIPE: -refund.amount}
    if order.status in FINAL:
        entries |= _moves(order)
    else:
        entries[Account.CUSTOMER] = refund.amount
    return post(posting=f"refund:{refund.pk}", order=order, entries=entries, now=now)


def refund_came_back(*, order: Order, refund: Refund, now: datetime) -> bool:
    """Post that a refund did not reach the customer: the money is at Stripe, and still owed to them."""
    return post(
        posting=f"refund_failed:{refund.pk}:{refund.key_round}",
        order=order,
        entries={Account.STRIPE: refund.amount, Account.RETURNS: -refund.amount},
        now=now,
    )


def refund_sent_again(*, order: Order, refund: Refund, now: datetime) -> bool:
    """Post that a refund which had come back is sent again."""
    return post(
        posting=f"refund_again:{refund.pk}:{refund.key_round}",
        order=order,
        entries={Account.STRIPE: -refund.amount, Account.RETURNS: refund.amount},
        now=now,
    )


def dispute_moved(*, order: Order, dispute: Dispute, withdrawn: Decimal, now: datetime) -> bool:
    """Post what a bank withdrew (below zero: gave back); ``order.disputed_amount`` includes it already."""
    return post(
        posting=f"dispute:{dispute.pk}:{dispute.moves}",
        order=order,
        entries={Account.STRIPE: -withdrawn} | _moves(order),
        now=now,
    )


def _moves(order: Order) -> dict[Account, Decimal]:
    """Return the entries that bring the order's accounts from their balances to its :func:`shares`."""
    rows = LedgerEntry.objects.filter(order=order, account__in=[*SHARES, Account.PAID_OUT]).order_by()
    stands = {
        Account(account): quantize(total)
        for account, total in rows.values_list("account").annotate(total=Sum("amount"))
    }
    # Money that was paid out counts as the provider's share.
    stands[Account.PROVIDER] = stands.get(Account.PROVIDER, ZERO) + stands.pop(Account.PAID_OUT, ZERO)
    belongs = shares(status=order.status, retained=order.kept_amount, platform_fee=order.platform_fee)
    return {account: -belongs[account] - stands.get(account, ZERO) for account in SHARES}


# --- Money that goes to providers ---------------------------------------------------------------------


def paid_out(*, payout_id: UUID, provider_id: UUID, amounts: Mapping[UUID, Decimal], now: datetime) -> bool:
    """Post that a payout was sent to its provider; ``amounts`` maps order ids to CHF."""
    return _pay(f"{PAID_OUT}{payout_id}", provider_id, amounts, now)


def payout_came_back(
    *, payout_id: UUID, provider_id: UUID, amounts: Mapping[UUID, Decimal], now: datetime
) -> bool:
    """Post that the bank returned a payout: the provider is owed its amounts again."""
    back = {order_id: -amount for order_id, amount in amounts.items()}
    return _pay(f"payout_failed:{payout_id}", provider_id, back, now)


def _pay(posting: str, provider_id: UUID, amounts: Mapping[UUID, Decimal], now: datetime) -> bool:
    rows = [
        LedgerEntry(
            posting=f"{posting}:{order_id}",
            account=account,
            order_id=order_id,
            provider_id=provider_id if account == Account.PROVIDER else None,
            amount=entry,
            posted_at=now,
        )
        for order_id, amount in amounts.items()
        for account, entry in ((Account.PROVIDER, amount), (Account.PAID_OUT, -amount))
        if amount
    ]
    return _write(rows, what=posting)
