from django.db import migrations
from django.db.models import Exists, OuterRef

from marketplace import clock


def say_that_they_were_refused(apps, editor):
    """Have accounts wait for their owners to which payouts were not sent: those have none since a refusal."""
    payouts = apps.get_model("orders", "Payout").objects.order_by()
    waiting = payouts.filter(provider=OuterRef("provider"), status="due", iban="", stripe_account_id="")
    accounts = apps.get_model("orders", "PayoutAccount").objects.exclude(iban="")
    accounts.filter(Exists(waiting), refused_at=None).update(refused_at=clock.now())


class Migration(migrations.Migration):
    dependencies = [("orders", "0032_refused_accounts")]

    operations = [migrations.RunPython(say_that_they_were_refused, migrations.RunPython.noop)]
