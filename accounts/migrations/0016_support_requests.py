"""What people write to us. A line of a thread is never changed; it leaves with its request."""

import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models

from marketplace.db.append_only import guard


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0015_operators_see_handovers'),
    ]

    operations = [
        migrations.CreateModel(
            name='SupportRequest',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('name', models.CharField(blank=True, max_length=120)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='e-mail')),
                ('category', models.CharField(choices=[('general', 'General'), ('booking', 'Booking'), ('payment', 'Payment'), ('quality', 'Quality'), ('technical', 'Technical'), ('privacy', 'Privacy')], default='general', max_length=12)),
                ('subject', models.CharField(max_length=150)),
                ('message', models.TextField(max_length=5000)),
                ('status', models.CharField(choices=[('open', 'Open'), ('answered', 'Answered'), ('closed', 'Closed')], default='open', max_length=10)),
                ('created_at', models.DateTimeField()),
                ('updated_at', models.DateTimeField()),
                ('waiting_since', models.DateTimeField(blank=True, null=True)),
                ('account', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='support_requests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='SupportReply',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('by_operator', models.BooleanField()),
                ('body', models.TextField(max_length=5000)),
                ('sent_at', models.DateTimeField()),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('request', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='replies', to='accounts.supportrequest')),
            ],
            options={
                'verbose_name_plural': 'support replies',
                'ordering': ['sent_at', 'id'],
            },
        ),
        migrations.AddIndex(
            model_name='supportrequest',
            index=models.Index(fields=['account', '-created_at'], name='support_of_account'),
        ),
        migrations.AddIndex(
            model_name='supportrequest',
            index=models.Index(fields=['-created_at', '-id'], name='support_newest_of_all'),
        ),
        migrations.AddIndex(
            model_name='supportrequest',
            index=models.Index(fields=['updated_at'], name='support_by_update'),
        ),
        migrations.AddIndex(
            model_name='supportrequest',
            index=models.Index(fields=['status', '-created_at'], name='support_by_status'),
        ),
        migrations.AddIndex(
            model_name='supportrequest',
            index=models.Index(condition=models.Q(('status', 'open')), fields=['waiting_since'], name='support_waiting'),
        ),
        migrations.AddConstraint(
            model_name='supportrequest',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'open'), ('waiting_since__isnull', False)), models.Q(('status__in', ['answered', 'closed']), ('waiting_since__isnull', True)), _connector='OR'), name='open_support_requests_wait'),
        ),
        migrations.AddIndex(
            model_name='supportreply',
            index=models.Index(fields=['request', 'sent_at'], name='support_thread'),
        ),
        guard('accounts_supportreply', removable=True),
    ]
