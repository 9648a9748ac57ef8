import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.functions.datetime
import marketplace.db.text_search
import marketplace.money
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('providers', '0001_initial'),
        ('scheduling', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='FeeInvoiceRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('month', models.DateField(unique=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Order',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('pending', 'Order Placed'), ('confirmed', 'Confirmed'), ('pickup', 'Pickup in Progress'), ('washing', 'Washing & Ironing'), ('delivery', 'Delivery'), ('completed', 'Completed'), ('cancelled', 'Cancelled')], default='pending', max_length=12)),
                ('payment_status', models.CharField(choices=[('unpaid', 'Unpaid'), ('paid', 'Paid'), ('partially_refunded', 'Partially refunded'), ('refunded', 'Refunded'), ('failed', 'Payment failed')], default='unpaid', max_length=20)),
                ('version', models.PositiveIntegerField(default=1)),
                ('service_type', models.CharField(choices=[('standard', 'Standard wash and fold'), ('premium', 'Premium care'), ('ironing', 'Ironing only')], max_length=12)),
                ('weight', models.DecimalField(decimal_places=1, help_text='kilograms', max_digits=4)),
                ('is_express', models.BooleanField(db_default=False, default=False)),
                ('service_amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('platform_fee', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('total_amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('refunded_amount', marketplace.money.MoneyField(decimal_places=2, default=Decimal('0.00'), max_digits=10)),
                ('disputed_amount', marketplace.money.MoneyField(db_default=Decimal('0.00'), decimal_places=2, default=Decimal('0.00'), help_text="what the customer's bank has withdrawn and not given back", max_digits=10)),
                ('pickup_address', models.CharField(max_length=300)),
                ('delivery_address', models.CharField(max_length=300)),
                ('pickup_postal_code', models.CharField(blank=True, max_length=4, null=True)),
                ('delivery_postal_code', models.CharField(blank=True, max_length=4, null=True)),
                ('special_instructions', models.TextField(blank=True, max_length=1000)),
                ('pickup_at', models.DateTimeField()),
                ('late_fee_percent', models.PositiveSmallIntegerField()),
                ('free_until_minutes_before_pickup', models.PositiveSmallIntegerField(default=60)),
                ('free_for_minutes_after_booking', models.PositiveSmallIntegerField(default=60)),
                ('accepts_instantly', models.BooleanField()),
                ('created_at', models.DateTimeField()),
                ('hold_expires_at', models.DateTimeField(blank=True, null=True)),
                ('answer_due_at', models.DateTimeField(blank=True, null=True)),
                ('hand_back_due_at', models.DateTimeField(blank=True, null=True)),
                ('cancel_reason', models.CharField(blank=True, choices=[('payment_not_completed', 'Payment not completed'), ('by_customer', 'Cancelled by the customer'), ('declined', 'Declined by the provider'), ('not_answered', 'Not answered by the provider in time'), ('by_operator', 'Cancelled by the operator'), ('handed_back', 'Handed back by the provider, and nobody took it')], max_length=24)),
                ('cancel_note', models.CharField(blank=True, db_default='', default='', max_length=200)),
                ('customer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='orders', to=settings.AUTH_USER_MODEL)),
                ('provider', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='providers.provider')),
            ],
            options={
                'ordering': ['-created_at', '-id'],
                'permissions': [('move_order', 'Can move order to another status'), ('cancel_order', 'Can cancel order'), ('refund_order', 'Can refund order'), ('hold_order', 'Can hold back the money of an order')],
                'indexes': [
                    models.Index(fields=['customer', '-created_at'], name='orders_of_customer'),
                    models.Index(fields=['provider', 'pickup_at'], name='orders_of_provider'),
                    models.Index(condition=models.Q(('hold_expires_at__isnull', False), ('status', 'pending')), fields=['hold_expires_at'], name='holds_due'),
                    models.Index(condition=models.Q(('answer_due_at__isnull', False), ('status', 'pending')), fields=['answer_due_at'], name='answers_due'),
                    models.Index(condition=models.Q(('hand_back_due_at__isnull', False), ('status', 'confirmed')), fields=['hand_back_due_at'], name='hand_backs_due'),
                    models.Index(fields=['-created_at', '-id'], name='orders_newest'),
                    models.Index(fields=['status', '-created_at'], name='orders_by_status'),
                    models.Index(condition=models.Q(('status', 'confirmed')), fields=['pickup_at'], name='orders_to_pick_up'),
                    models.Index(fields=['pickup_at'], name='orders_by_pickup'),
                    models.Index(condition=models.Q(('payment_status__in', ['failed', 'partially_refunded', 'refunded'])), fields=['payment_status', '-created_at'], name='orders_with_money_back'),
                    marketplace.db.text_search.SearchIndex(marketplace.db.text_search.ReversedText('id'), name='orders_by_end_of_id'),
                    marketplace.db.text_search.SearchIndex(marketplace.db.text_search.LowerPrefix('pickup_address'), name='orders_by_pickup_street'),
                    marketplace.db.text_search.SearchIndex(marketplace.db.text_search.LowerPrefix('delivery_address'), name='orders_by_delivery_street'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('total_amount', django.db.models.expressions.CombinedExpression(models.F('service_amount'), '+', models.F('platform_fee')))), name='total_is_service_plus_fee'),
                    models.CheckConstraint(condition=models.Q(('refunded_amount__gte', 0), ('refunded_amount__lte', models.F('total_amount'))), name='refunded_within_total'),
                    models.CheckConstraint(condition=models.Q(('disputed_amount__gte', 0)), name='disputed_is_not_negative'),
                    models.CheckConstraint(condition=models.Q(('weight__gte', 10), ('weight__lte', 15)), name='weight_from_10_to_15'),
                    models.CheckConstraint(condition=models.Q(('status__in', ['pending', 'confirmed', 'pickup', 'washing', 'delivery', 'completed', 'cancelled'])), name='status_is_known'),
                    models.CheckConstraint(condition=models.Q(('payment_status__in', ['unpaid', 'paid', 'partially_refunded', 'refunded', 'failed'])), name='payment_status_is_known'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status', 'cancelled'), models.Q(('cancel_reason', ''), _negated=True)), models.Q(models.Q(('status', 'cancelled'), _negated=True), ('cancel_reason', '')), _connector='OR'), name='cancelled_has_a_reason'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PayoutRun',
            fields=[
                ('week', models.DateField(primary_key=True, serialize=False)),
                ('started_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-week'],
            },
        ),
        migrations.CreateModel(
            name='HandBack',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('reason', models.CharField(max_length=300)),
                ('handed_back_at', models.DateTimeField()),
                ('agreed_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('outcome', models.CharField(blank=True, choices=[('taken', 'A neighbor took it'), ('kept', 'The provider does it after all'), ('cancelled', 'The order was cancelled'), ('moved_on', 'The order went on')], max_length=12)),
                ('provider', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='providers.provider')),
                ('taken_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='providers.provider')),
                ('order', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hand_backs', to='orders.order')),
            ],
            options={
                'ordering': ['-handed_back_at'],
                'indexes': [
                    models.Index(fields=['order', '-handed_back_at'], name='hand_backs_of_order'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('order',), name='one_open_hand_back_per_order'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('outcome', '')), models.Q(('ended_at__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='ended_hand_back_has_an_outcome'),
                    models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'taken'), ('taken_by__isnull', False)), models.Q(models.Q(('outcome', 'taken'), _negated=True), ('taken_by__isnull', True)), _connector='OR'), name='taken_hand_back_names_who'),
                ],
            },
        ),
        migrations.CreateModel(
            name='NumberSeries',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('receipt', 'Receipts'), ('fee_invoice', 'Fee invoices')], max_length=12)),
                ('year', models.PositiveSmallIntegerField()),
                ('last', models.PositiveIntegerField(default=0)),
            ],
            options={
                'verbose_name_plural': 'number series',
                'constraints': [models.UniqueConstraint(fields=('kind', 'year'), name='one_series_per_kind_and_year')],
            },
        ),
        migrations.CreateModel(
            name='MessageDigest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('due_at', models.DateTimeField(blank=True, null=True)),
                ('mailed_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('order', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='message_digests', to='orders.order')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('order', 'user'), name='one_digest_per_reader'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('body', models.TextField(blank=True, max_length=2000)),
                ('photo', models.CharField(blank=True, db_default='', default='', max_length=120)),
                ('sent_at', models.DateTimeField()),
                ('sender', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('order', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='orders.order')),
            ],
            options={
                'ordering': ['sent_at', 'id'],
                'indexes': [
                    models.Index(fields=['order', 'sent_at'], name='messages_of_order'),
                    models.Index(condition=models.Q(('photo', ''), _negated=True), fields=['sent_at'], name='message_photos_by_age'),
                ],
            },
        ),
        migrations.CreateModel(
            name='LedgerEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('posting', models.CharField(max_length=120)),
                ('account', models.CharField(choices=[('stripe', 'Money at Stripe'), ('customer', "Customers' money held"), ('provider', 'Owed to providers'), ('paid_out', 'Paid out to providers'), ('platform', 'Platform fees earned'), ('returns', 'Refunds that came back')], max_length=12)),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('posted_at', models.DateTimeField()),
                ('provider', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ledger_entries', to='providers.provider')),
                ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='ledger_entries', to='orders.order')),
            ],
            options={
                'verbose_name_plural': 'ledger entries',
                'ordering': ['posted_at', 'id'],
                'indexes': [
                    models.Index(fields=['-posted_at', '-id'], name='ledger_newest'),
                    models.Index(fields=['account', '-posted_at'], name='ledger_by_account'),
                    models.Index(condition=models.Q(('account', 'provider')), fields=['provider', 'posted_at'], name='ledger_of_provider'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('posting', 'account'), name='one_entry_per_posting_and_account'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Handover',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('pickup', 'Pickup'), ('delivery', 'Delivery')], max_length=8)),
                ('code', models.CharField(blank=True, max_length=4)),
                ('wrong_codes', models.CharField(blank=True, max_length=24)),
                ('code_confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('bags', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('photo', models.CharField(blank=True, max_length=120)),
                ('taken_at', models.DateTimeField(blank=True, help_text='when bags or photo were last noted', null=True)),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('order', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='handovers', to='orders.order')),
            ],
            options={
                'ordering': ['-kind'],
                'indexes': [
                    models.Index(condition=models.Q(('photo', ''), _negated=True), fields=['taken_at'], name='handover_photos_by_age'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('order', 'kind'), name='one_handover_per_kind'),
                    models.CheckConstraint(condition=models.Q(('bags', None), models.Q(('bags__gte', 1), ('bags__lte', 30)), _connector='OR'), name='bags_from_1_to_30'),
                    models.CheckConstraint(condition=models.Q(('code_confirmed_at', None), models.Q(('code', ''), _negated=True), _connector='OR'), name='confirmed_handover_has_a_code'),
                    models.CheckConstraint(condition=models.Q(models.Q(('taken_at__isnull', False), ('taken_by__isnull', False)), models.Q(('bags', None), ('photo', ''), ('taken_at', None), ('taken_by', None)), _connector='OR'), name='proof_of_handover_names_who'),
                ],
            },
        ),
        migrations.CreateModel(
            name='OrderEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('from_status', models.CharField(blank=True, max_length=12)),
                ('to_status', models.CharField(choices=[('pending', 'Order Placed'), ('confirmed', 'Confirmed'), ('pickup', 'Pickup in Progress'), ('washing', 'Washing & Ironing'), ('delivery', 'Delivery'), ('completed', 'Completed'), ('cancelled', 'Cancelled')], max_length=12)),
                ('actor_role', models.CharField(choices=[('customer', 'Customer'), ('provider', 'Provider'), ('operator', 'Operator'), ('system', 'System')], max_length=12)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('at', models.DateTimeField()),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('order', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='events', to='orders.order')),
            ],
            options={
                'ordering': ['at', 'id'],
                'indexes': [
                    models.Index(fields=['order', 'at'], name='events_of_order'),
                ],
            },
        ),
        migrations.CreateModel(
            name='OrderLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('base', 'Service'), ('extra_weight', 'Weight above 10 kg'), ('express', 'Express same-day'), ('delicate', 'Delicate items'), ('shirt', 'Dry cleaning: shirt or blouse'), ('trousers', 'Dry cleaning: trousers or skirt'), ('dress', 'Dry cleaning: dress or jacket'), ('coat', 'Dry cleaning: coat'), ('platform_fee', 'Platform fee')], max_length=16)),
                ('quantity', models.PositiveSmallIntegerField(db_default=1, default=1)),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('order', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='orders.order')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('order', 'kind'), name='one_line_per_kind'),
                    models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='line_is_not_negative'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('attempt', models.PositiveSmallIntegerField()),
                ('intent_id', models.CharField(blank=True, max_length=80, null=True, unique=True)),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('status', models.CharField(choices=[('created', 'Created'), ('processing', 'Processing'), ('requires_action', 'Waiting for the customer'), ('failed', 'Declined, may be tried again'), ('succeeded', 'Succeeded'), ('canceled', 'Canceled')], default='created', max_length=16)),
                ('failure_message', models.CharField(blank=True, max_length=300)),
                ('created_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('card_consented_at', models.DateTimeField(blank=True, null=True)),
                ('card_consent_text', models.CharField(blank=True, db_default='', max_length=500)),
                ('card_saved_at', models.DateTimeField(blank=True, help_text='when its card was saved, or found to be none that can be', null=True)),
                ('receipted_at', models.DateTimeField(blank=True, help_text='when its receipt was made', null=True)),
                ('order', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payments', to='orders.order')),
            ],
            options={
                'ordering': ['created_at'],
                'indexes': [
                    models.Index(condition=models.Q(('status__in', ['created', 'processing', 'requires_action', 'failed'])), fields=['created_at'], name='payments_open'),
                    models.Index(condition=models.Q(('card_consented_at__isnull', False), ('card_saved_at__isnull', True), ('status', 'succeeded')), fields=['settled_at'], name='payments_with_card_to_save'),
                    models.Index(condition=models.Q(('receipted_at__isnull', True), ('status', 'succeeded')), fields=['settled_at'], name='payments_without_receipt'),
                    models.Index(fields=['-created_at', '-id'], name='payments_newest'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('order', 'attempt'), name='one_payment_per_attempt'),
                    models.UniqueConstraint(condition=models.Q(('status', 'canceled'), _negated=True), fields=('order',), name='one_live_payment_per_order'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Dispute',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('stripe_dispute_id', models.CharField(max_length=80, unique=True)),
                ('status', models.CharField(choices=[('warning_needs_response', 'The bank asks: answer it'), ('warning_under_review', 'The bank reads our answer'), ('warning_closed', 'The bank asked, and leaves it there'), ('needs_response', 'Withdrawn: answer it'), ('under_review', 'Withdrawn: the bank reads our answer'), ('won', 'Won'), ('lost', 'Lost'), ('prevented', 'Prevented')], max_length=30)),
                ('reason', models.CharField(max_length=60)),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('withheld', marketplace.money.MoneyField(decimal_places=2, default=Decimal('0.00'), max_digits=10)),
                ('moves', models.PositiveSmallIntegerField(default=0)),
                ('opened_at', models.DateTimeField()),
                ('respond_by', models.DateTimeField(blank=True, null=True)),
                ('changed_at', models.DateTimeField()),
                ('order', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='orders.order')),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='orders.payment')),
            ],
            options={
                'ordering': ['-opened_at'],
                'indexes': [
                    models.Index(condition=models.Q(('status__in', ['needs_response', 'warning_needs_response'])), fields=['respond_by'], name='disputes_to_answer'),
                    models.Index(fields=['-opened_at', '-id'], name='disputes_newest'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('withheld__gte', 0)), name='dispute_withholds_nothing_negative'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Payout',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('week', models.DateField(help_text='the Monday on which the week began')),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('holder', models.CharField(blank=True, max_length=70, verbose_name='account holder')),
                ('iban', models.CharField(blank=True, max_length=21, verbose_name='IBAN')),
                ('stripe_account_id', models.CharField(blank=True, db_default='', default='', max_length=80, verbose_name='account at Stripe')),
                ('transfer_begun_at', models.DateTimeField(blank=True, null=True)),
                ('transfer_attempt', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('status', models.CharField(choices=[('due', 'To be paid'), ('paid', 'Paid'), ('failed', 'Returned by the bank')], default='due', max_length=8)),
                ('reference', models.CharField(blank=True, help_text="the bank's, or Stripe's, of the payment", max_length=80)),
                ('note', models.CharField(blank=True, help_text='why it came back, or was refused', max_length=160)),
                ('created_at', models.DateTimeField()),
                ('paid_at', models.DateTimeField(blank=True, null=True)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
                ('paid_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('provider', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payouts', to='providers.provider')),
            ],
            options={
                'ordering': ['-week', '-created_at'],
                'permissions': [('pay_payout', 'Can pay payout')],
                'indexes': [
                    models.Index(fields=['-created_at', '-id'], name='payouts_newest'),
                    models.Index(condition=models.Q(('status', 'due')), fields=['created_at'], name='payouts_due'),
                    models.Index(condition=models.Q(('status', 'failed')), fields=['-failed_at'], name='payouts_failed'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('provider', 'week'), name='one_payout_per_provider_and_week'),
                    models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payout_is_positive'),
                    models.CheckConstraint(condition=models.Q(('status__in', ['due', 'paid', 'failed'])), name='payout_status_is_known'),
                    models.CheckConstraint(condition=models.Q(models.Q(('holder', ''), ('iban', '')), models.Q(models.Q(('iban', ''), _negated=True), models.Q(('holder', ''), _negated=True), ('stripe_account_id', '')), _connector='OR'), name='payout_goes_to_one_account'),
                    models.CheckConstraint(condition=models.Q(models.Q(('failed_at__isnull', True), ('paid_at__isnull', True), ('status', 'due')), models.Q(('failed_at__isnull', True), ('paid_at__isnull', False), ('status', 'paid'), models.Q(models.Q(('iban', ''), _negated=True), models.Q(('stripe_account_id', ''), _negated=True), _connector='OR')), models.Q(('failed_at__isnull', False), ('paid_at__isnull', False), ('status', 'failed'), models.Q(models.Q(('iban', ''), _negated=True), models.Q(('stripe_account_id', ''), _negated=True), _connector='OR')), _connector='OR'), name='payout_is_paid_where_it_goes'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PayoutAccount',
            fields=[
                ('provider', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='payout_account', serialize=False, to='providers.provider')),
                ('holder', models.CharField(blank=True, max_length=70, verbose_name='account holder')),
                ('iban', models.CharField(blank=True, max_length=21, verbose_name='IBAN')),
                ('stripe_account_id', models.CharField(blank=True, db_default='', default='', max_length=80, verbose_name='account at Stripe')),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(models.Q(('iban__startswith', 'CH'), ('iban__startswith', 'LI'), _connector='OR'), models.Q(('holder', ''), _negated=True), ('stripe_account_id', '')), models.Q(('holder', ''), ('iban', ''), models.Q(('stripe_account_id', ''), _negated=True)), _connector='OR'), name='payout_account_is_one')],
            },
        ),
        migrations.CreateModel(
            name='PayoutAccountChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('holder', models.CharField(max_length=70, verbose_name='account holder')),
                ('iban_end', models.CharField(max_length=4, verbose_name='last digits of the IBAN')),
                ('at', models.DateTimeField()),
                ('changed_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('provider', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='payout_account_changes', to='providers.provider')),
            ],
            options={
                'ordering': ['-at', '-id'],
                'indexes': [
                    models.Index(fields=['provider', '-at'], name='account_changes_of_provider'),
                ],
            },
        ),
        migrations.CreateModel(
            name='PayoutLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='payout_line', to='orders.ledgerentry')),
                ('payout', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines', to='orders.payout')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='payout_line_is_not_zero'),
                ],
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
                ('supplier_locality', models.CharField(blank=True, db_column='supplier_place', max_length=120)),
                ('supplier_vat_number', models.CharField(blank=True, max_length=24)),
                ('vat_percent', models.DecimalField(blank=True, decimal_places=2, max_digits=4, null=True)),
                ('order', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='receipt', to='orders.order')),
            ],
            options={
                'constraints': [
                    models.UniqueConstraint(fields=('year', 'number'), name='one_receipt_per_number'),
                    models.CheckConstraint(condition=models.Q(models.Q(('supplier_vat_number', ''), ('vat_percent__isnull', True)), models.Q(models.Q(('supplier_vat_number', ''), _negated=True), ('vat_percent__isnull', False)), _connector='OR'), name='receipt_vat_needs_a_number'),
                ],
            },
        ),
        migrations.CreateModel(
            name='RecurringBooking',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('service_type', models.CharField(choices=[('standard', 'Standard wash and fold'), ('premium', 'Premium care'), ('ironing', 'Ironing only')], max_length=12)),
                ('weight', models.DecimalField(decimal_places=1, default=Decimal('10.0'), help_text='kilograms', max_digits=4)),
                ('pickup_address', models.CharField(max_length=300)),
                ('delivery_address', models.CharField(max_length=300)),
                ('special_instructions', models.TextField(blank=True, max_length=1000)),
                ('pattern', models.CharField(choices=[('weekly', 'Weekly'), ('biweekly', 'Biweekly'), ('monthly', 'Monthly')], max_length=10)),
                ('day_of_week', models.PositiveSmallIntegerField(blank=True, help_text='0 = Sunday to 6 = Saturday; weekly and biweekly only', null=True)),
                ('day_of_month', models.PositiveSmallIntegerField(blank=True, help_text='1 to 28; monthly only', null=True)),
                ('preferred_time', models.TimeField(help_text="wall time in the booking's zone")),
                ('time_zone', models.CharField(default='Europe/Zurich', max_length=40)),
                ('first_on', models.DateField()),
                ('is_active', models.BooleanField(default=True)),
                ('holds_hour', models.BooleanField(db_default=False, default=True, editable=False)),
                ('paused_until', models.DateField(blank=True, help_text='pickups begin again on this day', null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('provider_away_since', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('repriced_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('extended_until', models.DateField()),
                ('extend_on', models.DateField()),
                ('customer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='recurring_bookings', to=settings.AUTH_USER_MODEL)),
                ('provider', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='recurring_bookings', to='providers.provider')),
            ],
            options={
                'ordering': ['-created_at', '-id'],
                'indexes': [
                    marketplace.db.text_search.SearchIndex(marketplace.db.text_search.ReversedText('id'), name='recurring_by_end_of_id'),
                    models.Index(fields=['customer', '-created_at'], name='recurring_of_customer'),
                    models.Index(fields=['-created_at', '-id'], name='recurring_newest'),
                    models.Index(condition=models.Q(('is_active', True)), fields=['extend_on'], name='recurring_to_extend'),
                ],
                'constraints': [
                    models.CheckConstraint(condition=models.Q(models.Q(('day_of_month__isnull', True), ('day_of_week__isnull', False), ('day_of_week__lte', 6), ('pattern__in', ['weekly', 'biweekly'])), models.Q(('day_of_month__gte', 1), ('day_of_month__isnull', False), ('day_of_month__lte', 28), ('day_of_week__isnull', True), ('pattern', 'monthly')), _connector='OR'), name='recurring_day_fits_pattern'),
                    models.CheckConstraint(condition=models.Q(('weight__gte', 10), ('weight__lte', 15)), name='recurring_weight_from_10_to_15'),
                    models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('is_active', True)), models.Q(('ended_at__isnull', False), ('is_active', False)), _connector='OR'), name='ended_recurring_is_inactive'),
                    models.UniqueConstraint(condition=models.Q(('day_of_week__isnull', False), ('holds_hour', True), ('is_active', True)), fields=('customer', 'provider', 'day_of_week', 'preferred_time'), name='one_recurring_per_weekday_hour'),
                    models.UniqueConstraint(condition=models.Q(('day_of_month__isnull', False), ('holds_hour', True), ('is_active', True)), fields=('customer', 'provider', 'day_of_month', 'preferred_time'), name='one_recurring_per_month_day_hour'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Occurrence',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('on', models.DateField()),
                ('moved_to', models.DateField(blank=True, null=True)),
                ('moved_time', models.TimeField(blank=True, null=True)),
                ('status', models.CharField(choices=[('planned', 'Planned'), ('placed', 'Placed'), ('skipped', 'Skipped'), ('missed', 'Missed'), ('cancelled', 'Cancelled')], default='planned', max_length=10)),
                ('reason', models.CharField(blank=True, choices=[('by_customer', 'You skipped this pickup.'), ('paused', 'Your recurring booking is paused.'), ('no_place', 'The provider had no free place on that day.'), ('payment_not_completed', 'The payment was not completed in time.'), ('provider_not_available', 'The provider took no bookings.'), ('too_late', 'We could not book this pickup in time.'), ('order_cancelled', 'The order was cancelled.'), ('ended', 'You ended this recurring booking.'), ('other_pickup', 'Another pickup of this booking is on that day.'), ('unpaid_pickups', 'Other pickups were waiting for your payment.')], max_length=24)),
                ('place_at', models.DateTimeField()),
                ('waiting_since', models.DateTimeField(blank=True, null=True)),
                ('charge_at', models.DateTimeField(blank=True, null=True)),
                ('charge_attempts', models.PositiveSmallIntegerField(default=0)),
                ('asked_at', models.DateTimeField(blank=True, null=True)),
                ('remind_at', models.DateTimeField(blank=True, null=True)),
                ('order', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='occurrence', to='orders.order')),
                ('booking', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='orders.recurringbooking')),
            ],
            options={
                'ordering': ['on'],
                'indexes': [
                    models.Index(condition=models.Q(('status', 'planned')), fields=['place_at', 'id'], name='occurrences_to_place'),
                    models.Index(condition=models.Q(('charge_at__isnull', False)), fields=['charge_at'], name='occurrences_to_charge'),
                    models.Index(fields=['-on', '-id'], name='occurrences_by_day'),
                    models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='occurrences_to_remind'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('booking', 'on'), name='one_occurrence_per_date'),
                    models.UniqueConstraint(models.F('booking'), django.db.models.functions.comparison.Coalesce('moved_to', 'on'), name='one_occurrence_per_day_of_pickup'),
                    models.CheckConstraint(condition=models.Q(models.Q(('status', 'placed'), ('order__isnull', False)), models.Q(('status__in', ['planned', 'missed']), ('order__isnull', True)), ('status__in', ['skipped', 'cancelled']), _connector='OR'), name='placed_occurrence_has_an_order'),
                    models.CheckConstraint(condition=models.Q(('status', 'placed'), models.Q(('charge_at__isnull', True), ('remind_at__isnull', True)), _connector='OR'), name='only_placed_occurrences_are_charged'),
                    models.CheckConstraint(condition=models.Q(models.Q(('moved_time__isnull', True), ('moved_to__isnull', True)), models.Q(('moved_time__isnull', False), ('moved_to__isnull', False)), _connector='OR'), name='moved_occurrence_has_day_and_time'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Refund',
            fields=[
                ('due_at', models.DateTimeField()),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, db_default='')),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('reason', models.CharField(max_length=40)),
                ('note', models.CharField(blank=True, db_default='', max_length=300)),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('status', models.CharField(choices=[('pending', 'To be carried out'), ('succeeded', 'Carried out'), ('failed', 'Needs an operator')], default='pending', max_length=12)),
                ('stripe_refund_id', models.CharField(blank=True, max_length=80, null=True, unique=True)),
                ('key_round', models.PositiveSmallIntegerField(default=0, help_text='rises when Stripe keeps a failure under the idempotency key')),
                ('created_at', models.DateTimeField()),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('order', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='orders.order')),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='refunds', to='orders.payment')),
                ('requested_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('status', 'pending')), fields=['due_at'], name='refunds_due'),
                    models.Index(condition=models.Q(('status', 'failed')), fields=['-created_at'], name='refunds_failed'),
                    models.Index(fields=['-created_at', '-id'], name='refunds_newest'),
                ],
                'constraints': [
                    models.UniqueConstraint(fields=('order', 'reason'), name='one_refund_per_order_and_reason'),
                    models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='refund_is_positive'),
                ],
            },
        ),
        migrations.CreateModel(
            name='Reservation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField()),
                ('released_at', models.DateTimeField(blank=True, null=True)),
                ('order', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reservations', to='orders.order')),
                ('slot', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reservations', to='scheduling.timeslot')),
            ],
            options={
                'indexes': [
                    models.Index(condition=models.Q(('released_at__isnull', True)), fields=['slot'], name='active_in_slot'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('released_at__isnull', True)), fields=('order',), name='one_active_place_per_order'),
                ],
            },
        ),
        migrations.CreateModel(
            name='SavedCard',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('payment_method_id', models.CharField(max_length=80, unique=True)),
                ('brand', models.CharField(max_length=30)),
                ('last4', models.CharField(max_length=4)),
                ('exp_month', models.PositiveSmallIntegerField()),
                ('exp_year', models.PositiveSmallIntegerField()),
                ('fingerprint', models.CharField(blank=True, help_text='the same for the same number', max_length=80)),
                ('is_default', models.BooleanField(default=False)),
                ('consented_at', models.DateTimeField()),
                ('consent_text', models.CharField(max_length=500)),
                ('created_at', models.DateTimeField()),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_cards', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
                'indexes': [
                    models.Index(fields=['last4'], name='cards_by_last_digits'),
                    models.Index(fields=['-created_at', '-id'], name='cards_newest'),
                    models.Index(condition=models.Q(('removed_at__isnull', True)), fields=['user', '-created_at'], name='cards_of_account'),
                ],
                'constraints': [
                    models.UniqueConstraint(condition=models.Q(('is_default', True), ('removed_at__isnull', True)), fields=('user',), name='one_default_card_per_account'),
                    models.CheckConstraint(condition=models.Q(('removed_at__isnull', True), ('is_default', False), _connector='OR'), name='removed_card_is_no_default'),
                    models.CheckConstraint(condition=models.Q(('exp_month__gte', 1), ('exp_month__lte', 12)), name='card_expires_in_a_month'),
                    models.CheckConstraint(condition=models.Q(('consent_text', ''), _negated=True), name='card_is_saved_with_consent'),
                ],
            },
        ),
        migrations.AddField(
            model_name='recurringbooking',
            name='saved_card',
            field=models.ForeignKey(blank=True, help_text="the card to charge; none: the customer's default card", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='orders.savedcard'),
        ),
        migrations.CreateModel(
            name='StripeAccount',
            fields=[
                ('provider', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='stripe_account', serialize=False, to='providers.provider')),
                ('account_id', models.CharField(max_length=80, unique=True, verbose_name='account at Stripe')),
                ('state', models.CharField(choices=[('begun', 'Begun'), ('needs_more', 'Stripe needs more'), ('ready', 'Ready')], default='begun', max_length=12)),
                ('is_wanted', models.BooleanField(default=True)),
                ('changed_at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['begun', 'needs_more', 'ready']), models.Q(('account_id', ''), _negated=True)), name='stripe_account_is_known')],
            },
        ),
        migrations.CreateModel(
            name='StripeCustomer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('customer_id', models.CharField(max_length=80, unique=True)),
                ('created_at', models.DateTimeField()),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='stripe_customer', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='StripeEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('failed_at', models.DateTimeField(blank=True, null=True)),
                ('last_error', models.TextField(blank=True, db_default='')),
                ('event_id', models.CharField(max_length=80, unique=True)),
                ('type', models.CharField(max_length=80)),
                ('intent_id', models.CharField(blank=True, max_length=80)),
                ('received_at', models.DateTimeField()),
                ('processed_at', models.DateTimeField(blank=True, null=True)),
                ('due_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('processed_at__isnull', True)), fields=['received_at'], name='stripe_events_failed'), models.Index(fields=['-received_at', '-id'], name='stripe_events_newest'), models.Index(fields=['type', '-received_at'], name='stripe_events_by_type')],
            },
        ),
        migrations.CreateModel(
            name='DataCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('data', 'Data'), ('stripe', 'Stripe')], db_default='data', default='data', max_length=10)),
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
        migrations.CreateModel(
            name='FeeInvoice',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('month', models.DateField(help_text='its first day')),
                ('year', models.PositiveSmallIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('issued_at', models.DateTimeField()),
                ('orders', models.PositiveIntegerField(help_text='how many left a fee')),
                ('amount', marketplace.money.MoneyField(decimal_places=2, max_digits=10)),
                ('vat_number', models.CharField(blank=True, max_length=24)),
                ('vat_percent', models.DecimalField(blank=True, decimal_places=2, max_digits=4, null=True)),
                ('provider', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='fee_invoices', to='providers.provider')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('provider', 'month'), name='one_fee_invoice_per_month'), models.UniqueConstraint(fields=('year', 'number'), name='one_fee_invoice_per_number'), models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='fee_invoice_is_of_something'), models.CheckConstraint(condition=models.Q(models.Q(('vat_number', ''), ('vat_percent__isnull', True)), models.Q(models.Q(('vat_number', ''), _negated=True), ('vat_percent__isnull', False)), _connector='OR'), name='fee_invoice_vat_needs_a_number')],
            },
        ),
        migrations.CreateModel(
            name='HandBackOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('offered_at', models.DateTimeField()),
                ('declined_at', models.DateTimeField(blank=True, null=True)),
                ('hand_back', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='orders.handback')),
                ('provider', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='hand_back_offers', to='providers.provider')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('hand_back', 'provider'), name='one_offer_per_neighbour')],
            },
        ),
        migrations.CreateModel(
            name='PayoutHold',
            fields=[
                ('order', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='payout_hold', serialize=False, to='orders.order')),
                ('reason', models.CharField(max_length=160)),
                ('held_at', models.DateTimeField()),
                ('held_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-held_at'],
            },
        ),
        migrations.CreateModel(
            name='SharedPosition',
            fields=[
                ('order', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='shared_position', serialize=False, to='orders.order')),
                ('latitude', models.FloatField()),
                ('longitude', models.FloatField()),
                ('accuracy_m', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('latitude__gte', 45.6), ('latitude__lte', 48.0), ('longitude__gte', 5.7), ('longitude__lte', 10.8)), name='shared_position_in_switzerland'), models.CheckConstraint(condition=models.Q(('accuracy_m__lte', 100000)), name='shared_position_accuracy')],
            },
        ),
        guard("orders_ledgerentry"),
        guard("orders_orderevent", may_be_emptied=("reason",)),
        guard("orders_payoutaccountchange", may_be_emptied=("holder", "iban_end")),
        guard("orders_feeinvoice"),
    ]
