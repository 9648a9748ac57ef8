"""The ledger: double entry, so that every posting adds up to zero.

Amounts are CHF; positive debits an account, negative credits it. The balances of an order depend only on
its status, on what is left of its payment (``Order.kept_amount``), on what the platform bears of the
rest, and on the late fee that its cancellation fixed, not on how it got there. While it runs, what is
left is held for the customer. A completed order leaves the platform its fee and the provider the rest; a
cancelled one leaves the provider its late fee. Money that was returned or withdrawn comes out of the
provider's share first, then out of the platform's fee, unless the platform bears it: then the provider's
share stays what it was. What a bank takes beyond that is the platform's loss. What a provider was paid
out counts as theirs: taken from them later, it is owed by them. Each posting is written once: its name
says of what it is.
"""

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from django.db.models import F, OuterRef, Q, QuerySet, Sum

from marketplace.db.insert_new import insert_new
from marketplace.money import ZERO, quantize
from orders.models import FINAL, Dispute, LedgerEntry, Order, OrderStatus, Payment, Refund

Account = LedgerEntry.Account
SHARES = (Account.CUSTOMER, Account.PROVIDER, Account.PLATFORM)
# Prefix of the postings of payouts; all other entries of the provider account are earnings to pay out.
PAID_OUT = "payout:"
# Prefix of the postings of payouts that came back: owed again, and to pay out again, but no earnings.
RETURNED_PAYOUT = "payout_failed:"
# The entries of what providers earned or gave back.
EARNED = (
    Q(account=Account.PROVIDER) & ~Q(posting__startswith=PAID_OUT) & ~Q(posting__startswith=RETURNED_PAYOUT)
)
# Prefix of the postings of what the platform bears; all other entries of its account of a completed order are
# its fee.
BORNE = "borne:"
LATE_FEE = "late_fee:"
COMPLETED = "completed:"


class Unbalanced(Exception):
    """A posting does not add up to zero: a bug. Nothing is written."""


def shares(
    *,
    status: str,
    retained: Decimal,
    platform_fee: Decimal,
    borne: Decimal = ZERO,
    late_fee: Decimal | None = None,
) -> dict[Account, Decimal]:
    """Split what is left of an order's payment (``retained``) among its parties, in CHF. Pure.

    ``borne`` is what the platform bears of the money that left. ``late_fee`` is what the cancellation fixed
    as the provider's; without it all that is left is. Below zero, the platform has lost money.
    """
    provider = customer = ZERO
    claim = retained + borne
    if status == OrderStatus.COMPLETED:
        provider = max(claim - platform_fee, ZERO)
        return {
            Account.CUSTOMER: ZERO,
            Account.PROVIDER: provider,
            Account.PLATFORM: retained - provider,
        }
    if status == OrderStatus.CANCELLED:
        provider = max(min(retained if late_fee is None else late_fee, claim), ZERO)
    customer = max(retained - provider, ZERO)
    return {
        Account.CUSTOMER: customer,
        Account.PROVIDER: provider,
        Account.PLATFORM: retained - provider - customer,
    }


def will_earn(order: Order, *, refund: Decimal = ZERO, borne: Decimal = ZERO) -> Decimal:
    """Return what the provider of an order earns once it is completed, in CHF. Pure.

    If ``refund`` more were returned, of which the platform bore ``borne``.
    """
    return shares(
        status=OrderStatus.COMPLETED,
        retained=order.kept_amount - refund,
        platform_fee=order.platform_fee,
        borne=order.borne_by_platform + borne,
    )[Account.PROVIDER]


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
    """Post that the service was rendered: the held money goes to the provider, less the platform's fee.

    What the platform bears of money that left before goes to the provider, too.
    """
    parts = {
        "retained": order.kept_amount,
        "platform_fee": order.platform_fee,
        "borne": order.borne_by_platform,
    }
    before = shares(status=OrderStatus.CONFIRMED, **parts)
    after = shares(status=OrderStatus.COMPLETED, **parts)
    moves = {account: before[account] - after[account] for account in SHARES}
    return _post_moves(
        posting=f"{COMPLETED}{order.pk}", order=order, moves=moves, loss=order.borne_by_platform, now=now
    )


def late_fee_kept(*, order: Order, amount: Decimal, now: datetime) -> bool:
    """Post the late fee that a cancellation fixes, the provider's, whatever of the payment is there."""
    return post(
        posting=_late_fee(order),
        order=order,
        entries={Account.CUSTOMER: amount, Account.PROVIDER: -amount},
        now=now,
    )


def late_fee_of(order: Order) -> Decimal:
    """Return the late fee as fixed by the cancellation, in CHF, whatever was refunded or withdrawn since."""
    entry = LedgerEntry.objects.filter(posting=_late_fee(order), account=Account.PROVIDER).first()
    return -entry.amount if entry else ZERO


def late_fees(*, order: OuterRef) -> QuerySet[LedgerEntry, Decimal]:
    """Return :func:`late_fee_of` each order of an outer query; nothing where the cancellation fixed none."""
    fees = LedgerEntry.objects.filter(order=order, posting__startswith=LATE_FEE, account=Account.PROVIDER)
    return fees.order_by().values_list(-F("amount"), flat=True)


def earned_by_cancelled(order: Order, *, late_fee: Decimal) -> Decimal:
    """Return what is the provider's of a cancelled order with a late fee, in CHF. Pure."""
    return shares(
        status=OrderStatus.CANCELLED,
        retained=order.kept_amount,
        platform_fee=order.platform_fee,
        borne=order.borne_by_platform,
        late_fee=late_fee,
    )[Account.PROVIDER]


def _late_fee(order: Order) -> str:
    return f"{LATE_FEE}{order.pk}"


def follow(*, posting: str, order: Order, now: datetime) -> bool:
    """Post what brings an order's accounts to its shares, after a change that moved no money itself."""
    return _follow(posting=posting, order=order, money={}, now=now)


# --- Money that leaves, and comes back ----------------------------------------------------------------


def refunded(*, order: Order, refund: Refund, now: datetime) -> bool:
    """Post a refund; ``order.refunded_amount`` includes it already."""
    posting = f"refund:{refund.pk}"
    if order.status in FINAL or order.kept_amount < ZERO:
        return _follow(posting=posting, order=order, money={Account.STRIPE: -refund.amount}, now=now)
    entries = {Account.STRIPE: -refund.amount, Account.CUSTOMER: refund.amount}
    return post(posting=posting, order=order, entries=entries, now=now)


def refund_superseded(*, order: Order, refund: Refund, now: datetime) -> bool:
    """Post that a refund will never leave; ``order.refunded_amount`` is without it already.

    ``refund`` is as it was before: had it failed, its money stood among the returns.
    """
    back = Account.RETURNS if refund.status == Refund.Status.FAILED else Account.STRIPE
    posting = f"superseded:{refund.pk}:{refund.key_round}"
    return _follow(posting=posting, order=order, money={back: refund.amount}, now=now)


def refund_restored(*, order: Order, refund: Refund, now: datetime) -> bool:
    """Post that a superseded refund left after all; ``order.refunded_amount`` includes it already."""
    posting = f"restored:{refund.pk}:{refund.key_round}"
    return _follow(posting=posting, order=order, money={Account.STRIPE: -refund.amount}, now=now)


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


def refund_paid_by_bank(*, order: Order, refund: Refund, now: datetime) -> bool:
    """Post that a refund which had come back was paid from our own bank account."""
    return post(
        posting=f"by_bank:{refund.pk}",
        order=order,
        entries={Account.BANK: -refund.amount, Account.RETURNS: refund.amount},
        now=now,
    )


def refund_paid_twice(*, order: Order, refund: Refund, amount: Decimal, now: datetime) -> bool:
    """Post that the customer owes back what our bank paid beside Stripe (below zero: owes it no more).

    ``order.refunded_amount`` is without it already.
    """
    posting = f"paid_twice:{refund.pk}:{order.version}"
    return _follow(posting=posting, order=order, money={Account.RETURNS: amount}, now=now)


def dispute_moved(*, order: Order, dispute: Dispute, withdrawn: Decimal, now: datetime) -> bool:
    """Post what a bank withdrew (below zero: gave back); ``order.disputed_amount`` includes it already."""
    posting = f"dispute:{dispute.pk}:{dispute.moves}"
    return _follow(posting=posting, order=order, money={Account.STRIPE: -withdrawn}, now=now)


def _follow(*, posting: str, order: Order, money: Mapping[Account, Decimal], now: datetime) -> bool:
    """Post a movement of ``money`` with what brings the order's accounts to its :func:`shares`."""
    rows = LedgerEntry.objects.filter(order=order, account__in=[*SHARES, Account.PAID_OUT]).order_by()
    losses = Sum("amount", filter=Q(account=Account.PLATFORM, posting__startswith=BORNE))
    stands = dict.fromkeys([*SHARES, Account.PAID_OUT], ZERO)
    lost = ZERO
    for account, total, loss in rows.values_list("account").annotate(total=Sum("amount"), loss=losses):
        stands[Account(account)] = quantize(total)
        lost += quantize(loss or ZERO)
    # Money that was paid out counts as the provider's share.
    stands[Account.PROVIDER] += stands.pop(Account.PAID_OUT)
    is_cancelled = order.status == OrderStatus.CANCELLED
    belongs = shares(
        status=order.status,
        retained=order.kept_amount,
        platform_fee=order.platform_fee,
        borne=order.borne_by_platform,
        late_fee=late_fee_of(order) if is_cancelled else None,
    )
    moves = {account: -belongs[account] - stands[account] for account in SHARES}
    loss = order.borne_by_platform if order.status == OrderStatus.COMPLETED else ZERO
    return _post_moves(posting=posting, order=order, moves=dict(money) | moves, loss=loss - lost, now=now)


def _post_moves(
    *, posting: str, order: Order, moves: dict[Account, Decimal], loss: Decimal, now: datetime
) -> bool:
    """Post moves; the part of the platform's that is a loss it bears stands apart from its fee."""
    moves[Account.PLATFORM] -= loss
    moves[Account.CUSTOMER] += loss
    new = post(posting=posting, order=order, entries=moves, now=now)
    if loss:
        entries = {Account.CUSTOMER: -loss, Account.PLATFORM: loss}
        post(posting=f"{BORNE}{posting}", order=order, entries=entries, now=now)
    return new


# --- Money that goes to providers ---------------------------------------------------------------------


def paid_out(*, payout_id: UUID, provider_id: UUID, amounts: Mapping[UUID, Decimal], now: datetime) -> bool:
    """Post that a payout was sent to its provider; ``amounts`` maps order ids to CHF."""
    return _pay(f"{PAID_OUT}{payout_id}", provider_id, amounts, now)


def payout_came_back(
    *, payout_id: UUID, provider_id: UUID, amounts: Mapping[UUID, Decimal], now: datetime
) -> bool:
    """Post that the bank returned a payout: the provider is owed its amounts again."""
    back = {order_id: -amount for order_id, amount in amounts.items()}
    return _pay(f"{RETURNED_PAYOUT}{payout_id}", provider_id, back, now)


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
