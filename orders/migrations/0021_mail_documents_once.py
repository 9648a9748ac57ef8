from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("orders", "0020_documents_of_what_is_there")]

    operations = [
        migrations.AddField("document", "mailed_at", models.DateTimeField(blank=True, null=True)),
    ]
