from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('marketplace', '0003_due_work'),
    ]

    operations = [
        migrations.AddField(
            model_name='idempotencyrecord',
            name='packed',
            field=models.BinaryField(blank=True, null=True),
        ),
    ]
