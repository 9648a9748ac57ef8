import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0004_events_append_only'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='StripeCustomer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('customer_id', models.CharField(max_length=80, unique=True)),
                ('created_at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='payment',
            name='card_consent_text',
            field=models.CharField(blank=True, db_default='', max_length=500),
        ),
        migrations.AddField(
            model_name='payment',
            name='card_consented_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='payment',
            name='card_kept_at',
            field=models.DateTimeField(blank=True, help_text='when its card was saved, or found to be none that can be', null=True),
        ),
        migrations.AddIndex(
            model_name='payment',
            index=models.Index(condition=models.Q(('card_consented_at__isnull', False), ('card_kept_at__isnull', True), ('status', 'succeeded')), fields=['settled_at'], name='payments_with_card_to_save'),
        ),
        migrations.AddField(
            model_name='savedcard',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='saved_cards', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='stripecustomer',
            name='user',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='stripe_customer', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='savedcard',
            index=models.Index(condition=models.Q(('removed_at__isnull', True)), fields=['user', '-created_at'], name='cards_of_account'),
        ),
        migrations.AddConstraint(
            model_name='savedcard',
            constraint=models.UniqueConstraint(condition=models.Q(('is_default', True), ('removed_at__isnull', True)), fields=('user',), name='one_default_card_per_account'),
        ),
        migrations.AddConstraint(
            model_name='savedcard',
            constraint=models.CheckConstraint(condition=models.Q(('removed_at__isnull', True), ('is_default', False), _connector='OR'), name='removed_card_is_no_default'),
        ),
        migrations.AddConstraint(
            model_name='savedcard',
            constraint=models.CheckConstraint(condition=models.Q(('exp_month__gte', 1), ('exp_month__lte', 12)), name='card_expires_in_a_month'),
        ),
        migrations.AddConstraint(
            model_name='savedcard',
            constraint=models.CheckConstraint(condition=models.Q(('consent_text', ''), _negated=True), name='card_is_saved_with_consent'),
        ),
    ]
