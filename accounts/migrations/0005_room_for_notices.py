from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_names_without_blanks")]

    # PostgreSQL changes no row for more room.
    operations = [
        migrations.AlterField("notification", "title", models.CharField(max_length=255)),
        migrations.AlterField("notification", "body", models.CharField(max_length=2000)),
    ]
