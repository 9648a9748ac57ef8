import marketplace.money
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0004_words_by_age'),
        ('providers', '0003_localities'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='dispute',
            name='borne_by',
            field=models.CharField(blank=True, choices=[('platform', 'The platform'), ('provider', 'The provider')], db_default='', default='', max_length=8),
        ),
        migrations.AddField(
            model_name='order',
            name='borne_by_platform',
            field=marketplace.money.MoneyField(db_default=Decimal('0.00'), decimal_places=2, default=Decimal('0.00'), help_text='what the platform bears of the refunds and of what a bank has withdrawn', max_digits=10),
        ),
        migrations.AddField(
            model_name='refund',
            name='borne_by',
            field=models.CharField(blank=True, choices=[('platform', 'The platform'), ('provider', 'The provider')], db_default='', default='', max_length=8),
        ),
        migrations.AddField(
            model_name='refund',
            name='netted_amount',
            field=marketplace.money.MoneyField(db_default=Decimal('0.00'), decimal_places=2, default=Decimal('0.00'), max_digits=10),
        ),
        migrations.AddField(
            model_name='refund',
            name='superseded_by',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
        migrations.AlterField(
            model_name='order',
            name='cancel_reason',
            field=models.CharField(blank=True, choices=[('payment_not_completed', 'Payment not completed'), ('by_customer', 'Cancelled by the customer'), ('declined', 'Declined by the provider'), ('not_answered', 'Not answered by the provider in time'), ('by_operator', 'Cancelled by the operator'), ('handed_back', 'Handed back by the provider, and nobody took it'), ('customer_closed', "The customer's account is closed"), ('provider_closed', "The provider's account is closed or paused")], max_length=24),
        ),
        migrations.AlterField(
            model_name='refund',
            name='status',
            field=models.CharField(choices=[('pending', 'To be carried out'), ('succeeded', 'Carried out'), ('failed', 'Needs an operator'), ('superseded', 'Superseded: it came back another way')], default='pending', max_length=12),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('borne_by_platform__gte', 0)), name='borne_is_not_negative'),
        ),
    ]
