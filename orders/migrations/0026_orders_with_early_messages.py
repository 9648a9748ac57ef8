from django.db import migrations
from django.db.models import Exists, OuterRef, Q

from marketplace import clock


def say_that_somebody_wrote(apps, editor):
    """Have what was written in orders that are not paid yet reach the provider with the payment."""
    not_paid = Q(payment_status__in=["unpaid", "failed"])
    # A late payment revives an order until its hour begins.
    may_be_revived = Q(
        status="cancelled", cancel_reason="payment_not_completed", pickup_at__gt=clock.now()
    )
    messages = apps.get_model("orders", "Message").objects.filter(order=OuterRef("pk"))
    orders = apps.get_model("orders", "Order").objects.order_by()
    waiting = orders.filter(not_paid, Q(status="pending") | may_be_revived, has_early_messages=False)
    waiting.filter(Exists(messages)).update(has_early_messages=True)


class Migration(migrations.Migration):
    dependencies = [("orders", "0025_early_messages")]

    operations = [migrations.RunPython(say_that_somebody_wrote, migrations.RunPython.noop)]
