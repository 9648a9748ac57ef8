"""What must be true of the money at every moment; each check names what breaks it."""

from collections.abc import Callable, Iterator
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from marketplace.money import ZERO
from orders.models import LedgerEntry, Order, Payment, PaymentStatus, Refund, SavedCard

_MONEY_RECEIVED = [PaymentStatus.PAID, PaymentStatus.PARTIALLY_REFUNDED, PaymentStatus.REFUNDED]


def _total(rows: QuerySet[Any], key: str) -> Coalesce:
    """Return the sum of ``amount`` over rows grouped by a key, as a subquery."""
    return Coalesce(Subquery(rows.order_by().values(key).annotate(total=Sum("amount")).values("total")), ZERO)


def paid_orders_have_a_succeeded_payment() -> Iterator[str]:
    """Find orders that are paid without a succeeded payment of their total, or the reverse."""
    succeeded = Count("payments", filter=Q(payments__status=Payment.Status.SUCCEEDED))
    counted = Order.objects.annotate(succeeded=succeeded).order_by()
    wrong = counted.filter(
        Q(payment_status__in=_MONEY_RECEIVED, succeeded=0)
        | (~Q(payment_status__in=_MONEY_RECEIVED) & Q(succeeded__gt=0))
    )
    for order in wrong.iterator():
        yield f"Order {order.pk} is {order.payment_status} with {order.succeeded} succeeded payments."
    other = Payment.objects.filter(status=Payment.Status.SUCCEEDED).exclude(amount=F("order__total_amount"))
    for payment in other.iterator():
        yield f"Payment {payment.pk} is of {payment.amount}, which is not its order's total."


def refunds_stay_within_what_was_paid() -> Iterator[str]:
    """Find orders whose refunds do not add up to what they say was returned."""
    refunds = _total(Refund.objects.filter(order=OuterRef("pk")), "order")
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
    """Find orders with two payments that are not ended."""
    live = Payment.objects.exclude(status=Payment.Status.CANCELED).order_by().values("order")
    for row in live.annotate(count=Count("pk")).filter(count__gt=1):
        yield f"Order {row['order']} has {row['count']} live payments."


def the_ledger_adds_up() -> Iterator[str]:
    """Find postings that do not add up to zero, and money without its posting."""
    postings = LedgerEntry.objects.order_by().values("posting").annotate(total=Sum("amount"))
    for row in postings.exclude(total=ZERO):
        yield f"Posting {row['posting']} adds up to {row['total']}."
    captured = LedgerEntry.objects.filter(
        order=OuterRef("pk"), account=LedgerEntry.Account.STRIPE, posting__startswith="captured:"
    )
    returned = LedgerEntry.objects.filter(
        order=OuterRef("pk"), account=LedgerEntry.Account.STRIPE, posting__startswith="refund:"
    )
    received = _total(Payment.objects.filter(order=OuterRef("pk"), status=Payment.Status.SUCCEEDED), "order")
    orders = Order.objects.annotate(
        captured=_total(captured, "order"), returned=_total(returned, "order"), received=received
    )
    wrong = orders.exclude(captured=F("received")) | orders.exclude(returned=ZERO - F("refunded_amount"))
    for order in wrong.iterator():
        yield (
            f"Order {order.pk}: {order.received} received and {order.refunded_amount} returned, "
            f"the ledger says {order.captured} and {order.returned}."
        )


def an_account_with_cards_has_a_default() -> Iterator[str]:
    """Find accounts that kept cards without saying which one is charged."""
    kept = SavedCard.objects.filter(removed_at=None).order_by().values("user")
    for row in kept.annotate(defaults=Count("pk", filter=Q(is_default=True))).exclude(defaults=1):
        yield f"Account {row['user']} has cards, {row['defaults']} of them are the default."


INVARIANTS: list[tuple[str, Callable[[], Iterator[str]]]] = [
    ("paid orders have a succeeded payment", paid_orders_have_a_succeeded_payment),
    ("refunds stay within what was paid", refunds_stay_within_what_was_paid),
    ("one live payment an order", one_live_payment_an_order),
    ("the ledger adds up", the_ledger_adds_up),
    ("an account with cards has a default", an_account_with_cards_has_a_default),
]
