from datetime import timedelta

from django.db import migrations
from django.db.models import OuterRef, Subquery

from marketplace import clock
from marketplace.db.append_only import guard

# Nothing counts days from an older completion.
COUNTS = timedelta(days=60)
_guard = guard("orders_orderevent", may_be_emptied=("reason",))


def say_when_received(apps, editor):
    """A completion that a phone sent later was posted when it reached us; other steps count from their time."""
    entries = apps.get_model("orders", "LedgerEntry").objects.filter(
        order=OuterRef("order"), posting__startswith="completed:", posted_at__gt=OuterRef("at")
    )
    events = apps.get_model("orders", "OrderEvent").objects
    completed = events.filter(to_status="completed", order__pickup_at__gte=clock.now() - COUNTS)
    late = completed.annotate(posted=Subquery(entries.values("posted_at")[:1])).exclude(posted=None)
    # Found first: without the guard the table is locked.
    found = list(late.values_list("pk", "posted"))
    if not found:
        return
    _guard.reverse_code(apps, editor)
    for event_id, posted_at in found:
        events.filter(pk=event_id).update(received_at=posted_at)
    _guard.code(apps, editor)


class Migration(migrations.Migration):
    dependencies = [("orders", "0023_steps_received_at")]

    operations = [migrations.RunPython(say_when_received, migrations.RunPython.noop)]
