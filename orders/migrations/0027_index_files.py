from django.db import migrations, models
from django.db.models import Q

from marketplace.db.indexes import BuildIndex


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("orders", "0026_orders_with_early_messages")]

    operations = [
        BuildIndex(
            model_name="message",
            index=models.Index(fields=["photo"], name="message_photos_by_file", condition=~Q(photo="")),
        ),
        BuildIndex(
            model_name="handover",
            index=models.Index(fields=["photo"], name="handover_photos_by_file", condition=~Q(photo="")),
        ),
        BuildIndex(
            model_name="orderphoto",
            index=models.Index(fields=["uploaded_by"], name="order_photos_of_account"),
        ),
        BuildIndex(
            model_name="orderphoto",
            index=models.Index(fields=["file"], name="order_photos_by_file"),
        ),
        BuildIndex(
            model_name="document",
            index=models.Index(fields=["file"], name="documents_by_file", condition=~Q(file="")),
        ),
    ]
