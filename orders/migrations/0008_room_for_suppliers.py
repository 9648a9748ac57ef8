from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0006_enforce_what_is_borne")]

    # PostgreSQL changes no row for more room.
    operations = [migrations.AlterField("receipt", "supplier_name", models.CharField(max_length=200))]
