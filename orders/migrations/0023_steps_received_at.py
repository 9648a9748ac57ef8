from django.db import migrations, models
from django.db.models import F, OuterRef, Subquery

from marketplace.db.append_only import guard

_guard = guard("orders_orderevent", may_be_emptied=("reason",))


def say_when_received(apps, editor):
    """A completion that a phone sent later was posted when it reached us; other steps count from their time."""
    entries = apps.get_model("orders", "LedgerEntry").objects.filter(
        order=OuterRef("order"), posting__startswith="completed:", posted_at__gt=OuterRef("at")
    )
    completed = apps.get_model("orders", "OrderEvent").objects.filter(to_status="completed")
    sent_later = completed.annotate(posted=Subquery(entries.values("posted_at")[:1])).exclude(posted=None)
    sent_later.update(received_at=F("posted"))


class Migration(migrations.Migration):
    dependencies = [("orders", "0022_skipped_care_question")]

    operations = [
        migrations.AddField("orderevent", "received_at", models.DateTimeField(blank=True, null=True)),
        # The guard refuses every change of a row.
        migrations.RunPython(_guard.reverse_code, _guard.code),
        migrations.RunPython(say_when_received, migrations.RunPython.noop),
        _guard,
    ]
