from django.db import migrations

from marketplace.db.indexes import BuildIndex, DropIndex
from marketplace.db.text_search import Folded, SearchIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('orders', '0001_initial'),
    ]

    operations = [
        BuildIndex(
            model_name='order',
            index=SearchIndex(Folded('pickup_address'), name='orders_pickup_street_folded'),
        ),
        DropIndex(
            model_name='order',
            name='orders_by_pickup_street',
        ),
        BuildIndex(
            model_name='order',
            index=SearchIndex(Folded('delivery_address'), name='orders_delivery_street_folded'),
        ),
        DropIndex(
            model_name='order',
            name='orders_by_delivery_street',
        ),
    ]
