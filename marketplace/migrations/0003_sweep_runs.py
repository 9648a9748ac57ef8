from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('marketplace', '0002_dashboard_panel'),
    ]

    operations = [
        migrations.CreateModel(
            name='SweepRun',
            fields=[
                ('sweep', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('last_at', models.DateTimeField()),
                ('resumed_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
    ]
