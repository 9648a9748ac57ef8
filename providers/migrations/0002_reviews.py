import django.core.validators
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0001_initial'),
        ('providers', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Review',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('rating', models.PositiveSmallIntegerField(validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(5)])),
                ('comment', models.TextField(blank=True, max_length=2000)),
                ('created_at', models.DateTimeField()),
                ('hidden_at', models.DateTimeField(blank=True, null=True)),
                ('answer', models.TextField(blank=True, max_length=2000)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reviews', to=settings.AUTH_USER_MODEL)),
                ('order', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='review', to='orders.order')),
                ('provider', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='reviews', to='providers.provider')),
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
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
            },
        ),
        migrations.AddIndex(
            model_name='review',
            index=models.Index(fields=['provider', '-created_at'], name='review_newest'),
        ),
        migrations.AddIndex(
            model_name='review',
            index=models.Index(fields=['-created_at', '-id'], name='reviews_newest_of_all'),
        ),
        migrations.AddIndex(
            model_name='review',
            index=models.Index(condition=models.Q(('hidden_at__isnull', False)), fields=['-created_at'], name='reviews_hidden'),
        ),
        migrations.AddConstraint(
            model_name='review',
            constraint=models.CheckConstraint(condition=models.Q(('rating__gte', 1), ('rating__lte', 5)), name='rating_from_1_to_5'),
        ),
        migrations.AddIndex(
            model_name='reviewreport',
            index=models.Index(fields=['review', '-created_at'], name='reports_of_review'),
        ),
        migrations.AddIndex(
            model_name='reviewreport',
            index=models.Index(fields=['-created_at', '-id'], name='reports_newest_of_all'),
        ),
        migrations.AddIndex(
            model_name='reviewreport',
            index=models.Index(condition=models.Q(('decided_at__isnull', True)), fields=['created_at'], name='reports_waiting'),
        ),
        migrations.AddConstraint(
            model_name='reviewreport',
            constraint=models.UniqueConstraint(condition=models.Q(('decided_at__isnull', True)), fields=('review', 'reporter'), name='one_open_report_per_person'),
        ),
        migrations.AddConstraint(
            model_name='reviewreport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('outcome', '')), models.Q(('decided_at__isnull', False), ('outcome__in', ['kept', 'hidden'])), _connector='OR'), name='decided_reports_have_an_outcome'),
        ),
    ]
