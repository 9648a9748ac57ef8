"""Put the money of final orders where it belongs.

Until now a refund of an order that was over was taken from money that was no longer held, and one that
did not reach its customer was booked as gone. Each such order gets one posting that sets it right.
"""

from collections import defaultdict
from decimal import Decimal

from django.db import migrations
from django.db.models import Sum
from django.utils import timezone

ZERO = Decimal("0.00")


def _enter(apps, order, posting, entries, now):
    entry = apps.get_model("orders", "LedgerEntry")
    if entry.objects.filter(posting=posting).exists():
        return
    entry.objects.bulk_create(
        entry(
            posting=posting,
            account=account,
            order_id=order.pk,
            provider_id=order.provider_id if account == "provider" else None,
            amount=amount,
            posted_at=now,
        )
        for account, amount in entries.items()
        if amount
    )


def _shares(order):
    kept = order.total_amount - order.refunded_amount
    fee = min(order.platform_fee, kept) if order.status == "completed" else ZERO
    return {"customer": ZERO, "provider": kept - fee, "platform": fee}


def set_right(apps, schema_editor):
    now = timezone.now()
    entries, orders = apps.get_model("orders", "LedgerEntry"), apps.get_model("orders", "Order")
    held = (
        entries.objects.filter(account="customer", order__status__in=["completed", "cancelled"])
        .order_by()
        .values("order")
        .annotate(total=Sum("amount"))
        .exclude(total=0)
    )
    wrong = list(held.values_list("order", flat=True))
    for order in orders.objects.filter(pk__in=wrong).iterator(chunk_size=1000):
        stands = defaultdict(lambda: ZERO)
        rows = entries.objects.filter(order=order).order_by().values_list("account")
        for account, total in rows.annotate(total=Sum("amount")):
            stands[account] = total
        moves = {
            account: (-belongs - stands[account]).quantize(ZERO) for account, belongs in _shares(order).items()
        }
        if not sum(moves.values()):
            _enter(apps, order, f"set_right:{order.pk}", moves, now)


def book_what_came_back(apps, schema_editor):
    now = timezone.now()
    failed = apps.get_model("orders", "Refund").objects.filter(status="failed").select_related("order")
    for refund in failed.iterator(chunk_size=1000):
        posting = f"refund_failed:{refund.pk}:{refund.key_round}"
        _enter(apps, refund.order, posting, {"stripe": refund.amount, "returns": -refund.amount}, now)


class Migration(migrations.Migration):
    dependencies = [
        ("orders", "0009_money_after_the_end"),
    ]

    operations = [
        migrations.RunPython(set_right, migrations.RunPython.noop),
        migrations.RunPython(book_what_came_back, migrations.RunPython.noop),
    ]
