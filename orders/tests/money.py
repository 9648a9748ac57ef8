"""Helpers for tests of money: rows of orders and payments, and balances."""

from datetime import timedelta
from decimal import Decimal
from uuid import UUID

from django.db.models import Sum

from accounts.models import User
from marketplace import clock
from orders.models import LedgerEntry, Order, Payment
from providers.models import Provider


def make_order(customer: User, provider: Provider, **fields) -> Order:
    """Create an unpaid order of 27.50 CHF for tomorrow noon, held for 15 minutes, without a reservation."""
    fields = {
        "service_type": "standard",
        "weight": Decimal("10.0"),
        "service_amount": Decimal("25.00"),
        "platform_fee": Decimal("2.50"),
        "total_amount": Decimal("27.50"),
        "pickup_address": "Bahnhofstrasse 1, Zurich 8001",
        "delivery_address": "Bahnhofstrasse 1, Zurich 8001",
        "pickup_at": clock.now() + timedelta(days=1),
        "late_fee_percent": 50,
        "accepts_instantly": True,
        "created_at": clock.now(),
        "hold_expires_at": clock.now() + timedelta(minutes=15),
    } | fields
    return Order.objects.create(customer=customer, provider=provider, **fields)


def make_payment(order: Order, **fields) -> Payment:
    """Create a succeeded payment of an order."""
    fields = {
        "attempt": 1,
        "intent_id": f"pi_{UUID(str(order.pk)).hex}",
        "amount": order.total_amount,
        "status": Payment.Status.SUCCEEDED,
        "created_at": clock.now(),
    } | fields
    return Payment.objects.create(order=order, **fields)


def books() -> dict[str, Decimal]:
    """Return the balance of every account that is not zero."""
    totals = LedgerEntry.objects.order_by().values_list("account").annotate(total=Sum("amount"))
    return {account: total for account, total in totals if total}
