"""What people report of reviews."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('providers', '0009_end_of_cover'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReviewReport',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('reason', models.CharField(choices=[('offensive', 'Insulting or hateful'), ('untrue', 'Not true'), ('private', 'Names or private details'), ('spam', 'Advertising'), ('other', 'Something else')], max_length=12)),
                ('words', models.TextField(blank=True, max_length=1000)),
                ('created_at', models.DateTimeField()),
                ('outcome', models.CharField(blank=True, choices=[('kept', 'Review kept'), ('hidden', 'Review hidden')], max_length=8)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('note', models.CharField(blank=True, max_length=300)),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('review', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='providers.review')),
            ],
            options={
                'verbose_name': 'reported review',
                'ordering': ['-created_at', '-id'],
                'indexes': [models.Index(fields=['review', '-created_at'], name='reports_of_review'), models.Index(fields=['-created_at', '-id'], name='reports_newest_of_all'), models.Index(condition=models.Q(('decided_at__isnull', True)), fields=['created_at'], name='reports_waiting')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('decided_at__isnull', True)), fields=('review', 'reporter'), name='one_open_report_per_person'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('outcome', '')), models.Q(('decided_at__isnull', False), ('outcome__in', ['kept', 'hidden'])), _connector='OR'), name='decided_reports_have_an_outcome')],
            },
        ),
    ]
