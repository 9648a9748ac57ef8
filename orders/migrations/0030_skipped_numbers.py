from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0029_enforce_credit_notes_of_vat")]

    operations = [
        migrations.AddField(
            model_name="numberseries",
            name="skipped",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
