from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0007_payout_filed_at")]

    # PostgreSQL changes no row for more room.
    operations = [migrations.AlterField("receipt", "supplier_name", models.CharField(max_length=200))]
