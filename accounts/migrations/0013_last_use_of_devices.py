from django.db import migrations
from django.db.models import OuterRef, Subquery


def say_when_used(apps, editor):
    """Take over when an account was last used from the devices on which it is signed in."""
    devices = apps.get_model("accounts", "SignedInDevice").objects
    of_account = devices.filter(user=OuterRef("pk")).order_by("-last_used_at")
    users = apps.get_model("accounts", "User").objects.filter(pk__in=devices.values("user"))
    users.update(last_used_at=Subquery(of_account.values("last_used_at")[:1]))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0012_last_use")]

    operations = [migrations.RunPython(say_when_used, migrations.RunPython.noop)]
