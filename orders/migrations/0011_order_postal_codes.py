
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0010_money_where_it_belongs'),
    ]

    operations = [
        migrations.AddField(
            model_name='order',
            name='delivery_postal_code',
            field=models.CharField(blank=True, max_length=4, null=True),
        ),
        migrations.AddField(
            model_name='order',
            name='pickup_postal_code',
            field=models.CharField(blank=True, max_length=4, null=True),
        ),
    ]
