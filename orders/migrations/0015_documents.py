import django.db.models.deletion
import marketplace.money
import uuid
from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard
from marketplace.db.indexes import DeclareConstraint


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0014_enforce_bank_references'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='CreditNote',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('position', models.PositiveSmallIntegerField()),
                ('year', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('issued_at', models.DateTimeField()),
                ('reason', models.CharField(choices=[('refund', 'Refund'), ('bank', 'Withdrawn by the bank'), ('replaced', 'Replaced by another receipt')], max_length=8)),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('vat', marketplace.money.MoneyField(blank=True, decimal_places=2, max_digits=10, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Document',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('made_at', models.DateTimeField(blank=True, null=True)),
                ('file', models.CharField(blank=True, default='', max_length=100)),
            ],
        ),
        migrations.AddField(
            model_name='dispute',
            name='credited_at',
            field=models.DateTimeField(blank=True, help_text='when its credit note was made, once it is lost', null=True),
        ),
        migrations.AddField(
            model_name='receipt',
            name='replaced_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='refund',
            name='credited_at',
            field=models.DateTimeField(blank=True, help_text='when its credit note was made, if it needed one', null=True),
        ),
        migrations.AlterField(
            model_name='numberseries',
            name='kind',
            field=models.CharField(choices=[('receipt', 'Receipts'), ('fee_invoice', 'Fee invoices'), ('credit_note', 'Credit notes')], max_length=12),
        ),
        migrations.AlterField(
            model_name='receipt',
            name='order',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='orders.order'),
        ),
        migrations.AddField(
            model_name='creditnote',
            name='order',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='credit_notes', to='orders.order'),
        ),
        migrations.AddField(
            model_name='creditnote',
            name='receipt',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='credit_notes', to='orders.receipt'),
        ),
        migrations.AddField(
            model_name='document',
            name='credit_note',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='orders.creditnote'),
        ),
        migrations.AddField(
            model_name='document',
            name='fee_invoice',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='orders.feeinvoice'),
        ),
        migrations.AddField(
            model_name='document',
            name='receipt',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, to='orders.receipt'),
        ),
        migrations.AddConstraint(
            model_name='creditnote',
            constraint=models.UniqueConstraint(fields=('order', 'position'), name='one_credit_note_per_position'),
        ),
        migrations.AddConstraint(
            model_name='creditnote',
            constraint=models.UniqueConstraint(fields=('year', 'number'), name='one_credit_note_per_number'),
        ),
        migrations.AddConstraint(
            model_name='creditnote',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='credit_note_is_positive'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('made_at__isnull', True)), fields=['id'], name='documents_to_make'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('credit_note__isnull', True), ('fee_invoice__isnull', True), ('receipt__isnull', False)), models.Q(('credit_note__isnull', False), ('fee_invoice__isnull', True), ('receipt__isnull', True)), models.Q(('credit_note__isnull', True), ('fee_invoice__isnull', False), ('receipt__isnull', True)), _connector='OR'), name='document_is_of_one'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('file', ''), ('made_at__isnull', False), _connector='OR'), name='document_with_file_is_made'),
        ),
        DeclareConstraint(
            "receipt",
            models.UniqueConstraint(
                condition=models.Q(replaced_at__isnull=True),
                fields=["order"],
                name="one_valid_receipt_per_order",
            ),
        ),
        guard("orders_creditnote"),
    ]
