from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0021_mail_documents_once")]

    operations = [
        migrations.AddField(
            "careprofile",
            "question_skipped",
            models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AlterField(
            "recurringbooking",
            "add_ons",
            models.JSONField(
                blank=True,
                db_default=models.Value({}, models.JSONField()),
                default=dict,
                verbose_name="add-ons",
            ),
        ),
    ]
