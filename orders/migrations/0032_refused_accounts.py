from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0031_words_of_refunds_and_recurring")]

    operations = [
        migrations.AddField(
            model_name="payoutaccount",
            name="refused_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="refused by the bank"),
        ),
    ]
