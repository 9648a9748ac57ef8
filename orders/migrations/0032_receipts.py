import django.db.models.deletion
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0031_enforce_payout_accounts'),
    ]

    operations = [
        migrations.CreateModel(
            name='NumberSeries',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('receipt', 'Receipts')], max_length=12)),
                ('year', models.PositiveSmallIntegerField()),
                ('last', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'number series',
                'constraints': [models.UniqueConstraint(fields=('kind', 'year'), name='one_series_per_kind_and_year')],
            },
        ),
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('year', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('issued_at', models.DateTimeField()),
                ('supplier_name', models.CharField(max_length=160)),
                ('supplier_place', models.CharField(blank=True, max_length=120)),
                ('supplier_vat_number', models.CharField(blank=True, max_length=24)),
                ('vat_percent', models.DecimalField(blank=True, decimal_places=2, max_digits=4, null=True)),
                ('order', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='receipt', to='orders.order')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('year', 'number'), name='one_receipt_per_number'), models.CheckConstraint(condition=models.Q(models.Q(('supplier_vat_number', ''), ('vat_percent__isnull', True)), models.Q(models.Q(('supplier_vat_number', ''), _negated=True), ('vat_percent__isnull', False)), _connector='OR'), name='receipt_vat_needs_a_number')],
            },
        ),
        migrations.AddField(
            model_name='payment',
            name='receipted_at',
            field=models.DateTimeField(blank=True, help_text='when its receipt was made', null=True),
        ),
    ]
