from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('marketplace', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='DashboardPanel',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('found', models.JSONField()),
                ('computed_at', models.DateTimeField()),
            ],
        ),
    ]
