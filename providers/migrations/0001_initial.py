import csv
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import marketplace.money
import uuid
from pathlib import Path

from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard

# The country's postal codes (providers/data/SOURCE.md).
TABLE = Path(__file__).resolve().parent.parent / "data" / "postal_codes.csv"


def load(apps, schema_editor):
    postal_code = apps.get_model("providers", "PostalCode")
    with TABLE.open(encoding="utf-8", newline="") as file:
        postal_code.objects.using(schema_editor.connection.alias).bulk_create(
            [
                postal_code(
                    code=row["code"],
                    locality=row["locality"],
                    canton=row["canton"],
                    latitude=float(row["latitude"]),
                    longitude=float(row["longitude"]),
                )
                for row in csv.DictReader(file)
            ],
            ignore_conflicts=True,
        )


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Provider',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('draft', 'Application not handed in'), ('submitted', 'Waiting for review'), ('changes', 'Changes asked for'), ('approved', 'Approved'), ('rejected', 'Rejected'), ('paused', 'Paused')], default='draft', max_length=12)),
                ('approved_at', models.DateTimeField(blank=True, null=True)),
                ('paused_until', models.DateField(blank=True, null=True)),
                ('paused_by_operator', models.BooleanField(db_default=False, default=False)),
                ('cover_amount', marketplace.money.MoneyField(blank=True, decimal_places=2, max_digits=10, null=True)),
                ('cover_ends_on', models.DateField(blank=True, null=True)),
                ('cover_lapsed', models.BooleanField(db_default=False, default=False)),
                ('business_name', models.CharField(blank=True, max_length=120)),
                ('bio', models.TextField(blank=True, max_length=1000)),
                ('specialties', models.JSONField(blank=True, default=list)),
                ('profile_image_url', models.CharField(blank=True, max_length=200)),
                ('accepts_instantly', models.BooleanField(default=True)),
                ('late_fee_percent', models.PositiveSmallIntegerField(default=50)),
                ('rating_sum', models.PositiveIntegerField(default=0)),
                ('review_count', models.PositiveIntegerField(default=0)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='provider', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(fields=['status'], name='provider_status'),
                    models.Index(fields=['-created_at', '-id'], name='providers_newest'),
                    models.Index(condition=models.Q(('cover_ends_on__isnull', False), ('status__in', ['approved', 'paused'])), fields=['cover_ends_on'], name='providers_by_end_of_cover'),
                    models.Index(models.OrderBy(models.Case(models.When(review_count=0, then=models.Value(0)), default=django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('rating_sum'), '*', models.Value(20)), '+', models.F('review_count')), '/', django.db.models.expressions.CombinedExpression(models.F('review_count'), '*', models.Value(2)))), descending=True), models.F('id'), condition=models.Q(('status', 'approved')), name='listed_best_first'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('rating_sum__gte', models.F('review_count')), ('rating_sum__lte', django.db.models.expressions.CombinedExpression(models.F('review_count'), '*', models.Value(5)))), name='rating_sum_fits_review_count'),
                    models.CheckConstraint(condition=models.Q(('late_fee_percent__lte', 100)), name='late_fee_is_a_share'),
                    models.CheckConstraint(condition=models.Q(('cover_amount__isnull', True), ('cover_amount__gte', 0), _connector='OR'), name='cover_is_an_amount'),
                ],
            },
        ),
        migrations.CreateModel(
            name='CatalogueChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='PostalCode',
            fields=[
                ('code', models.CharField(max_length=4, primary_key=True, serialize=False)),
                ('locality', models.CharField(db_column='place', max_length=80)),
                ('canton', models.CharField(blank=True, max_length=2)),
                ('latitude', models.FloatField()),
                ('longitude', models.FloatField()),
            ],
        ),
        migrations.CreateModel(
            name='Application',
            fields=[
                ('provider', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='application', serialize=False, to='providers.provider')),
                ('first_name', models.CharField(blank=True, max_length=80)),
                ('last_name', models.CharField(blank=True, max_length=80)),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('phone', models.CharField(blank=True, max_length=32)),
                ('address', models.CharField(blank=True, max_length=120)),
                ('postal_code', models.CharField(blank=True, max_length=4)),
                ('city', models.CharField(blank=True, max_length=80)),
                ('business_name', models.CharField(blank=True, max_length=120)),
                ('business_type', models.CharField(choices=[('individual', 'Individual'), ('sole_proprietorship', 'Sole proprietorship'), ('company', 'Company (GmbH, AG)')], default='individual', max_length=20)),
                ('registration_number', models.CharField(blank=True, max_length=20)),
                ('vat_number', models.CharField(blank=True, max_length=24)),
                ('service_areas', models.JSONField(blank=True, default=list)),
                ('experience', models.TextField(blank=True, max_length=1000)),
                ('started_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField()),
                ('submitted_at', models.DateTimeField(blank=True, null=True)),
                ('note', models.CharField(blank=True, max_length=1000)),
                ('uploads', models.PositiveSmallIntegerField(default=0, help_text='files sent since it was handed in last')),
            ],
            options={
                'permissions': [('review_application', 'Can review application')],
                'indexes': [
                    models.Index(fields=['submitted_at'], name='applications_oldest'),
                    models.Index(fields=['-started_at'], name='applications_newest'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Favourite',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField()),
                ('provider', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='favourites', to='providers.provider')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='favourites', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
                'constraints': [
                    models.UniqueConstraint(fields=('user', 'provider'), name='one_favourite_per_provider'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ServiceArea',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('postal_code', models.CharField(max_length=4)),
                ('position', models.PositiveSmallIntegerField(default=0)),
                ('provider', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='service_areas', to='providers.provider')),
            ],
            options={
                'ordering': ['position', 'id'],
                'indexes': [
                    models.Index(fields=['postal_code', 'provider'], name='providers_of_code'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('provider', 'postal_code'), name='one_row_per_served_code'),
                ],
            },
        ),
        migrations.CreateModel(
            name='ApplicationEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('draft', 'Application not handed in'), ('submitted', 'Waiting for review'), ('changes', 'Changes asked for'), ('approved', 'Approved'), ('rejected', 'Rejected'), ('paused', 'Paused')], max_length=12)),
                ('note', models.CharField(blank=True, max_length=1000)),
                ('at', models.DateTimeField()),
                ('actor', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('application', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='providers.application')),
            ],
            options={
                'ordering': ['at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='ApplicationDocument',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('idDocument', 'ID document'), ('businessRegistration', 'Business registration'), ('insuranceCertificate', 'Insurance certificate'), ('references', 'References')], max_length=24)),
                ('name', models.CharField(max_length=120)),
                ('file', models.CharField(max_length=120, unique=True)),
                ('content_type', models.CharField(max_length=40)),
                ('size', models.PositiveIntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('uploaded_at', models.DateTimeField()),
                ('checked_at', models.DateTimeField(blank=True, null=True)),
                ('application', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='providers.application')),
            ],
            options={
                'ordering': ['kind'],
                'indexes': [
                    models.Index(condition=models.Q(('checked_at__isnull', True), ('kind', 'insuranceCertificate')), fields=['uploaded_at'], name='certificates_to_check'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('application', 'kind'), name='one_document_of_each_kind'),
                ],
            },
        ),
        migrations.RunPython(load, migrations.RunPython.noop),
        guard("providers_applicationevent", may_be_emptied=("note",)),
    ]
