"""Invariants of payments. Each check yields a sentence for every violation."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

from django.db.models import Count, Exists, F, Max, Model, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Coalesce

from marketplace.money import ZERO, MoneyField, quantize, rappen
from orders import ledger
from orders.models import (
    RECEIVED,
    Bearer,
    CreditNote,
    Dispute,
    FeeInvoice,
    LedgerEntry,
    NumberSeries,
    Order,
    Payment,
    PaymentStatus,
    Receipt,
    Refund,
    SavedCard,
)

MONEY = MoneyField()
# As ``Refund.counted_amount``, of those that are not superseded.
COUNTED = F("amount") - F("netted_amount")


def _total(rows: QuerySet[Any], key: str, what: str | CombinedExpression = "amount") -> Coalesce:
    """Return the sum of a column over rows grouped by a key, as a subquery."""
    grouped = rows.order_by().values(key).annotate(total=rappen(Sum(what)))
    return Coalesce(Subquery(grouped.values("total")), ZERO)


def paid_orders_have_a_succeeded_payment() -> Iterator[str]:
    """Find orders that are paid without a succeeded payment of their total, or the reverse."""
    succeeded = Count("payments", filter=Q(payments__status=Payment.Status.SUCCEEDED))
    counted = Order.objects.annotate(succeeded=succeeded).order_by()
    wrong = counted.filter(
        Q(payment_status__in=RECEIVED, succeeded=0) | (~Q(payment_status__in=RECEIVED) & Q(succeeded__gt=0))
    )
    for order in wrong.iterator():
        yield f"Order {order.pk} is {order.payment_status} with {order.succeeded} succeeded payments."
    other = Payment.objects.filter(status=Payment.Status.SUCCEEDED).exclude(amount=F("order__total_amount"))
    for payment in other.iterator():
        yield f"Payment {payment.pk} is of {payment.amount}, which is not its order's total."


def refunds_stay_within_what_was_paid() -> Iterator[str]:
    """Find orders whose ``refunded_amount`` is not the sum of their refunds."""
    counting = Refund.objects.exclude(status=Refund.Status.SUPERSEDED)
    refunds = _total(counting.filter(order=OuterRef("pk")), "order", COUNTED)
    for order in Order.objects.annotate(decided=refunds).exclude(decided=F("refunded_amount")).iterator():
        yield f"Order {order.pk} says {order.refunded_amount} were returned, its refunds say {order.decided}."
    unlike = Order.objects.filter(
        Q(refunded_amount__gt=0, refunded_amount__lt=F("total_amount"))
        & ~Q(payment_status=PaymentStatus.PARTIALLY_REFUNDED)
        | Q(refunded_amount=F("total_amount"), refunded_amount__gt=0)
        & ~Q(payment_status=PaymentStatus.REFUNDED)
        | Q(refunded_amount=0, payment_status__in=[PaymentStatus.PARTIALLY_REFUNDED, PaymentStatus.REFUNDED])
    )
    for other in unlike.iterator():
        yield f"Order {other.pk} is {other.payment_status} with {other.refunded_amount} returned."


def one_live_payment_an_order() -> Iterator[str]:
    """Find orders with two payments that are not canceled."""
    live = Payment.objects.exclude(status=Payment.Status.CANCELED).order_by().values("order")
    for row in live.annotate(count=Count("pk")).filter(count__gt=1):
        yield f"Order {row['order']} has {row['count']} live payments."


def the_ledger_adds_up() -> Iterator[str]:
    """Find postings and orders whose entries do not add up to zero."""
    for kind in ("posting", "order"):
        sums = LedgerEntry.objects.order_by().values(kind).annotate(total=rappen(Sum("amount")))
        for row in sums.exclude(total=ZERO):
            yield f"{kind.capitalize()} {row[kind]} adds up to {row['total']}."


def the_accounts_of_an_order_say_whose_its_money_is() -> Iterator[str]:
    """Find orders with an account whose balance does not follow from status, refunds and disputes.

    For an order that is over: nothing is held for the customer, the provider was paid or is owed the earnings
    less refunds, the platform has its fee, and Stripe has what was received less what was returned, but for
    what our own bank has paid.
    """
    payments = Payment.objects.filter(order=OuterRef("pk"), status=Payment.Status.SUCCEEDED)
    failed = Refund.objects.filter(order=OuterRef("pk"), status=Refund.Status.FAILED)
    by_bank = Refund.objects.filter(order=OuterRef("pk"), status=Refund.Status.PAID_BY_BANK)
    booked = {
        f"in_{account.value}": Coalesce(
            Sum("ledger_entries__amount", filter=Q(ledger_entries__account=account)), ZERO, output_field=MONEY
        )
        for account in ledger.Account
    }
    orders = Order.objects.order_by().annotate(
        received=_total(payments, "order"),
        came_back=_total(failed, "order"),
        by_bank=_total(by_bank, "order"),
        twice=_total(by_bank, "order", "netted_amount"),
        late_fee_entry=_late_fee(),
        **booked,
    )
    for order in orders.iterator(chunk_size=2000):
        belongs = _belongs(order)
        stands = {account: quantize(getattr(order, f"in_{account.value}")) for account in belongs}
        stands[ledger.Account.PROVIDER] += quantize(getattr(order, f"in_{ledger.Account.PAID_OUT.value}"))
        if stands != belongs:
            wrong = ", ".join(
                f"{account.value} {stands[account]} instead of {belongs[account]}"
                for account in belongs
                if stands[account] != belongs[account]
            )
            yield f"Order {order.pk} is {order.status}: {wrong}."


def _late_fee() -> Coalesce:
    """Return the late fee that a cancellation fixed, below zero as the provider's entry is."""
    fixed = Q(
        ledger_entries__account=ledger.Account.PROVIDER,
        ledger_entries__posting__startswith=ledger.LATE_FEE,
    )
    return Coalesce(Sum("ledger_entries__amount", filter=fixed), ZERO, output_field=MONEY)


def _belongs(order: Any) -> dict[ledger.Account, Decimal]:
    """Return the expected balance of each account of an order: debits above zero, credits below."""
    retained = order.received - order.refunded_amount - order.disputed_amount if order.received else ZERO
    shares = ledger.shares(
        status=order.status,
        retained=retained,
        platform_fee=order.platform_fee,
        borne=order.borne_by_platform,
        late_fee=-quantize(order.late_fee_entry),
    )
    owed = {account: -share for account, share in shares.items()}
    return owed | {
        ledger.Account.STRIPE: retained + order.came_back + order.by_bank - order.twice,
        ledger.Account.RETURNS: order.twice - order.came_back,
        ledger.Account.BANK: -order.by_bank,
    }


def disputes_withhold_what_orders_say() -> Iterator[str]:
    """Find orders whose ``disputed_amount`` is not the sum of their disputes."""
    withheld = Dispute.objects.filter(order=OuterRef("pk")).order_by().values("order")
    total = Coalesce(Subquery(withheld.annotate(total=rappen(Sum("withheld"))).values("total")), ZERO)
    for order in Order.objects.annotate(withheld=total).exclude(withheld=F("disputed_amount")).iterator():
        yield (
            f"Order {order.pk} says {order.disputed_amount} are withdrawn, its disputes say {order.withheld}."
        )


def the_platform_bears_what_is_its_to_bear() -> Iterator[str]:
    """Find orders whose ``borne_by_platform`` is not the sum of the refunds and disputes that it bears."""
    of_platform: dict[str, Any] = {"order": OuterRef("pk"), "borne_by": Bearer.PLATFORM}
    counting = Refund.objects.exclude(status=Refund.Status.SUPERSEDED).filter(**of_platform)
    withheld = Dispute.objects.filter(**of_platform).order_by().values("order")
    disputed = Coalesce(Subquery(withheld.annotate(total=rappen(Sum("withheld"))).values("total")), ZERO)
    orders = Order.objects.annotate(borne_refunds=_total(counting, "order", COUNTED), borne_disputes=disputed)
    for order in orders.exclude(borne_by_platform=F("borne_refunds") + F("borne_disputes")).iterator():
        yield (
            f"Order {order.pk} says that the platform bears {order.borne_by_platform}; its refunds and "
            f"disputes say {order.borne_refunds + order.borne_disputes}."
        )


def nothing_goes_back_twice() -> Iterator[str]:
    """Find failed refunds whose money a bank has given to the customer for good."""
    lost = Dispute.objects.filter(status=Dispute.Status.LOST, withheld__gt=0)
    netted = Refund.objects.filter(superseded_by=OuterRef("stripe_dispute_id")).order_by()
    total = netted.values("superseded_by").annotate(total=rappen(Sum("netted_amount"))).values("total")
    left = lost.annotate(netted=Coalesce(Subquery(total), ZERO)).filter(withheld__gt=F("netted"))
    failed = Refund.objects.filter(status=Refund.Status.FAILED, order__in=left.order_by().values("order"))
    for refund in failed.iterator():
        yield f"Refund {refund.pk} failed, and a bank has returned its money: it is to be superseded."


def an_account_with_cards_has_a_default() -> Iterator[str]:
    """Find accounts with saved cards and not exactly one default."""
    cards = SavedCard.objects.filter(removed_at=None).order_by().values("user")
    for row in cards.annotate(defaults=Count("pk", filter=Q(is_default=True))).exclude(defaults=1):
        yield f"Account {row['user']} has cards, {row['defaults']} of them are the default."


def documents_are_numbered_without_a_gap() -> Iterator[str]:
    """Find years whose documents are not numbered 1, 2, 3 to the last, and payments with a lost receipt.

    Numbers that were skipped after a restore are missing.
    """
    numbered: tuple[type[Model], ...] = (Receipt, CreditNote, FeeInvoice)
    kinds = (NumberSeries.Kind.RECEIPT, NumberSeries.Kind.CREDIT_NOTE, NumberSeries.Kind.FEE_INVOICE)
    for kind, table in zip(kinds, numbered, strict=True):
        series = {one.year: one for one in NumberSeries.objects.filter(kind=kind)}
        rows = table._default_manager.order_by().values_list("year")
        made = rows.annotate(count=Count("pk"), highest=Max("number"))
        found = {year: (count, highest) for year, count, highest in made}
        for year in sorted(series.keys() | found.keys()):
            count, highest = found.get(year, (0, 0))
            given = series.get(year, NumberSeries())
            if count + given.skipped != given.last or highest > given.last:
                has = f"{year} has {count} of {kind} up to {highest}"
                yield f"{has}, the last number given is {given.last}."
    lost = Payment.objects.filter(receipted_at__isnull=False).exclude(
        Exists(Receipt.objects.filter(order=OuterRef("order"), replaced_at=None))
    )
    for payment in lost.iterator():
        yield f"Payment {payment.pk} says that it has a receipt, and there is none."


def numbered_documents_have_a_file() -> Iterator[str]:
    """Find receipts, credit notes and fee invoices whose file nobody will make."""
    numbered: tuple[type[Model], ...] = (Receipt, CreditNote, FeeInvoice)
    for table in numbered:
        for row in table._default_manager.filter(document=None).iterator():
            yield f"{row} has no file, and none is due."


INVARIANTS: list[tuple[str, Callable[[], Iterator[str]]]] = [
    ("paid orders have a succeeded payment", paid_orders_have_a_succeeded_payment),
    ("refunds stay within what was paid", refunds_stay_within_what_was_paid),
    ("one live payment an order", one_live_payment_an_order),
    ("the ledger adds up to zero, by posting, by order and in all", the_ledger_adds_up),
    ("each account of an order stands where it belongs", the_accounts_of_an_order_say_whose_its_money_is),
    ("disputes withhold what orders say", disputes_withhold_what_orders_say),
    ("the platform bears what refunds and disputes say", the_platform_bears_what_is_its_to_bear),
    ("nothing goes back twice", nothing_goes_back_twice),
    ("receipts, credit notes and invoices are numbered without a gap", documents_are_numbered_without_a_gap),
    ("receipts, credit notes and invoices have a file", numbered_documents_have_a_file),
    ("an account with cards has a default", an_account_with_cards_has_a_default),
]
