import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0013_due_work'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DataCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('asked_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('is_open', models.BooleanField(default=True)),
                ('found', models.JSONField(default=dict)),
                ('violations', models.PositiveIntegerField(default=0)),
                ('asked_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['-finished_at'], name='checks_newest')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('is_open', True)), fields=('is_open',), name='one_open_check'), models.CheckConstraint(condition=models.Q(('finished_at__isnull', True), ('is_open', False), _connector='OR'), name='finished_check_is_closed')],
            },
        ),
    ]
