"""Copies of what is kept about people, and the end of accounts; those that are closed get a day for theirs."""

import django.db.models.deletion
import uuid
from datetime import timedelta
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def give_closed_ones_a_day(apps, editor):
    """Count from now for accounts that were closed before anybody wrote down when."""
    now = timezone.now()
    request = apps.get_model("accounts", "ErasureRequest")
    closed = apps.get_model("accounts", "User").objects.filter(is_active=False).values_list("pk", flat=True)
    due_at = now + timedelta(days=365, hours=6) * settings.KEEP_ACCOUNTS_YEARS
    request.objects.bulk_create(
        (request(account_id=pk, reason="closed", requested_at=now, due_at=due_at) for pk in closed.iterator()),
        batch_size=1000,
    )


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0020_letters_of_an_account'),
    ]

    operations = [
        migrations.CreateModel(
            name='ErasureRequest',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('reason', models.CharField(choices=[('asked', 'Its person asked for it'), ('unused', 'Nobody has used it for years'), ('closed', 'It was closed years ago')], max_length=8)),
                ('requested_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('erased_at', models.DateTimeField(blank=True, null=True)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='erasure_requests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['account', '-requested_at'], name='erasures_of_account'), models.Index(condition=models.Q(('erased_at__isnull', True), ('withdrawn_at__isnull', True)), fields=['due_at'], name='erasures_due')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('erased_at__isnull', True), ('withdrawn_at__isnull', True)), fields=('account',), name='one_open_erasure_per_account'), models.CheckConstraint(condition=models.Q(('withdrawn_at__isnull', True), ('erased_at__isnull', True), _connector='OR'), name='erasure_ends_once')],
            },
        ),
        migrations.CreateModel(
            name='PersonalDataExport',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('full', 'To read, with files'), ('portable', 'For programs')], max_length=10)),
                ('requested_at', models.DateTimeField()),
                ('ready_at', models.DateTimeField(blank=True, null=True)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('file', models.CharField(blank=True, max_length=120)),
                ('size', models.PositiveBigIntegerField(default=0)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='data_exports', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['account', '-requested_at'], name='copies_of_account'), models.Index(condition=models.Q(('file', ''), _negated=True), fields=['expires_at'], name='copies_by_end'), models.Index(condition=models.Q(('file', ''), _negated=True), fields=['file'], name='copies_by_file')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ready_at__isnull', True)), fields=('account', 'kind'), name='one_copy_under_way_per_kind'), models.CheckConstraint(condition=models.Q(models.Q(('expires_at__isnull', True), ('file', ''), ('ready_at__isnull', True)), models.Q(('expires_at__isnull', False), ('ready_at__isnull', False), models.Q(('file', ''), _negated=True)), _connector='OR'), name='ready_copies_have_a_file')],
            },
        ),
        migrations.RunPython(give_closed_ones_a_day, migrations.RunPython.noop),
    ]
