from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("providers", "0006_published_at_of_old_reviews")]

    operations = [
        migrations.AddField(
            model_name="applicationdocument",
            name="refused_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
