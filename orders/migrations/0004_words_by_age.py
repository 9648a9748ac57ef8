from django.db import migrations, models
from django.db.models import Q

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0003_longer_reasons")]

    operations = [
        BuildIndex(
            model_name="order",
            index=models.Index(
                fields=["pickup_at"], name="orders_with_address", condition=~Q(pickup_address="")
            ),
        ),
        BuildIndex(
            model_name="orderevent",
            index=models.Index(fields=["at"], name="events_with_reason", condition=~Q(reason="")),
        ),
        BuildIndex(
            model_name="message",
            index=models.Index(fields=["sent_at"], name="messages_by_age"),
        ),
        BuildIndex(
            model_name="receipt",
            index=models.Index(
                fields=["issued_at"],
                name="receipts_with_supplier",
                condition=~Q(supplier_name="", supplier_locality=""),
            ),
        ),
        BuildIndex(
            model_name="handback",
            index=models.Index(
                fields=["handed_back_at"], name="hand_backs_with_reason", condition=~Q(reason="")
            ),
        ),
        BuildIndex(
            model_name="payment",
            index=models.Index(
                fields=["created_at"], name="payments_with_failure", condition=~Q(failure_message="")
            ),
        ),
    ]
